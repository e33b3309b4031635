/** Users see where they are signed in, and end what they did not begin (ASVS 5.0, 7.5.2). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type TestService } from '../service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** A session of its own, of the user of that name. */
async function signIn(name: string) {
  const { users, sessions } = service.parts.accounts;
  const user = (await users.findByIdentifier(name)) ?? (await users.create({ name }));
  const { token } = await sessions.begin(user.id, 'face');
  return (method: string, path = '/sessions') =>
    service.call(method, `/account/v1${path}`, {
      headers: { cookie: `prosopon_session=${token}`, 'x-csrf': '1' },
    });
}

it('lists the sessions of the user, and no others', async () => {
  const [here] = [await signIn('ada'), await signIn('ada'), await signIn('ben')];
  const { json } = await here!('GET');
  expect(json).toHaveLength(2);
  expect(json.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
  expect(JSON.stringify(json)).not.toMatch(/token|hash|"id"/);
});

it('ends all but the one that asks', async () => {
  const [here, there, ben] = [await signIn('cleo'), await signIn('cleo'), await signIn('ben')];
  expect((await here('DELETE')).json).toMatchObject([{ current: true, kind: 'face' }]);
  expect((await there('GET')).status).toBe(401);
  expect((await here('GET')).status).toBe(200);
  expect((await ben('GET')).status).toBe(200);
});

it('shows nothing to nobody', async () => {
  expect((await service.call('GET', '/account/v1/sessions')).status).toBe(401);
});
