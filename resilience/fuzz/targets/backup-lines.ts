import { openBackup } from '../../../src/archive/restore.ts';
import { readLine, rowLine, tableLine } from '../../../src/archive/table-lines.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import { seed, type Target } from '../target.ts';

const header = { content: 'backup', secret: 'key', salt: '', created: '' } as const;
const row = { a: 'x', b: 7n, c: Buffer.from('y'), d: null, e: 1.5 };
const lines =
  '{"version":1,"kind":"sqlite"}\n' +
  tableLine('templates', Object.keys(row)) +
  rowLine(row, Object.keys(row));

/** Contents of a backup, opened with its secret. */
export const target: Target = {
  seeds: [seed(lines), seed('{"version":999}\n'), seed('{"table":"x","columns":[]}\n')],
  words: ['int8:', 'b64:', 'text:', '"row":', '"table":', '"columns":', 'null', '__proto__', '\n'],
  isRefusal: (error) => error instanceof InvalidArgument,
  async parse(input) {
    const plain = (async function* () {
      yield Buffer.from(input);
    })();
    const { lines: read } = await openBackup({ header, plain });
    for await (const line of read) readLine(line);
  },
};
