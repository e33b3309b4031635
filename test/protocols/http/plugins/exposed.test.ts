/** What changes when others than this machine reach the service: metrics, mail, cookies, headers. */
import { afterEach, describe, expect, it } from 'vitest';
import { createMailer } from '../../../../src/access/accounts/mail.ts';
import { parseConfig } from '../../../../src/config/config.ts';
import { Unavailable } from '../../../../src/errors.ts';
import { listenForMetrics } from '../../../../src/protocols/http/plugins/metrics.ts';
import { startService, type TestService } from '../../../../testing/http/service.ts';

let service: TestService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

describe('a service counts as exposed', () => {
  it.each([
    [{}, false],
    [{ HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:8080' }, false],
    [{ HOST: '::1' }, false],
    [{ HOST: '0.0.0.0' }, true],
    [{ HOST: '192.0.2.1' }, true],
    [{ PUBLIC_URL: 'https://id.example' }, true],
    [{ PUBLIC_URL: 'https://localhost.example' }, true],
    [{ PROSOPON_TRUSTED_PROXIES: '127.0.0.1' }, true],
    [{ PUBLIC_URL: 'http://localhost:8080', PROSOPON_TRUSTED_PROXIES: '::1' }, true],
  ])('%o: %s', (env, exposed) => {
    const playground = !exposed;
    expect(parseConfig(env)).toMatchObject({ exposed, mailToLog: !exposed, playground });
  });
});

describe('metrics', () => {
  const TOKEN = 'metrics-of-the-operator';
  const metrics = (token?: string) =>
    service!.call('GET', '/metrics', token === undefined ? {} : { token });

  it('are open on a machine of its own', async () => {
    service = await startService(undefined, { metricsAccess: parseConfig({}) });
    expect((await metrics()).status).toBe(200);
  });

  it('are refused on an exposed service without a token for them', async () => {
    const metricsAccess = parseConfig({ HOST: '0.0.0.0' });
    service = await startService(undefined, { metricsAccess });
    expect(await metrics()).toMatchObject({ status: 403 });
  });

  it('are open to callers with the token', async () => {
    const metricsAccess = parseConfig({ HOST: '0.0.0.0', PROSOPON_METRICS_TOKEN: TOKEN });
    service = await startService(undefined, { metricsAccess });
    expect((await metrics()).status).toBe(401);
    expect((await metrics(`${TOKEN}x`)).status).toBe(401);
    expect(await metrics(TOKEN)).toMatchObject({ status: 200 });
  });

  it('are served on their own address, and then only there', async () => {
    const metricsAccess = {
      ...parseConfig({ HOST: '0.0.0.0' }),
      metricsAddress: { host: '127.0.0.1', port: 0 },
    };
    service = await startService(undefined, { metricsAccess });
    expect((await metrics()).status).toBe(404);
    const [own] = await listenForMetrics(service.parts.metrics, metricsAccess);
    const address = own!.listeningOrigin;
    expect(await (await fetch(`${address}/metrics`)).text()).toContain('prosopon_engine_ready');
    expect((await fetch(`${address}/livez`)).status).toBe(404);
    await own!.close();
  });
});

describe('mail without an SMTP server', () => {
  const mail = {
    to: 'ada@example.org',
    subject: 'Confirm',
    text: 'https://id.example/link#secret',
  };

  it('goes to the log of a local service, and of others on request', async () => {
    for (const env of [{}, { HOST: '0.0.0.0', PROSOPON_MAIL_TO_LOG: '1' }]) {
      const lines: string[] = [];
      await createMailer(parseConfig(env), (line) => lines.push(line))(mail);
      expect(lines.join()).toContain('#secret');
    }
  });

  it('is not sent by an exposed service, nor logged', async () => {
    const lines: string[] = [];
    const send = createMailer(parseConfig({ HOST: '0.0.0.0' }), (line) => lines.push(line));
    await expect(send(mail)).rejects.toThrow(Unavailable);
    expect(lines).toEqual([]);
  });
});

it('every response forbids frames, plug-ins and another base', async () => {
  service = await startService();
  for (const path of ['/', '/livez', '/nowhere', '/docs', '/oauth/authorization', '/admin']) {
    const { headers } = await service.call('GET', path, { headers: { accept: 'text/html' } });
    const policy = headers.get('content-security-policy');
    for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy, path).toContain(part);
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('referrer-policy'), path).toBe('no-referrer');
  }
});

describe('browsers', () => {
  const behind = async (publicUrl: string) => {
    const started = await startService(undefined, {}, 'sqlite', publicUrl);
    service = started;
    const begun = await started.call('POST', '/account/v1/registration', {
      body: { name: 'ada' },
      headers: { 'x-csrf': '1' },
    });
    return begun.headers;
  };

  it('get cookies bound to the host, and must use TLS from then on', async () => {
    const headers = await behind('https://id.example');
    expect(headers.get('set-cookie')).toMatch(/^__Host-prosopon_session=.*Path=\/;.*Secure/);
    expect(headers.get('set-cookie')).not.toMatch(/domain/i);
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });

  it('without TLS get neither', async () => {
    const headers = await behind('http://127.0.0.1:8080');
    expect(headers.get('set-cookie')).toMatch(/^prosopon_session=/);
    expect(headers.get('strict-transport-security')).toBeNull();
  });
});
