/** Every language says the same as English: the same texts, with the same values to be put in. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { de as german } from '../../web/messages/admin/de.ts';
import { en as desk } from '../../web/messages/admin/en.ts';
import { en } from '../../web/messages/en.ts';

/** Texts by their path, in order. */
function textsOf(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value as object).flatMap(([name, member]) =>
    textsOf(member, `${path}.${name}`),
  );
}

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

/** Values by which one or more is told, of `{n|call|calls}`. */
const counts = (text: string) =>
  [...text.matchAll(/\{(\w+)\|[^{}|]*\|[^{}|]*\}/g)].map(([, n]) => n!);

const english = new Map(textsOf(en));
const atDesk = new Map(textsOf(desk));
const others = readdirSync('web/messages')
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.replace('.ts', ''))
  .filter((name) => name !== 'en');

function expectTheSame(catalogue: unknown, wanted: ReadonlyMap<string, string>) {
  const texts = textsOf(catalogue);
  expect(texts.filter(([, text]) => text.trim() === '')).toEqual([]);
  for (const [path, text] of texts) {
    expect(placeholders(text), path).toEqual(placeholders(wanted.get(path) ?? ''));
    expect(text.match(/\|/g) ?? [], path).toHaveLength(2 * counts(text).length);
  }
  expect(texts.map(([path]) => path).sort()).toEqual([...wanted.keys()].sort());
}

it.each(others)('%s', async (language) => {
  const catalogue = await import(`../../web/messages/${language}.ts`);
  expectTheSame(catalogue[language], english);
});

it('German at the desk', () => expectTheSame(german, atDesk));

it('says “1 call” and “2 calls” in languages with one plural', () => {
  expect([...english].filter(([, text]) => text.includes('|'))).toEqual([]);
  expect(counts(desk.admin.overview.summary)).toEqual(['calls', 'negative']);
  expect(counts(german.admin.overview.summary)).toEqual(['calls']);
});

it('tells people nothing meant for operators', () => {
  for (const [path, text] of english)
    expect(text, path).not.toMatch(/\b(your own|this|this very) (machine|computer)\b/i);
  expect(english.get('.camera.problems.insecure')).toMatch(/https:\/\/\.$/);
});

it('has ten languages', () => {
  expect(others).toHaveLength(9);
});

it('keeps desk texts off pages for people', () => {
  const words = Object.keys(desk).join('|');
  const pages = ['account', 'camera', 'design', 'landing', 'link', 'login', 'profile', 'register'];
  for (const folder of [...pages, 'login-error', 'not-found'])
    for (const name of readdirSync(`web/${folder}`).filter((file) => file.endsWith('.tsx'))) {
      const source = readFileSync(`web/${folder}/${name}`, 'utf8');
      for (const [read] of source.matchAll(/\{[^{}]*\}(: \w+)? = t\.value;|t\.value\.\w+/g))
        expect(read, name).not.toMatch(new RegExp(`[ .](${words})\\b`));
    }
});
