/** EdgeFace as converted from its PyTorch archive: values of an implementation in PyTorch. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { buildEdgeNext } from '../../../src/inference/convert/edgenext.ts';
import { readTorchArchive } from '../../../src/inference/convert/torch-archive.ts';
import { openSession } from '../../../src/inference/session.ts';
import { sharedPath } from '../../../testing/shared.ts';

const archive = sharedPath('models/upstream/edgeface_xs_q.pt');

/** PyTorch 1.13 on the input below, its quantised layers read as float32; norm and first values. */
const NORM = 2.081483;
const FIRST = [-0.035243, -0.083845, 0.052725, -0.084941, 0.087141, 0.029021, 0.0551, -0.186531];

const SIDE = 112;
const waves = Float32Array.from(
  { length: 3 * SIDE * SIDE },
  (_, index) => Math.sin(index * 0.37) * 0.6 + Math.cos(index * 0.011) * 0.3,
);

describe.skipIf(archive === undefined)('EdgeFace-XS', () => {
  it('matches PyTorch, alone and in a batch', async () => {
    const session = await openSession(buildEdgeNext(readTorchArchive(await readFile(archive!))));
    const data = new Float32Array([...waves, ...waves]);
    const { embedding } = await session.run({ input: { data, dims: [2, 3, SIDE, SIDE] } });
    for (const start of [0, 512]) {
      const vector = [...embedding!.data.subarray(start, start + 512)] as number[];
      expect(Math.hypot(...vector)).toBeCloseTo(NORM, 4);
      for (const [index, value] of FIRST.entries()) expect(vector[index]).toBeCloseTo(value, 4);
    }
  });

  it('is refused if truncated, foreign, or missing a weight', async () => {
    const bytes = await readFile(archive!);
    expect(() => readTorchArchive(bytes.subarray(0, 1_000_000))).toThrow(/^PyTorch archive: /);
    expect(() => readTorchArchive(Buffer.from('PK\x03\x04'))).toThrow(/^PyTorch archive: /);
    const weights = new Map(readTorchArchive(bytes));
    weights.delete('model.head.fc.bias');
    expect(() => buildEdgeNext(weights)).toThrow('weight head.fc.bias is missing');
  });
});
