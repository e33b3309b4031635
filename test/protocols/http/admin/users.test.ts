/** The people who log in: found page by page, and invited again. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { databaseKinds } from '../../../support/databases.ts';
import { startService, type TestService } from '../service.ts';
import { type Desk, openDesk } from './desk.ts';

describe.each(await databaseKinds())('on %s, users', (kind) => {
  let service: TestService;
  let owner: Desk;
  const warn = () => vi.spyOn(console, 'warn').mockImplementation(() => {});
  let warned: ReturnType<typeof warn>;
  beforeAll(async () => {
    warned = warn();
    service = await startService(undefined, {}, kind);
    owner = await openDesk(service, 'Root', { role: 'owner' });
    const { users } = service.parts.accounts;
    for (const name of ['ada', 'Änne', 'BOB', 'a_b', 'a%b', 'عمر'])
      await users.create({ name, email: `${name === 'BOB' ? 'Builder' : 'x'}@Example.org` });
  });
  afterAll(async () => {
    await service.close();
    warned.mockRestore();
  });

  const page = async (query: string) => {
    const { users, next } = (await owner.call('GET', `/users?${query}`)).json;
    return [users.map(({ name }: { readonly name: string }) => name), next] as const;
  };

  it('are found by part of name or address, in any case, and by nothing else', async () => {
    expect(await page('find=ADA')).toEqual([['ada'], null]);
    expect(await page(`find=${encodeURIComponent('ÄNN')}`)).toEqual([['Änne'], null]);
    expect(await page('find=builder@example')).toEqual([['BOB'], null]);
    expect(await page(`find=${encodeURIComponent('عمر')}`)).toEqual([['عمر'], null]);
    // Not as patterns.
    expect(await page('find=_')).toEqual([['a_b'], null]);
    expect(await page('find=%25')).toEqual([['a%b'], null]);
    expect(await page("find=' or 1=1 --")).toEqual([[], null]);
  });

  it('come page by page, each once, and none after the last', async () => {
    const [all] = await page('limit=500');
    expect(all).toHaveLength(7);
    const seen: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const [names, next]: readonly [string[], string | null] = await page(
        `limit=3&after=${encodeURIComponent(after)}`,
      );
      seen.push(...names);
      after = next;
    }
    expect(seen).toEqual(all);
    expect(await page(`after=${encodeURIComponent(all.at(-1))}`)).toEqual([[], null]);
    for (const limit of ['0', '501', 'x'])
      expect((await owner.call('GET', `/users?limit=${limit}`)).status).toBe(400);
  });

  it('get a new invitation by mail, which ends the previous one', async () => {
    const { accounts, audit } = service.parts;
    const user = await accounts.users.create({ name: 'Mia', email: 'mia@example.org' });
    const invite = () => owner.call('POST', `/users/${user.id}/invitation`);
    for (const _ of [1, 2]) expect((await invite()).json).toEqual({ mailed: true });
    const [older, newer] = service.mails
      .filter(({ to }) => to === 'mia@example.org')
      .map(({ text }) => /#([\w-]{43})/.exec(text)![1]!);
    expect(await accounts.links.redeem(older!)).toBeUndefined();
    expect(await accounts.links.redeem(newer!)).toMatchObject({
      userId: user.id,
      purpose: 'enrol',
    });
    expect(await audit.list({ event: 'account-change', limit: 2 })).toMatchObject([
      { actor: 'account:Root', details: { change: 'invited', user: user.id } },
      { details: { change: 'link made', user: user.id } },
    ]);
  });

  it('get the link shown if no mail can be sent', async () => {
    const { accounts } = service.parts;
    const user = await accounts.users.create({ name: 'Noa', email: 'noa@example.org' });
    vi.spyOn(service.mails as unknown[], 'push').mockImplementationOnce(() => {
      throw new Error('the relay is away');
    });
    expect((await owner.call('POST', `/users/${user.id}/invitation`)).json).toMatchObject({
      mailed: false,
      link: expect.stringContaining('/link#'),
    });
    expect(warned).toHaveBeenCalledWith(expect.stringContaining('the relay is away'));
  });

  it('are not invited without an address, nor with an enrolled face', async () => {
    const { accounts, templates } = service.parts;
    const [mute, here] = [
      await accounts.users.create({ name: 'mute' }),
      await accounts.users.create({ name: 'here', email: 'intruder@example.org' }),
    ];
    const summary = vi
      .spyOn(templates, 'summary')
      .mockImplementation(async ({ classId }) =>
        classId === here.classId ? ({} as never) : undefined,
      );
    for (const [{ id }, message] of [
      [mute, 'email: this user has none to send the invitation to'],
      [here, 'This user already has a face: make a link.'],
    ] as const)
      expect(await owner.call('POST', `/users/${id}/invitation`)).toMatchObject({
        status: 400,
        json: { message },
      });
    expect(service.mails.some(({ to }) => to === 'intruder@example.org')).toBe(false);
    summary.mockRestore();
  });
});
