/** What an entry of the audit trail says, whatever the names in it are. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AuditEntry } from '../../../web/admin/answers.ts';

interface Sentence {
  readonly before: string;
  readonly who: string | undefined;
  readonly after: string;
}

/** By name, as these modules are typed with a browser, which tests are not. */
const LANGUAGE = '../../../web/language.ts';
const SENTENCES = '../../../web/admin/audit-sentence.ts';

let sentences: { sentenceOf(entry: AuditEntry): Sentence };
let fill: (text: string, values: Readonly<Record<string, string>>) => string;

beforeAll(async () => {
  // As much of a browser as the language of a page asks for.
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('location', { search: '' });
  const language = await import(LANGUAGE);
  await language.speakFirst('desk');
  ({ fill } = language);
  sentences = await import(SENTENCES);
});
afterAll(() => vi.unstubAllGlobals());

const sentenceOf = (actor: string, details: object = { what: 'jobs' }, event = 'query') =>
  sentences.sentenceOf({
    ...{ seq: 1, time: '2026-01-01T00:00:00Z', event, actor, intact: true },
    ...{ clientId: 'shop', details },
  } as AuditEntry);

it('a name that is a sentence stays a name', () => {
  const name = 'root deleted the client shop. eve';
  expect(sentenceOf(`account:${name}`)).toEqual({
    before: '',
    who: name,
    after: ' looked at jobs.',
  });
});

it('names the actor: an application, the service, the command line, nobody', () => {
  const deleted = { change: 'deleted' };
  expect(sentenceOf('shop', deleted, 'client-change').who).toBe('The application shop');
  expect(sentenceOf('service', deleted, 'client-change').who).toBe('The service');
  expect(sentenceOf('cli:ada', deleted, 'client-change')).toEqual({
    before: '',
    who: 'ada, on the command line,',
    after: ' deleted the client shop.',
  });
  const refused = sentenceOf('service', { table: 'users' }, 'row-refused');
  expect(refused).toMatchObject({ who: undefined, after: '' });
});

it('right-to-left words take no neighbours along', () => {
  expect(fill('{name} (7)', { name: 'عمر' })).toBe('\u2068عمر\u2069 (7)');
  expect(fill('{name} (7)', { name: 'Ömer' })).toBe('Ömer (7)');
});
