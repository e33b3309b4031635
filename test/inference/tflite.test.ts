/** TensorFlow Lite networks: nothing here runs the original, therefore what they see is looked at. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTflite } from '../../src/inference/convert/tflite-model.ts';
import { prepareModel } from '../../src/inference/models/prepare.ts';
import { openSession } from '../../src/inference/session.ts';
import { portrait } from '../../testing/photos.ts';

it('selfie segmentation separates the person from the background', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'prosopon-tflite-'));
  const session = await openSession(
    await prepareModel('selfie-segmentation', { dataDir, modelsDir: undefined }),
  );
  await rm(dataDir, { recursive: true });
  // The person fills the lower middle of a canvas that is otherwise plain.
  const rgb = await portrait(0, 128)
    .extend({ left: 64, right: 64, top: 128, background: '#9ab' })
    .removeAlpha()
    .raw()
    .toBuffer();
  const data = Float32Array.from({ length: 3 * 256 * 256 }, (_, i) => {
    const plane = Math.floor(i / 65536);
    return rgb[(i % 65536) * 3 + plane]! / 255;
  });
  const { person } = await session.run({ input: { data, dims: [1, 3, 256, 256] } });
  await session.close();
  expect(person!.dims).toEqual([1, 1, 256, 256]);
  const at = (x: number, y: number) => person!.data[y * 256 + x]!;
  expect(at(128, 192)).toBeGreaterThan(0.95);
  for (const [x, y] of [
    [10, 10],
    [245, 10],
    [128, 40],
  ] as const)
    expect(at(x, y)).toBeLessThan(0.05);
});

it('refuses another file', () => {
  expect(() => readTflite(Buffer.from('no network at all'))).toThrow('no TensorFlow Lite file');
});
