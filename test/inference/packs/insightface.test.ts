/** The graph of insightface-efficientnet-b0 with random weights: its conversion, not its accuracy. */
import { readFile } from 'node:fs/promises';
import * as tf from '@tensorflow/tfjs';
import { beforeAll, expect, it } from 'vitest';
import { readGraph, type TfjsModel } from '../../../src/inference/convert/tfjs-graph.ts';
import { convertGraph } from '../../../src/inference/convert/tfjs-to-onnx.ts';
import { openSession } from '../../../src/inference/session.ts';
import { sharedPath } from '../../support/shared.ts';
import {
  channelsLast,
  loadGraph,
  noise,
  relativeError,
  startTensorflow,
} from '../tfjs-reference.ts';

const SIDE = 112;
const path = sharedPath('models', 'upstream', 'insightface-efficientnet-b0.json');

beforeAll(async () => {
  await startTensorflow();
});

/** Half-precision weights of a size that keeps the signal alive through all layers. */
function randomWeights({ weightsManifest }: TfjsModel): Buffer {
  const parts = weightsManifest.flatMap((group) =>
    group.weights.map(({ name, shape, dtype, quantization }, index) => {
      const count = shape.reduce((product, length) => product * length, 1);
      if (dtype === 'int32') {
        const shapes = name.includes('flatten') ? [-1, 512] : [1, 2];
        return Buffer.from(Int32Array.from(shapes.slice(0, count)).buffer);
      }
      const spread = Math.sqrt(3 / Math.max(1, count / (shape.at(-1) ?? 1)));
      const values = noise(count, index + 1).map((value) => (value * 2 - 1) * spread);
      if (quantization?.dtype !== 'float16') return Buffer.from(values.buffer);
      return Buffer.from(Float16Array.from(values).buffer);
    }),
  );
  return Buffer.concat(parts);
}

it.skipIf(path === undefined)('agrees with TensorFlow.js', async () => {
  const json = JSON.parse(await readFile(path!, 'utf8')) as TfjsModel;
  const weights = randomWeights(json);
  const converted = convertGraph(readGraph(json, weights), ['Identity'], 'insightface');
  const session = await openSession(converted);
  const data = noise(3 * SIDE * SIDE, 9);
  const actual = await session.run({ input: { data, dims: [1, 3, SIDE, SIDE] } });
  await session.close();

  const model = await loadGraph(json as unknown as tf.io.ModelJSON, weights);
  const input = tf.tensor4d(channelsLast(data, SIDE), [1, SIDE, SIDE, 3]);
  const expected = (model.execute(input, 'Identity') as tf.Tensor).dataSync() as Float32Array;
  const spread = Math.max(...expected) - Math.min(...expected);
  expect(spread).toBeGreaterThan(0.01);
  const error = relativeError(expected, actual.Identity!.data);
  console.log(`insightface-efficientnet-b0, random weights: relative error ${error}`);
  expect(error).toBeLessThan(1e-3);
});
