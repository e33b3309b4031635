/** OAuth with two processes on one database, and after a restart: one memory, no second chance. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../../../src/access/clients/client.ts';
import { databaseKinds } from '../../../../testing/databases.ts';
import { openBrowser } from '../../../../testing/http/browser.ts';
import { scriptedLogin } from '../../../../testing/http/scripted-login.ts';
import { startService, type TestService, WITHOUT_PKCE } from '../../../../testing/http/service.ts';

const CALLBACK = 'https://shop.example/callback';

describe.each(await databaseKinds())('on %s', (kind) => {
  let first: TestService;
  let second: TestService;
  let client: CreatedClient;

  beforeAll(async () => {
    first = await startService(undefined, {}, kind);
    second = await first.another();
    client = await first.client('shop', { redirectUris: [CALLBACK], settings: WITHOUT_PKCE });
    await first.parts.accounts.users.create({ name: 'Ada' });
  });
  afterAll(async () => {
    await second.close();
    await first.close();
  });
  afterEach(async () => {
    const { users, consents } = first.parts.accounts;
    await consents.revoke((await users.findByIdentifier('ada'))!.id, 'shop');
  });

  async function logIn(service: TestService): Promise<string> {
    const browser = openBrowser(service.base);
    const query = { response_type: 'code', client_id: 'shop', redirect_uri: CALLBACK };
    const page = await browser.open(`/oauth/authorization?${new URLSearchParams(query)}`);
    const user = await service.parts.accounts.users.findByIdentifier('ada');
    const end = await scriptedLogin(service, browser, page, user!);
    return end.url.searchParams.get('code')!;
  }

  async function token(service: TestService, body: Record<string, string>) {
    const credentials = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
    const response = await fetch(`${service.base}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}` },
      body: new URLSearchParams(body),
    });
    const json = (await response.json()) as Record<'access_token' | 'refresh_token', string>;
    return { status: response.status, json };
  }
  const redeem = (service: TestService, code: string) =>
    token(service, { grant_type: 'authorization_code', code, redirect_uri: CALLBACK });
  const refresh = (service: TestService, refresh_token: string) =>
    token(service, { grant_type: 'refresh_token', refresh_token });
  const me = async (service: TestService, access: string) =>
    service.call('GET', '/people/me', { headers: { authorization: `Bearer ${access}` } });

  it('redeems a code at another process; at both at once, only one does', async () => {
    const granted = await redeem(second, await logIn(first));
    expect(granted.status).toBe(200);
    const { access_token: access } = granted.json;
    const answers = await Promise.all([me(first, access), me(second, access)]);
    expect(answers.map(({ json }) => json.id)).toEqual([answers[0].json.id, answers[0].json.id]);

    const code = await logIn(second);
    const both = await Promise.all(
      Array.from({ length: 6 }, (_, i) => redeem(i % 2 === 0 ? first : second, code)),
    );
    expect(both.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const { status, json } of both)
      if (status === 200) expect((await me(first, json.access_token)).status).toBe(401);
  });

  it('a refresh token used at both processes ends the grant at both', async () => {
    const { json } = await redeem(first, await logIn(first));
    const renewed = await refresh(second, json.refresh_token);
    expect(renewed.status).toBe(200);
    expect((await refresh(first, json.refresh_token)).status).toBe(400);
    expect((await me(second, renewed.json.access_token)).status).toBe(401);
    expect((await refresh(second, renewed.json.refresh_token)).status).toBe(400);
  });

  it('tokens, logins in progress and keys outlive the process', async () => {
    const third = await first.another();
    const { json } = await redeem(third, await logIn(third));
    const keys = (await third.call('GET', '/oauth/jwks')).text;
    await third.close();
    const fourth = await first.another();
    expect((await me(fourth, json.access_token)).status).toBe(200);
    expect((await refresh(fourth, json.refresh_token)).status).toBe(200);
    expect((await fourth.call('GET', '/oauth/jwks')).text).toBe(keys);
    await fourth.close();
  });
});
