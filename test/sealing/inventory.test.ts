/** The cryptographic inventory names every key that the service derives or keeps. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sources = globSync('src/**/*.ts').map((path) => readFileSync(path, 'utf8'));
const inventory = readFileSync('evaluation/reports/cryptography.md', 'utf8');

/** What the argument says, up to its first variable part; of a constant, what it was set to. */
function nameIn(argument: string, source: string): string {
  const [, text] = /^['`]([^'`$]*)/.exec(argument) ?? [];
  if (text !== undefined) return text.trim();
  const set = new RegExp(`const ${argument} = '([^']*)'`);
  const [, value] = set.exec(source) ?? sources.map((one) => set.exec(one)).find(Boolean) ?? [];
  return value ?? argument;
}

const names = sources.flatMap((source) => [
  ...[...source.matchAll(/\bderive\(([^):]+)\)/g)].map(([, key = '']) => nameIn(key, source)),
  ...[...source.matchAll(/(?:createServiceKeys|keysFor)\([^'()]*('[^']+')/g)].map(([, key = '']) =>
    nameIn(key, source),
  ),
]);

it.each([...new Set(names)])('has `%s`', (name) => {
  expect(inventory).toContain(`\`${name}\``);
});

it('is read from all of the source', () => {
  expect(names).toEqual(
    expect.arrayContaining(['bound rows', 'biometric data of', 'model cache', 'task token']),
  );
});
