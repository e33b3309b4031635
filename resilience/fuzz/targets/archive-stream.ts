import { openStream, sealStream } from '../../../src/archive/sealed-stream.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import { Broken, type Target } from '../target.ts';

const secret = { kind: 'key', key: Buffer.alloc(32, 7) } as const;
const plain = Buffer.from('what the archive holds');

async function* pieces(bytes: Uint8Array) {
  yield bytes.subarray(0, bytes.length >> 1);
  yield bytes.subarray(bytes.length >> 1);
}

const sealed = Buffer.concat(await Array.fromAsync(sealStream(pieces(plain), 'backup', secret)));

/** A changed file never opens. */
export const target: Target = {
  seeds: [sealed],
  words: ['PROSOPON-SEALED-1 ', '"salt":', '"secret":"key"', 'null', '{}\n', '[]'],
  isRefusal: (error) => error instanceof InvalidArgument,
  async parse(input) {
    const opened = await openStream(pieces(input), () => secret);
    const read = Buffer.concat(await Array.fromAsync(opened.plain));
    if (!plain.equals(read)) throw new Broken('opened though it was changed');
  },
};
