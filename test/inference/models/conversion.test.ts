/** Every converted model answers what TensorFlow.js answers, on noise and on a photograph. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as tf from '@tensorflow/tfjs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MODELS, type ModelEntry } from '../../../src/inference/models/manifest.ts';
import { isInstalled, prepareModel } from '../../../src/inference/models/prepare.ts';
import { openSession } from '../../../src/inference/session.ts';
import {
  channelsLast,
  loadGraph,
  noise,
  packageFile,
  relativeError,
  startTensorflow,
} from '../tfjs-reference.ts';

/** Outputs for one image, in the manifest's order. */
type Reference = (pixels: Float32Array) => Promise<Float32Array[]>;

const PHOTOGRAPH = '@vladmandic/face-api/demo/sample1.jpg';
const TOLERANCE = 1e-3;

let dataDir: string;
beforeAll(async () => {
  await startTensorflow();
  dataDir = await mkdtemp(join(tmpdir(), 'prosopon-models-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

/** A graph model of an npm package, run by TensorFlow.js on the same planar input. */
async function graphReference(entry: ModelEntry): Promise<Reference> {
  const [json, bin] = await Promise.all(
    entry.source.files.map((file) => packageFile(`${entry.source.package}/${file.path}`)),
  );
  const model = await loadGraph(JSON.parse(json!.toString()) as tf.io.ModelJSON, bin!);
  const { width, height } = entry.input;
  const names = entry.outputs.map((output) => output.name);
  return async (pixels) => {
    const input = tf.tensor4d(channelsLast(pixels, width), [1, height, width, 3]);
    return [model.execute(input, names)].flat().map((output) => output.dataSync() as Float32Array);
  };
}

interface FaceApiNet {
  loadFromWeightMap(weights: tf.NamedTensorMap): void;
  forward(input: tf.Tensor4D): Promise<tf.Tensor2D>;
}

/** face-api's own network; it normalises inside, so that the planar input is turned back first. */
async function faceApiReference(entry: ModelEntry): Promise<Reference> {
  const require = createRequire(import.meta.url);
  const { FaceRecognitionNet } = require('@vladmandic/face-api/dist/face-api.node-wasm.js') as {
    FaceRecognitionNet: new () => FaceApiNet;
  };
  const [json, bin] = await Promise.all(
    entry.source.files.map((file) => packageFile(`${entry.source.package}/${file.path}`)),
  );
  const groups = JSON.parse(json!.toString()) as { weights: tf.io.WeightsManifestEntry[] }[];
  const net = new FaceRecognitionNet();
  net.loadFromWeightMap(tf.io.decodeWeights(Uint8Array.from(bin!).buffer, groups[0]!.weights));
  const { mean, scale, width } = entry.input;
  return async (pixels) => {
    const image = channelsLast(pixels, width).map(
      (value, index) => value / scale + mean[index % 3]!,
    );
    const output = await net.forward(tf.tensor4d(image, [1, width, width, 3]));
    return [output.dataSync() as Float32Array];
  };
}

/** Pixels 0..255, three planes, as the network wants to see them. */
function normalise(planes: Float32Array, { mean, scale, width, height }: ModelEntry['input']) {
  const plane = width * height;
  return planes.map((pixel, index) => (pixel - mean[Math.floor(index / plane) % 3]!) * scale);
}

async function photograph({ width, height, channels }: ModelEntry['input']): Promise<Float32Array> {
  const rgb = await sharp(await packageFile(PHOTOGRAPH))
    .resize(width, height, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
  const plane = width * height;
  return Float32Array.from({ length: 3 * plane }, (_, index) => {
    const channel = Math.floor(index / plane);
    return rgb[(index % plane) * 3 + (channels === 'rgb' ? channel : 2 - channel)]!;
  });
}

describe.each(MODELS)('$name', (entry) => {
  it('agrees with TensorFlow.js on noise and on a photograph', async ({ skip }) => {
    if (!(await isInstalled(entry))) skip(`${entry.source.package} is not installed`);
    const reference = await (entry.source.format === 'tfjs-graph'
      ? graphReference(entry)
      : faceApiReference(entry));
    const session = await openSession(await prepareModel(entry.name, { dataDir }));
    const { width, height } = entry.input;
    const noisy = noise(3 * width * height, 7).map((value) => value * 255);
    const images: Float32Array[] = [noisy, await photograph(entry.input)];
    const pixels = Float32Array.from(images.flatMap((image) => [...normalise(image, entry.input)]));
    const single = (index: number) =>
      pixels.slice((index * pixels.length) / 2, ((index + 1) * pixels.length) / 2);
    // TensorFlow.js takes one image at a time from some of these graphs, ours take a batch.
    const expected = [await reference(single(0)), await reference(single(1))];
    const actual = await session.run({ input: { data: pixels, dims: [2, 3, height, width] } });
    await session.close();
    expect(Object.keys(actual)).toEqual(entry.outputs.map((output) => output.name));
    entry.outputs.forEach((output, index) => {
      const { data, dims } = actual[output.name]!;
      expect(dims).toEqual([2, ...output.dims]);
      const errors = expected.map((answers, image) =>
        relativeError(
          answers[index]!,
          data.slice((image * data.length) / 2, ((image + 1) * data.length) / 2),
        ),
      );
      console.log(`${entry.name} ${output.name}: relative error ${Math.max(...errors)}`);
      expect(Math.max(...errors)).toBeLessThan(TOLERANCE);
    });
  });
});
