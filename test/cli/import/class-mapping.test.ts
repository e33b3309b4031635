/** Which folder is which class: numbers kept exactly, nobody given another one's class. */
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assignClasses, readMapping, writeMapping } from '../../../src/cli/import/class-mapping.ts';
import { InvalidArgument } from '../../../src/errors.ts';

test('assigns known classes, then numeric names, then new ones that nobody else draws', () => {
  const known = new Map([['carol', 2n]]);
  const folders = ['1', 'alice', 'bob', 'carol', '9223372036854775807'];
  const { alice, bob, ...others } = Object.fromEntries(assignClasses(folders, known));
  expect(others).toEqual({ carol: 2n, '1': 1n, '9223372036854775807': 9223372036854775807n });
  for (const drawn of [alice!, bob!]) expect(drawn > 0n && drawn < 2n ** 53n).toBe(true);
  const again = assignClasses(folders, known);
  expect(new Set([alice, bob, again.get('alice'), again.get('bob')]).size).toBe(4);
});

test('refuses a number beyond 64 bits instead of rounding it', () => {
  expect(() => assignClasses(['9223372036854775808'], new Map())).toThrow(/9223372036854775808/);
});

test.each([
  ['given to another folder earlier', { alice: 17n }, ['17', 'alice'], 'alice', '17'],
  ['given to a folder that is gone', { alice: 17n }, ['17'], 'alice', '17'],
  ['given twice in the mapping', { alice: 17n, bob: 17n }, ['alice', 'bob'], 'alice', 'bob'],
  ['given twice, of folders that are gone', { alice: 1n, bob: 1n }, ['carol'], 'alice', 'bob'],
  ['of one number written in two ways', {}, ['017', '17'], '017', '17'],
  ['of a number with zeros, given earlier', { alice: 17n }, ['0017'], 'alice', '0017'],
  ['of a mapped number', { '5': 17n }, ['17', '5'], '5', '17'],
])('refuses a class %s, and names both folders', (_, known, folders, one, other) => {
  const mapping = new Map(Object.entries<bigint>(known));
  expect(() => assignClasses(folders, mapping)).toThrow(
    new RegExp(`The folders "${one}" and "${other}" would share class \\d+: rename`),
  );
});

test('ignores leading zeros of a number', () => {
  const assigned = assignClasses(['002', '1', 'bob'], new Map([['bob', 3n]]));
  expect(Object.fromEntries(assigned)).toEqual({ bob: 3n, '002': 2n, '1': 1n });
});

test('maps a number to another one', () => {
  const known = new Map(Object.entries({ '17': 5n, alice: 17n }));
  expect(assignClasses(['17', 'alice'], known)).toEqual(known);
});

test.each([
  '{"alice": "1"}',
  '{"alice": {"x": 1}}',
  '{"alice": [1]}',
  '{"alice": null}',
  '{"alice": 1.5}',
  '{"alice": 0}',
  '{"alice": 9223372036854775808}',
  '["a"]',
  '[1]',
  '"alice"',
  'null',
  '1',
  '',
])('rejects %s as a mapping', async (text) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'prosopon-mapping-'));
  const path = join(folder.path, 'classes.json');
  await writeFile(path, text);
  await expect(readMapping(path)).rejects.toThrow(
    new InvalidArgument(`${path}: expected JSON such as {"alice": 1, "bob": 2}`),
  );
});

test('is written and read exactly', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'prosopon-mapping-'));
  const path = join(folder.path, 'classes.json');
  expect(await readMapping(path)).toEqual(new Map());
  const mapping = new Map([
    ['a "b"', 9007199254740993n],
    ['z', 1n],
  ]);
  await writeMapping(path, mapping);
  expect(await readFile(path, 'utf8')).toContain('9007199254740993');
  expect(await readMapping(path)).toEqual(mapping);
});
