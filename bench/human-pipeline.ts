/**
 * Child process: the same job by @vladmandic/human on TensorFlow.js' WebAssembly backend (decode,
 * detect, mesh, one embedding, compare), in one thread, as it runs in Node.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { answerParent } from './child.ts';

/** The parts of the library that we use. Its types cover only the browser build. */
interface Human {
  readonly tf: {
    tensor3d(data: Uint8Array, shape: readonly number[], type: 'int32'): { dispose(): void };
    getBackend(): string;
  };
  readonly match: { similarity(a: readonly number[], b: readonly number[]): number };
  load(): Promise<void>;
  detect(input: unknown): Promise<{ readonly face: readonly { readonly embedding?: number[] }[] }>;
}

const require = createRequire(import.meta.url);
/** The package exports no other path that Node accepts. */
const dist = dirname(require.resolve('@vladmandic/human'));
const models = join(dist, '../models');
const wasm = dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json'));
const MODELS_URL = 'http://models.invalid/';

// The library loads models only by fetch, which reads no files.
const { fetch: network } = globalThis;
globalThis.fetch = async (input, init) => {
  const url = String(input);
  if (!url.startsWith(MODELS_URL)) return network(input, init);
  const type = url.endsWith('.json') ? 'application/json' : 'application/octet-stream';
  const file = await readFile(join(models, url.slice(MODELS_URL.length)));
  return new Response(new Uint8Array(file), { headers: { 'content-type': type } });
};

const off = { enabled: false };
/** Analyses every image anew, and computes nothing beyond the job. */
const every = { skipFrames: 0, skipTime: 0 };
const config = {
  backend: 'wasm',
  wasmPath: `${join(wasm, 'dist')}/`,
  modelBasePath: MODELS_URL,
  cacheSensitivity: 0,
  warmup: 'none',
  filter: off,
  gesture: off,
  body: off,
  hand: off,
  object: off,
  segmentation: off,
  face: {
    enabled: true,
    detector: { ...every, rotation: true, maxDetected: 1 },
    mesh: { enabled: true },
    attention: off,
    iris: off,
    emotion: off,
    antispoof: off,
    liveness: off,
    description: { ...every, enabled: true },
  },
};

sharp.concurrency(1);
sharp.cache(false);

const module = require(join(dist, 'human.node-wasm.js'));
const human: Human = new module.Human(config);
await human.load();

async function embed(jpeg: Uint8Array): Promise<readonly number[]> {
  const { data, info } = await sharp(jpeg)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const tensor = human.tf.tensor3d(data, [info.height, info.width, 3], 'int32');
  try {
    const { face } = await human.detect(tensor);
    if (human.tf.getBackend() !== 'wasm') throw new Error('human left the wasm backend');
    if (face.length !== 1 || !face[0]?.embedding) throw new Error(`human: ${face.length} faces`);
    return face[0].embedding;
  } finally {
    tensor.dispose();
  }
}

let reference: readonly number[] | undefined;

export interface HumanQuestion {
  readonly jpeg: Uint8Array;
  readonly milliseconds: number;
}

export interface HumanRun {
  /** Images per second. */
  readonly perSecond: number;
  /** Milliseconds of processor time per image, of all threads. */
  readonly processorMs: number;
}

/** Verifies the image repeatedly against the first image it received. */
async function verifyFor({ jpeg, milliseconds }: HumanQuestion): Promise<HumanRun> {
  reference ??= await embed(jpeg);
  const started = performance.now();
  const before = process.cpuUsage();
  let images = 0;
  for (; images === 0 || performance.now() - started < milliseconds; images++) {
    const similarity = human.match.similarity(await embed(jpeg), reference);
    if (similarity < 0.5) throw new Error(`human: similarity ${similarity} with itself`);
  }
  const { user, system } = process.cpuUsage(before);
  return {
    perSecond: (images * 1000) / (performance.now() - started),
    processorMs: (user + system) / 1000 / images,
  };
}

answerParent(verifyFor);
