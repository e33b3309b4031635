/** Who connects to another machine without a word about TLS is warned. */
import { expect, it } from 'vitest';
import { plainLinks } from '../../src/cli/plain-links.ts';
import { parseConfig } from '../../src/config/config.ts';

const warned = (env: Readonly<Record<string, string>>) => plainLinks(parseConfig(env));

it.each([
  'postgres://u:secret@db.example/faces',
  'postgresql://10.0.0.7:5432/faces?pool=4',
  'postgres:///faces?host=db.example',
])('of the database: %s', (DATABASE_URL) => {
  const [warning, ...more] = warned({ DATABASE_URL });
  expect(warning).toMatch(/^DATABASE_URL does not demand TLS of (db\.example|10\.0\.0\.7): add/);
  expect(warning).toContain('sslmode=verify-full');
  expect(warning).not.toMatch(/secret/);
  expect(more).toEqual([]);
});

it('of the mail server, whose STARTTLS an attacker can remove', () => {
  const PROSOPON_SMTP_URL = 'smtp://u:p@mail.example:587';
  expect(warned({ PROSOPON_SMTP_URL })).toEqual([
    'PROSOPON_SMTP_URL does not demand TLS of mail.example: add the parameter requireTLS=true, or ' +
      'requireTLS=false if nobody else can read that network',
  ]);
});

it.each([
  {},
  { DATABASE_URL: 'postgres://db.example/faces?sslmode=verify-full' },
  { DATABASE_URL: 'postgres://database/faces?sslmode=disable' },
  { DATABASE_URL: 'postgres://127.0.0.1/faces' },
  { DATABASE_URL: 'postgres://[::1]/faces' },
  { DATABASE_URL: 'postgres:///faces' },
  { DATABASE_URL: 'postgres:///faces?host=/run/postgresql' },
  { DATABASE_URL: 'postgres://%2Frun%2Fpostgresql/faces' },
  { PROSOPON_SMTP_URL: 'smtps://mail.example' },
  { PROSOPON_SMTP_URL: 'smtp://mail.example?requireTLS=true' },
  { PROSOPON_SMTP_URL: 'smtp://localhost:25' },
])('but not with %o', (env) => {
  expect(warned(env)).toEqual([]);
});
