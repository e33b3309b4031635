/** What of the environment is taken, and what stops the start with the name of its variable. */
import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from '../../src/config/config.ts';

const KEY = Buffer.alloc(32, 0xfb).toString('base64');

describe('an invalid value stops the start', () => {
  it.each([
    ['HOST', '[::1]'],
    ['HOST', 'face.example:80'],
    ['HOST', '127.0.0.1/'],
    ['HOST', '127.0.0.999'],
    ['PORT', '0x50'],
    ['PORT', '8e3'],
    ['PORT', '-1'],
    ['PUBLIC_URL', 'https://face.example/?page=1'],
    ['PUBLIC_URL', 'https://face.example/#top'],
    ['PUBLIC_URL', 'https:face.example'],
    ['PUBLIC_URL', 'HTTPS://face.example'],
    ['PUBLIC_URL', 'https://face.example '],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318?x=1'],
    ['PROSOPON_SMTP_URL', 'smtp:'],
    ['PROSOPON_SMTP_URL', 'smtp:mail.example'],
    ['DATABASE_URL', 'postgres:faces'],
    ['PROSOPON_MASTER_KEY', `!!!!${KEY}`],
    ['PROSOPON_MASTER_KEY', `${KEY}${KEY}`],
    ['PROSOPON_METRICS_ADDRESS', 'user:password@127.0.0.1:9090'],
    ['PROSOPON_METRICS_ADDRESS', '127.0.0.1:9090/metrics'],
    ['PROSOPON_METRICS_ADDRESS', '127.0.0.1:9090?all'],
    ['PROSOPON_GALLERY_PARTITION', 'shop.!x y'],
    ['PROSOPON_GALLERY_PARTITION', 'shop'],
    ['PROSOPON_ADMIN_ISSUER', 'http://login.example'],
    ['PROSOPON_ADMIN_ISSUER', 'https://login.example/?realm=1'],
    ['PROSOPON_ADMIN_ISSUER', 'https://login.example'],
    ['PROSOPON_TRUSTED_PROXIES', 'foo'],
    ['PROSOPON_TRUSTED_PROXIES', '127.0.0.1,10.0.0.0/33'],
    ['PROSOPON_TRUSTED_PROXIES', '0.0.0.0/0'],
    ['PROSOPON_TRUSTED_PROXIES', '::/0'],
  ])('%s=%s', (name, value) => {
    const parse = () => parseConfig({ [name]: value });
    expect(parse).toThrow(ConfigError);
    expect(parse).toThrow(new RegExp(`^${name}\\b`));
  });
});

describe('a value is accepted', () => {
  it.each([
    [{ HOST: '::1' }, { host: '::1', publicUrl: 'http://[::1]:8080' }],
    [{ HOST: 'face_1.example' }, { host: 'face_1.example' }],
    [{ PORT: '0080' }, { port: 80 }],
    [{ PUBLIC_URL: 'https://face.example/at/' }, { publicUrl: 'https://face.example/at' }],
    [
      { DATABASE_URL: 'postgresql:///faces?host=/run' },
      { databaseUrl: 'postgresql:///faces?host=/run' },
    ],
    [
      { PROSOPON_SMTP_URL: 'smtp://u:p@mail.example:25' },
      { smtpUrl: 'smtp://u:p@mail.example:25' },
    ],
    [{ PROSOPON_MASTER_KEY: KEY }, { masterKey: KEY }],
    [{ PROSOPON_MASTER_KEY: ` ${KEY}\n` }, {}],
    [{ PROSOPON_MASTER_KEY: Buffer.from(KEY, 'base64').toString('base64url') }, {}],
    [
      {
        PROSOPON_ADMIN_ISSUER: 'https://login.example/staff/',
        PROSOPON_ADMIN_CLIENT_ID: 'prosopon',
        PROSOPON_ADMIN_CLIENT_SECRET: 'x',
        PROSOPON_ADMIN_ROLES: 'CN=admins=owner, shop=administrator:shop',
      },
      {
        adminLogin: {
          issuer: 'https://login.example/staff/',
          clientId: 'prosopon',
          clientSecret: 'x',
          claim: 'groups',
          roles: ['CN=admins=owner', 'shop=administrator:shop'],
        },
      },
    ],
    [{ PROSOPON_METRICS_ADDRESS: '[::1]:9090' }, { metricsAddress: { host: '::1', port: 9090 } }],
    [
      { PROSOPON_GALLERY_PARTITION: 'shop.door_1' },
      { galleryPartition: { storage: 'shop', partition: 'door_1' } },
    ],
    [
      { PROSOPON_TRUSTED_PROXIES: '127.0.0.1, ::1, 172.16.0.0/12' },
      { trustedProxies: ['127.0.0.1/32', '::1/128', '172.16.0.0/12'] },
    ],
  ])('%o', (env, config) => {
    expect(parseConfig(env)).toMatchObject(config);
  });

  it('takes an issuer over plain http on this machine only', () => {
    const rest = {
      PROSOPON_ADMIN_CLIENT_ID: 'prosopon',
      PROSOPON_ADMIN_CLIENT_SECRET: 'x',
      PROSOPON_ADMIN_ROLES: 'admins=owner',
    };
    const start = (issuer: string) => parseConfig({ PROSOPON_ADMIN_ISSUER: issuer, ...rest });
    expect(() => start('http://login.example')).toThrow('PROSOPON_ADMIN_ISSUER: expected https://');
    expect(start('http://127.0.0.1:8081').adminLogin).toBeDefined();
  });
});

it.each([
  ['PUBLIC_URL', 'http:// or https://'],
  ['DATABASE_URL', 'postgres:// or postgresql://'],
  ['PROSOPON_SMTP_URL', 'smtp:// or smtps://'],
])('documents how %s begins', (name, beginnings) => {
  expect(() => parseConfig({ [name]: 'face.example' })).toThrow(
    `${name}: expected an address beginning with ${beginnings}`,
  );
});

describe('a name that nothing reads', () => {
  it.each([
    ['PROSOPON_DATEN', 'PROSOPON_DATA'],
    ['PROSOPON_DATA_DIR', 'PROSOPON_DATA'],
    ['PROSOPON_KEYFILE', 'PROSOPON_KEY_FILE'],
    ['PROSOPON_WORKER', 'PROSOPON_WORKERS'],
    ['PROSOPON_TRUSTED_PROXY', 'PROSOPON_TRUSTED_PROXIES'],
    ['PROSOPON_SMTP', 'PROSOPON_SMTP_URL'],
  ])('%s stops the start, as it means %s', (name, meant) => {
    expect(() => parseConfig({ [name]: '1' })).toThrow(
      `${name}: unknown variable; nearest is ${meant}`,
    );
  });

  it.each([
    'PROSOPON_TOKEN',
    'PROSOPON_SITE_URL',
    'PROSOPON_PORT',
    'PROSOPON_SERVICE_HOST',
    'PROSOPON_PORT_8080_TCP_ADDR',
    'PROSOPON_DATA_SERVICE_PORT',
  ])('%s does not, and is named', (name) => {
    expect(parseConfig({ [name]: '1' }).unknownVariables).toEqual([name]);
  });
});

describe('a password with characters that end an address', () => {
  it.each([
    'postgres://u:sec#ret@db.example/faces',
    'postgres://u:12#ret@db.example/faces',
    'postgres://u:sec/ret@db.example/faces',
    'postgres://u:12/ret@db.example/faces',
    'postgres://u:12?ret@db.example/faces',
    'postgres://u:50%off@db.example/faces',
    'postgres://db.example/faces?user=u&password=12#ret',
    'smtp://u:12#ret@mail.example',
    'smtps://u:sec/ret@mail.example',
  ])('%s stops the start, and is not shown', (value) => {
    const name = value.startsWith('smtp') ? 'PROSOPON_SMTP_URL' : 'DATABASE_URL';
    const parse = () => parseConfig({ [name]: value });
    expect(parse).toThrow(`${name}: not an address. Encode these characters`);
    expect(parse).toThrow(/^(?!.*(sec|ret|12|off|u:))/);
  });

  it.each([
    'postgres://u:p%23%2F%3F@db.example/faces',
    'postgres://u:p@ss!$&*()+,;=@db.example/faces',
    'postgres://u%40corp:p@[::1]:5432/faces?sslmode=require',
  ])('%s is read', (databaseUrl) => {
    expect(parseConfig({ DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl });
  });
});
