/** The people who log in: found page by page, and invited again. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ACCOUNTS } from '../../../../src/access/accounts/user.ts';
import { bcidOf } from '../../../../src/operations/context.ts';
import { countRows, updateRows } from '../../../../src/storage/rows.ts';
import { databaseKinds } from '../../../../testing/databases.ts';
import { startService, type TestService } from '../../../../testing/http/service.ts';
import { feature } from '../../../../testing/template-samples.ts';
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
    const exists = vi
      .spyOn(templates, 'exists')
      .mockImplementation(async ({ classId }) => classId === here.classId);
    for (const [{ id }, message] of [
      [mute, 'email: this user has none to send the invitation to'],
      [here, 'This user already has a face: make a link.'],
    ] as const)
      expect(await owner.call('POST', `/users/${id}/invitation`)).toMatchObject({
        status: 400,
        json: { message },
      });
    expect(service.mails.some(({ to }) => to === 'intruder@example.org')).toBe(false);
    exists.mockRestore();
  });

  it('are listed, signed in and erased, even if a template is damaged', async () => {
    const { accounts, templates } = service.parts;
    const enrolled = async (name: string) => {
      const user = await accounts.users.create({ name });
      const template = { encoderVersion: 1, features: [feature()], tags: [], thumbnails: [] };
      await templates.update(bcidOf(ACCOUNTS, user.classId), () => template);
      return user;
    };
    const [sound, damaged] = [await enrolled('sound'), await enrolled('damaged')];
    const { id, classId: class_id } = damaged;
    await service.database.write((trx) =>
      updateRows(trx, 'templates', { class_id }, { body: randomBytes(64) }),
    );

    const { users } = (await owner.call('GET', '/users?limit=500')).json;
    for (const user of [sound, damaged])
      expect(users).toContainEqual(expect.objectContaining({ id: user.id, enrolled: true }));
    expect((await owner.call('GET', `/users/${id}`)).json).toMatchObject({ enrolled: true });
    expect((await owner.call('GET', `/users/${id}/data`)).json).toMatchObject({ user: { id } });
    const { token } = await accounts.sessions.begin(id, 'link');
    const own = { headers: { cookie: `prosopon_session=${token}` } };
    for (const [path, json] of [
      ['session', { user: { name: 'damaged', enrolled: true } }],
      ['face', { available: false }],
    ] as const)
      expect(await service.call('GET', `/account/v1/${path}`, own)).toMatchObject({
        status: 200,
        json,
      });

    expect(await owner.call('DELETE', `/users/${id}`)).toMatchObject({
      status: 200,
      json: { receipt: expect.any(String) },
    });
    expect(await accounts.users.find(id)).toBeUndefined();
    for (const table of ['templates', 'template_revisions'] as const)
      expect(await countRows(service.database.db, table, { class_id })).toBe(0);
  });
});
