/** What administrators do in the name of a client: real faces, and who did it in the trail. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testEngine } from '../../../../testing/engine.ts';
import { base64, startService, type TestService } from '../../../../testing/http/service.ts';
import { portraitJpeg } from '../../../../testing/photos.ts';
import { type Desk, openDesk } from './desk.ts';

let service: TestService;
let owner: Desk;
let alice: string;
let again: string;

beforeAll(async () => {
  service = await startService(await testEngine());
  await service.client('shop');
  await service.client('other');
  owner = await openDesk(service, 'root', { role: 'owner' });
  [alice, again] = (await Promise.all([portraitJpeg(2), portraitJpeg(3)])).map(base64) as [
    string,
    string,
  ];
});
afterAll(() => service.close());

const byHand = (desk: Desk, path: string, body: unknown) =>
  desk.call('POST', `/by-hand/${path}`, body);
const latest = async () => (await service.parts.audit.list({ limit: 1 }))[0];

it('enrols, verifies and searches; the trail names the administrator, the books the client', async () => {
  const enrolled = await byHand(owner, 'shop/enroll/7', { images: [{ image: alice }] });
  expect([enrolled.status, enrolled.json.performedAction]).toEqual([200, 'NEW_TEMPLATE_CREATED']);
  expect(await latest()).toMatchObject({
    ...{ event: 'by-hand', actor: 'account:root', clientId: 'shop' },
    details: { change: 'enroll', classId: 7n, outcome: 'NEW_TEMPLATE_CREATED' },
  });
  const verified = await byHand(owner, 'shop/verify/7', { image: alice });
  expect(verified.json.verified).toBe(true);
  expect(await latest()).toMatchObject({ details: { change: 'verify', outcome: 'verified' } });
  const found = await byHand(owner, 'shop/search?transactionId=case-1', {
    images: [{ image: alice }],
  });
  expect(found.json.result[0].matches).toMatchObject([{ classId: 7 }]);
  expect(await latest()).toMatchObject({
    ...{ event: 'search', actor: 'account:root', clientId: 'shop', transactionId: 'case-1' },
    details: { matches: [[{ classId: 7n }]] },
  });
  expect(await service.parts.bookkeeping.list({ clientId: 'shop' })).toMatchObject([
    { operation: 'search' },
    { operation: 'verify', decision: 'verified' },
    { operation: 'enroll' },
  ]);
});

it('tells nothing that is not in the trail: also what failed', async () => {
  expect((await byHand(owner, 'shop/verify/8', { image: again })).status).toBe(404);
  expect(await latest()).toMatchObject({
    details: { change: 'verify', classId: 8n, outcome: 'NotFound' },
  });
  const { audit } = service.parts;
  const append = audit.append;
  Object.assign(audit, { append: () => Promise.reject(new Error('full')) });
  const hidden = await byHand(owner, 'shop/verify/7', { image: alice });
  Object.assign(audit, { append });
  expect([hidden.status, hidden.text.includes('verified')]).toEqual([500, false]);
});

it('is closed to other roles, other clients, and old sign-ins', async () => {
  const auditor = await openDesk(service, 'auditor', { role: 'auditor' });
  const stranger = await openDesk(service, 'stranger', { role: 'administrator', client: 'other' });
  for (const desk of [auditor, stranger])
    for (const [path, body] of [
      ['shop/search', { images: [{ image: alice }] }],
      ['shop/verify/7', { image: alice }],
      ['shop/enroll/7', { images: [{ image: alice }] }],
    ] as const)
      expect((await byHand(desk, path, body)).status).toBe(403);
  const own = await openDesk(service, 'own', { role: 'administrator', client: 'shop' });
  expect((await byHand(own, 'shop/verify/7', { image: alice })).json.verified).toBe(true);
  await service.signedInAgo(own.user.id, 11);
  const late = await byHand(own, 'shop/verify/7', { image: alice });
  expect(late.json.details).toEqual([expect.objectContaining({ step: 'sign-in' })]);
  expect((await byHand(owner, 'nobody/verify/7', { image: alice })).status).toBe(404);
});

it('obeys the settings of the client, and limits of bodies', async () => {
  await service.parts.clients.updateSettings('other', { requireConsent: true });
  const refused = await byHand(owner, 'other/enroll/1', { images: [{ image: alice }] });
  expect([refused.status, refused.json.message]).toEqual([400, expect.stringMatching(/consent/)]);
  const consent = 'form-1';
  const given = await byHand(owner, 'other/enroll/1', { images: [{ image: alice }], consent });
  expect(given.json.performedAction).toBe('NEW_TEMPLATE_CREATED');
  const large = 'A'.repeat(51 * 1024 * 1024);
  expect((await byHand(owner, 'shop/verify/7', { image: large })).status).toBe(413);
});

it('of a new client is counted and recorded each time, twice the same', async () => {
  const entries = async () => (await service.parts.audit.list({ event: 'by-hand' })).length;
  const before = await entries();
  await Promise.all([1, 2].map(() => byHand(owner, 'shop/verify/7', { image: again })));
  expect(await entries()).toBe(before + 2);
});
