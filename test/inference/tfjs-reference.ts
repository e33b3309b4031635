/** The same networks under TensorFlow.js (WebAssembly): what our conversions are compared with. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as tf from '@tensorflow/tfjs';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';

const require = createRequire(import.meta.url);

/** What ends the process where nobody catches an error. */
const FATAL = ['uncaughtException', 'unhandledRejection'] as const;

/** Selects the WebAssembly backend; call once. */
export async function startTensorflow(): Promise<void> {
  const wasm = require.resolve('@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm');
  setWasmPaths(`${dirname(wasm)}/`);
  const before = FATAL.map((event) => process.listeners(event as 'uncaughtException'));
  await tf.setBackend('wasm');
  await tf.ready();
  // It ends the process at any unhandled rejection, be it of another test file in the same process.
  for (const [i, event] of FATAL.entries())
    for (const listener of process.listeners(event as 'uncaughtException'))
      if (!before[i]!.includes(listener)) process.off(event, listener);
}

/** Where an npm package is, whatever its export map says. */
export async function packageFile(path: string): Promise<Buffer> {
  for (const directory of require.resolve.paths('x') ?? []) {
    const bytes = await readFile(join(directory, path)).catch(() => undefined);
    if (bytes !== undefined) return bytes;
  }
  throw new Error(`${path} is not installed`);
}

/** A graph model from its JSON and weight bytes. */
export async function loadGraph(
  json: tf.io.ModelJSON,
  weights: Uint8Array,
): Promise<tf.GraphModel> {
  const model = new tf.GraphModel(
    tf.io.fromMemory({
      modelTopology: json.modelTopology,
      weightSpecs: json.weightsManifest.flatMap((group) => group.weights),
      weightData: Uint8Array.from(weights).buffer,
    }),
  );
  await model.load();
  return model;
}

/** Channels first → channels last for one or more images. */
export function channelsLast(data: Float32Array, side: number): Float32Array {
  const plane = side * side;
  const image = 3 * plane;
  return Float32Array.from(data, (_, index) => {
    const within = index % image;
    return data[index - within + (within % 3) * plane + Math.floor(within / 3)]!;
  });
}

/** Repeatable noise in 0..1 (a linear congruential generator). */
export function noise(length: number, seed: number): Float32Array {
  let state = seed >>> 0;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  });
}

/** The largest difference in relation to the largest value (to 0.01 where all are smaller). */
export function relativeError(expected: Float32Array, actual: Float32Array): number {
  if (expected.length !== actual.length) return Number.POSITIVE_INFINITY;
  let [difference, largest] = [0, 0.01];
  for (let index = 0; index < expected.length; index++) {
    difference = Math.max(difference, Math.abs(expected[index]! - actual[index]!));
    largest = Math.max(largest, Math.abs(expected[index]!));
  }
  return difference / largest;
}
