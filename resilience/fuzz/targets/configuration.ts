import { ConfigError, ENVIRONMENT, parseConfig } from '../../../src/config/config.ts';
import { parseAliases } from '../../../src/protocols/grpc/definitions.ts';
import { seed, type Target, textOf } from '../target.ts';

/** Lines of `NAME=value`. */
export const target: Target = {
  seeds: [
    seed('PORT=8080\nHOST=::1\nPUBLIC_URL=https://a.example/b\nPROSOPON_AUDIENCE=https://c,d'),
    seed('DATABASE_URL=postgres://a:b@c/d\nPROSOPON_GALLERY=database\nPROSOPON_WORKERS=2'),
    seed('PROSOPON_TRUSTED_PROXIES=10.0.0.0/8,::1/128\nPROSOPON_METRICS_ADDRESS=[::1]:9'),
    seed('PROSOPON_SMTP_URL=smtp://a:b@c:25\nPROSOPON_MAIL_FROM=A <a@b.example>\nLOG_LEVEL=info'),
    seed('PROSOPON_GRPC_ALIASES=prosopon.v1.FaceRecognition=x.Y'),
  ],
  words: [
    ...Object.keys(ENVIRONMENT).map((name) => `\n${name}=`),
    '://',
    '[::1]',
    '/0',
    '%00',
    '@',
  ],
  isRefusal: (error) => error instanceof ConfigError,
  parse(input) {
    const lines = textOf(input).replaceAll('\0', '').split('\n');
    // For an unknown name, the nearest is searched, which is slow for long names.
    const pairs = lines.slice(0, 50).map((whole) => {
      const line = whole.slice(0, 500);
      const at = line.indexOf('=');
      return [line.slice(0, at), line.slice(at + 1)] as const;
    });
    const { grpcAliases } = parseConfig(Object.fromEntries(pairs.filter(([name]) => name !== '')));
    parseAliases(grpcAliases);
  },
};
