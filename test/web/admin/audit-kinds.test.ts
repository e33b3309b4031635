/** Whatever the service writes to the audit trail, administrators read as a sentence of their language. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AUDIT_EVENTS } from '../../../src/journal/audit.ts';
import { KINDS } from '../../../web/admin/audit-kinds.ts';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join('src', name), 'utf8'));

const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found]) => found!);

/** What administrators look at, as routes name it. */
const looks = (source: string) =>
  source.includes("from './administration.ts'")
    ? all(source, /\b(?:look|freshLook)\(\s*'([^']+)'/g)
    : [];

/** An event with what of it happened, as the code that writes entries names it. */
const kinds = sources.flatMap((source) => [
  ...looks(source).map((what) => `query ${what}`),
  ...all(source, /\bawait recordAccountChange\(([^;]*)\);/g)
    .flatMap((given) => all(given, /'([^']+)'/g))
    .map((change) => `account-change ${change}`),
  ...all(source, /event: '([\w-]+)'/g).flatMap((event) => {
    const told = all(source, /\{\s*(?:change|what): '([^']+)'/g);
    const prefix = /change: `(\w+ )\$\{change\}`/.exec(source)?.[1] ?? '';
    const changes = all(
      source,
      /\bawait (?:changed|record(?!AccountChange)\w*)\(([^;]*)\);/g,
    ).flatMap((given) => all(given, /'([^']+)'/g));
    return [...told, ...changes.map((change) => prefix + change)].map((one) => `${event} ${one}`);
  }),
]);

it('has a sentence for every event and its variants', () => {
  expect(kinds).toEqual(
    expect.arrayContaining([
      'query jobs',
      'client-change deleted with its templates',
      'client-change webhook created',
      'account-change invited',
      'account-change passkey added',
      'erasure second factor',
      'rollback found',
      'transfer restore',
    ]),
  );
  expect([...AUDIT_EVENTS, ...kinds].filter((kind) => KINDS[kind] === undefined)).toEqual([]);
});

it('says the same in both languages', () => {
  const values = (text: string) => all(text, /\{(\w+)\}/g).sort();
  for (const [kind, { en, de }] of Object.entries(KINDS))
    expect(values(de), kind).toEqual(values(en));
});
