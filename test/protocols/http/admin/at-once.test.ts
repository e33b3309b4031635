import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNTS } from '../../../../src/access/accounts/user.ts';
import { bcidOf } from '../../../../src/operations/context.ts';
import { startService, type TestService } from '../../../../testing/http/service.ts';
import { feature } from '../../../../testing/template-samples.ts';
import { type Desk, openDesk } from './desk.ts';

let service: TestService;
let ann: Desk;
let ben: Desk;
beforeAll(async () => {
  service = await startService();
  ann = await openDesk(service, 'ann', { role: 'owner' });
  ben = await openDesk(service, 'ben', { role: 'owner' });
});
afterAll(() => service.close());

const statuses = async (...answers: readonly ReturnType<Desk['call']>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).toSorted();

describe('of a client', () => {
  it('refuses a change based on an older state', async () => {
    await service.client('edited');
    const path = '/clients/edited';
    const { revision } = (await ann.call('GET', path)).json;
    const seen = { 'if-match': `"${revision}"` };
    const changed = await ben.call('PUT', `${path}/settings`, { requireConsent: true }, seen);
    expect(changed).toMatchObject({ status: 200, json: { settings: { requireConsent: true } } });
    for (const [late, body] of [
      [`${path}/settings`, { retentionDays: 7 }],
      [path, { name: 'Edited' }],
    ] as const)
      expect(await ann.call('PUT', late, body, seen)).toMatchObject({
        status: 409,
        json: { message: 'Another administrator has changed this client: reload it.' },
      });
    const now = (await ann.call('GET', path)).json;
    expect(now).toMatchObject({ name: 'edited', settings: { retentionDays: 365 } });
    expect(now.revision).toBe(changed.json.revision);
    expect(now.revision).not.toBe(revision);
    expect((await ann.call('GET', '/clients')).json).toMatchObject([{ revision: now.revision }]);
    // Whoever says nothing of a state changes what there is.
    expect((await ann.call('PUT', path, { name: 'Edited' })).status).toBe(200);
    expect((await ann.call('PUT', path, { name: 'E' }, { 'if-match': '*' })).status).toBe(200);
  });

  it('concurrent changes of one state happen once', async () => {
    await service.client('raced');
    const { revision } = (await ann.call('GET', '/clients/raced')).json;
    const change = (desk: Desk, name: string) =>
      desk.call('PUT', '/clients/raced', { name }, { 'if-match': `"${revision}"` });
    expect(await statuses(change(ann, 'Ann'), change(ben, 'Ben'))).toEqual([200, 409]);
  });

  it('concurrent new secrets add one, and the one in use stays', async () => {
    const { secret } = await service.client('rotated');
    const rotate = (desk: Desk) => desk.call('POST', '/clients/rotated/secrets', {});
    expect(await statuses(rotate(ann), rotate(ben))).toEqual([200, 409]);
    expect(await service.parts.clients.checkSecret('rotated', secret)).toBe(true);
  });

  it('refuses a misspelt overlap, so that no leaked key stays in force', async () => {
    await service.client('leaked');
    for (const what of ['secrets', 'keys'])
      expect(await ann.call('POST', `/clients/leaked/${what}`, { overlap: 0 })).toMatchObject({
        status: 400,
        json: { message: 'overlap: no such member' },
      });
  });

  it('the deletion happens once, and later calls find no client', async () => {
    await service.client('ended');
    const end = (desk: Desk) => desk.call('DELETE', '/clients/ended');
    expect(await statuses(end(ann), end(ben))).toEqual([200, 404]);
    for (const late of ['/clients/ended', '/clients/ended/settings'])
      expect((await ann.call('PUT', late, {})).status).toBe(404);
    for (const what of ['secrets', 'keys'])
      expect((await ann.call('POST', `/clients/ended/${what}`, {})).status).toBe(404);
    const { length } = await service.parts.audit.list({ client: 'ended', event: 'client-change' });
    expect(length).toBe(1);
  });

  it('a client in deletion gives no role', async () => {
    const { accounts } = service.parts;
    const { id } = await accounts.users.create({ name: 'late' });
    const position = { role: 'administrator', client: 'gone' } as const;
    await expect(accounts.positions.give(id, position)).rejects.toThrow('no client gone');
    await expect(accounts.users.create({ name: 'later', position })).rejects.toThrow('gone');
    for (const desk of [ann, ben]) {
      await service.client('gone');
      await Promise.all([
        ann.call('PUT', `/users/${id}/role`, position),
        desk.call('DELETE', '/clients/gone'),
      ]);
      await service.client('gone');
      expect((await accounts.users.find(id))?.position).toBeUndefined();
      await service.deleteClient('gone');
    }
  });
});

describe('of a user', () => {
  it('one invitation is made, and the newest link works', async () => {
    const wanted = { name: 'Mia', email: 'mia@example.org', invite: true };
    const invite = (desk: Desk) => desk.call('POST', '/users', wanted);
    const answers = await Promise.all([invite(ann), invite(ben)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.json.message).toBe('name: is taken');
    expect(service.mails.filter(({ to }) => to === 'mia@example.org')).toHaveLength(1);
    const { id } = answers.find(({ status }) => status === 200)!.json;
    const link = (desk: Desk) => desk.call('POST', `/users/${id}/link`);
    const links = (await Promise.all([link(ann), link(ben)])).map(({ json }) => json.link);
    const redeemed = await Promise.all(
      links.map((made: string) => service.parts.accounts.links.redeem(made.split('#')[1]!)),
    );
    expect(redeemed.filter((one) => one !== undefined)).toHaveLength(1);
  });

  it('two owners who disable each other leave one', async () => {
    const end = (desk: Desk, other: Desk) => desk.call('POST', `/users/${other.user.id}/disable`);
    expect(await statuses(end(ann, ben), end(ben, ann))).toEqual([200, expect.any(Number)]);
    const { users, positions } = service.parts.accounts;
    const owners = (await users.list()).filter(
      ({ position, disabled }) => position?.role === 'owner' && !disabled,
    );
    expect(owners).toHaveLength(1);
    for (const { user } of [ann, ben]) await positions.enable(user.id);
  });

  it("nobody can erase the last owner's face, as nobody could sign in", async () => {
    const { positions } = service.parts.accounts;
    await positions.disable(ben.user.id);
    const face = `/templates/accounts/${ann.user.classId}`;
    expect(await ann.call('DELETE', face)).toMatchObject({
      status: 403,
      json: { message: expect.stringMatching(/^ann is the last owner/) },
    });
    await positions.enable(ben.user.id);
    expect((await ann.call('DELETE', face)).status).toBe(404);
  });

  it('an owner without a face does not replace the last one who can sign in', async () => {
    const { templates, accounts } = service.parts;
    const gil = await openDesk(service, 'gil', { role: 'owner' });
    const hal = await openDesk(service, 'hal', { role: 'owner' });
    const enrol = ({ user }: Desk) =>
      templates.update(bcidOf(ACCOUNTS, user.classId), () => ({
        ...{ encoderVersion: 1, features: [feature()], tags: [], thumbnails: [] },
      }));
    await enrol(gil);
    const face = `/templates/accounts/${gil.user.classId}`;
    for (const [method, path] of [
      ['DELETE', face],
      ['DELETE', `/users/${gil.user.id}`],
      ['DELETE', `/users/${gil.user.id}/role`],
      ['POST', `/users/${gil.user.id}/disable`],
    ] as const)
      expect(await hal.call(method, path), path).toMatchObject({
        status: 403,
        json: { message: expect.stringMatching(/^gil is the last owner/) },
      });
    await enrol(hal);
    const [erasure, disabled] = await Promise.all([
      ann.call('DELETE', face),
      accounts.positions.disable(hal.user.id),
    ]);
    expect([erasure.status === 200, disabled].toSorted(), 'not both').toEqual([false, true]);
  });

  it('the erasure happens once, with one receipt', async () => {
    const { id } = await service.parts.accounts.users.create({ name: 'leaver' });
    const owner = await openDesk(service, 'cleo', { role: 'owner' });
    const erase = () => owner.call('DELETE', `/users/${id}`);
    const answers = await Promise.all([erase(), erase()]);
    const receipts = answers.filter(({ status }) => status === 200);
    expect(receipts.length).toBeGreaterThan(0);
    for (const { json } of receipts) {
      const checked = await owner.call('POST', '/receipts/verification', json);
      expect(checked.json).toMatchObject({ signed: true, proven: true });
    }
  });
});
