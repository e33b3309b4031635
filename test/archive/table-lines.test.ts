/** Lines of a backup: what is no line of a table is said so, and nothing else happens. */
import { expect, it } from 'vitest';
import { openBackup } from '../../src/archive/restore.ts';
import { readLine, rowLine } from '../../src/archive/table-lines.ts';
import { InvalidArgument } from '../../src/errors.ts';

it('restores every kind of value', () => {
  const row = { a: 'int8:7', b: -7n, c: Buffer.from('y'), d: null, e: 1.5, f: '' };
  expect(readLine(rowLine(row, Object.keys(row)))).toEqual({ row: Object.values(row) });
});

it.each([
  '',
  'null',
  '7',
  '{',
  '{"row":7}',
  '{"table":"a"}',
  '{"row":["int8:x"]}',
  '{"row":["z"]}',
])('refuses the line %s', (line) => {
  expect(() => readLine(line)).toThrow(InvalidArgument);
});

it.each(['', 'null', '{}', '{"release":"1","version":"2"}'])(
  'refuses a backup that begins with %s',
  async (line) => {
    const header = { content: 'backup', secret: 'key', salt: '', created: '' } as const;
    const plain = (async function* () {
      yield Buffer.from(`${line}\n`);
    })();
    await expect(openBackup({ header, plain })).rejects.toThrow(InvalidArgument);
  },
);
