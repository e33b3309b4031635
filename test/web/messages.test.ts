/** Every language says the same as English: the same texts, with the same values to be put in. */
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { en } from '../../web/messages/en.ts';

/** Texts by their path, in order. */
function textsOf(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value as object).flatMap(([name, member]) =>
    textsOf(member, `${path}.${name}`),
  );
}

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

const english = new Map(textsOf(en));
const others = readdirSync('web/messages')
  .map((name) => name.replace('.ts', ''))
  .filter((name) => name !== 'en');

it.each(others)('%s', async (language) => {
  const catalogue = (await import(`../../web/messages/${language}.ts`))[language];
  const texts = textsOf(catalogue);
  expect(texts.filter(([, text]) => text.trim() === '')).toEqual([]);
  for (const [path, text] of texts)
    expect(placeholders(text), `${language}${path}`).toEqual(placeholders(english.get(path) ?? ''));
  const sections = Object.keys(catalogue).map((name) => `.${name}.`);
  const wanted = [...english.keys()].filter((path) => sections.some((of) => path.startsWith(of)));
  expect(texts.map(([path]) => path).sort()).toEqual(wanted.sort());
});

it('knows ten languages', () => {
  expect(others).toHaveLength(9);
});
