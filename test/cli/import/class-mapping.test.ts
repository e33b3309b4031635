/** Which folder is which class: numbers kept exactly, nobody given another one's class. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assignClasses, readMapping, writeMapping } from '../../../src/cli/import/class-mapping.ts';

const nothingTaken = async () => false;

test('assigns what is known, then numbers by name, then the next free ones', async () => {
  const known = new Map([['carol', 2n]]);
  const taken = async (classId: bigint) => classId === 4n;
  const folders = ['1', 'alice', 'bob', 'carol', '9223372036854775807'];
  const assigned = await assignClasses(folders, known, taken);
  expect(Object.fromEntries(assigned)).toEqual({
    carol: 2n,
    '1': 1n,
    '9223372036854775807': 9223372036854775807n,
    alice: 3n,
    bob: 5n,
  });
});

test('a number beyond 64 bits is refused, not rounded', async () => {
  await expect(assignClasses(['9223372036854775808'], new Map(), nothingTaken)).rejects.toThrow(
    /9223372036854775808/,
  );
});

test('is written and read exactly', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prosopon-mapping-'));
  const path = join(folder, 'classes.json');
  try {
    expect(await readMapping(path)).toEqual(new Map());
    const mapping = new Map([
      ['a "b"', 9007199254740993n],
      ['z', 1n],
    ]);
    await writeMapping(path, mapping);
    expect(await readFile(path, 'utf8')).toContain('9007199254740993');
    expect(await readMapping(path)).toEqual(mapping);
  } finally {
    await rm(folder, { recursive: true });
  }
});
