/** Where webhooks lead: to the public network by TLS, and elsewhere only as the operator says. */
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/config.ts';
import { createDestinations } from '../../src/webhooks/destination.ts';
import { createSender } from '../../src/webhooks/send.ts';

const EXPOSED = { PUBLIC_URL: 'https://faces.example' };
const destinations = (env: Record<string, string> = {}) => createDestinations(parseConfig(env));
const secrets = [`whsec_${Buffer.alloc(32, 1).toString('base64')}`];

describe('addresses of webhooks', () => {
  it.each([
    'https://shop.example/hooks?by=face',
    'https://shop.example:8443/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
  ])('%s is accepted', (url) => {
    expect(() => destinations(EXPOSED).check(url)).not.toThrow();
  });

  it.each([
    'http://shop.example/',
    'http://8.8.8.8/',
    'ftp://shop.example/',
    'shop.example',
    'https://user:secret@shop.example/',
    'https://shop.example/#part',
    `https://shop.example/${'a'.repeat(2000)}`,
    'https://localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://224.0.0.1/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fe80::1]/',
    'https://[fc00::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[::127.0.0.1]/',
    'https://[::8.8.8.8]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::ffff:0:127.0.0.1]/',
    'https://[64:ff9b:1::7f00:1]/',
    'https://[fec0::1]/',
    'https://[100::1]/',
    'https://[2001::1]/',
    'https://[2001:db8::1]/',
    'https://[4000::1]/',
    'https://localhost./',
    'https://faces.localhost/',
    'https://127.0.0.1./',
  ])('%s is refused if others reach the service', (url) => {
    expect(() => destinations(EXPOSED).check(url)).toThrow(/^url: /);
  });

  it('may be local if nobody else reaches the service, and in networks by name', () => {
    for (const url of ['http://localhost:3000/', 'http://127.0.0.1/', 'http://[::1]:3000/'])
      expect(() => destinations().check(url)).not.toThrow();
    expect(() => destinations().check('http://10.1.2.3/')).toThrow('PROSOPON_WEBHOOK_NETWORKS');
    const inside = destinations({ ...EXPOSED, PROSOPON_WEBHOOK_NETWORKS: '10.0.0.0/8, fd00::/8' });
    for (const url of ['http://10.1.2.3/', 'https://[fd00::5]/', 'http://hooks.internal/'])
      expect(() => inside.check(url)).not.toThrow();
    expect(() => inside.check('http://127.0.0.1/')).toThrow();
    const wrong = { PROSOPON_WEBHOOK_NETWORKS: 'inside' };
    expect(() => parseConfig(wrong)).toThrow('PROSOPON_WEBHOOK_NETWORKS=inside');
  });

  it('are checked again on connection, because a name may lead anywhere by then', async () => {
    const lookup = promisify(destinations(EXPOSED).lookup(true)) as unknown as (
      host: string,
      options: object,
    ) => Promise<unknown>;
    await expect(lookup('localhost', { all: true })).rejects.toThrow('not a public address');
    await expect(lookup('localhost', {})).rejects.toThrow('not a public address');
    const permitted = promisify(destinations().lookup(false)) as unknown as typeof lookup;
    expect(await permitted('localhost', {})).toMatch(/^(127\.0\.0\.1|::1)$/);

    const sender = createSender(destinations(EXPOSED));
    const signal = new AbortController().signal;
    for (const url of [
      'https://localhost:1/',
      'https://127.0.0.1:1/',
      'https://[::127.0.0.1]:1/',
      'http://[::1]:1/',
    ])
      expect(
        await sender.send({ url, secrets }, { id: 'msg_1', body: '{}' }, signal),
      ).toMatchObject({
        outcome: 'failed',
        problem: expect.stringMatching(/is not a public address|needs https/),
      });
    await sender.close();
  });
});
