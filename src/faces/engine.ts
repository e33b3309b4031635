/** The face engine: prepares the models, runs the pipeline in worker processes, compares. */
import { join, resolve } from 'node:path';
import {
  Cancelled,
  type ErrorCode,
  Internal,
  InvalidImage,
  ServiceError,
  shuttingDown,
  Unavailable,
} from '../errors.ts';
import { cacheFolder } from '../inference/models/model-cache.ts';
import { ModelError } from '../inference/models/model-error.ts';
import { OWN_FOLDER } from '../inference/models/own-models.ts';
import { type ModelFile, type ModelLocations, prepareModel } from '../inference/models/prepare.ts';
import { packageOf } from '../inference/processes/confinement.ts';
import type { WorkerReply } from '../inference/processes/messages.ts';
import { createWorkerPool } from '../inference/processes/pool.ts';
import { WorkerDied } from '../inference/processes/worker-process.ts';
import type { Work } from '../scheduling/fair-queue.ts';
import { traced } from '../tracing/spans.ts';
import type { FaceEngine, ImageAnalysis, LiveAnalysis } from './analysis.ts';
import { type Calibration, interfaceScore, thresholdFor } from './calibration/calibration.ts';
import { DETECTOR_MISSING, findDetector } from './detection/detectors.ts';
import { DLIB_FACERES } from './encoding/built-in-encoder.ts';
import { typicalFaces } from './encoding/cohort.ts';
import { cosine } from './encoding/compare.ts';
import { dimensionOf } from './encoding/encoder.ts';
import { findEncoder, isRecommended, RECOMMENDED_MISSING } from './encoding/encoders.ts';
import { fingerprintOf } from './encoding/fingerprint.ts';
import type { EngineResult, EngineTask, EngineWorkerData } from './engine-worker.ts';
import type { ConvertedImage } from './image/convert.ts';
import type { FrameAnalysis } from './liveness/burst/burst-frame.ts';
import { IDENTITY_MODEL } from './liveness/identity.ts';
import { createPadFinder } from './liveness/pad-finder.ts';
import type { PadFile } from './liveness/passive-checks.ts';
import {
  modelOf,
  TRAINED_NAMES,
  type TrainedName,
} from './quality/approximate/trained-networks.ts';
import type { ImageQuality } from './quality/image-quality.ts';

export interface FaceEngineOptions extends ModelLocations {
  readonly workers: number;
  /** Largest image in pixels. */
  readonly maxPixels: number;
  /** Modules with image decoders of extensions; absent: none. */
  readonly decoders?: readonly URL[];
  /** Name of the encoder; undefined: the default. */
  readonly encoder?: string | undefined;
  /** True: raw feature vectors without cohort and thresholds, to measure an encoder. */
  readonly bare?: boolean;
}

/** Tasks of a client that may wait for each worker: about two seconds of work. */
const QUEUE_PER_WORKER = 32;
/** Bytes of images that may wait for workers, of all clients together. */
const QUEUE_BYTES = 256 * 1024 * 1024;
/** Resident bytes that a worker may use; 40 megapixels with all models need half of it. */
const WORKER_MEMORY = 2.5 * 1024 ** 3;
/** Milliseconds in the queue, and again in a worker, after which a task is abandoned. */
export const TASK_TIMEOUT = 30_000;

/** Loads the models and starts the workers. @throws ModelError */
export async function createFaceEngine(options: FaceEngineOptions): Promise<FaceEngine> {
  const { workers, maxPixels, decoders = [] } = options;
  const found = await findEncoder(options.encoder, options);
  const { definition } = found;
  const calibration = options.bare ? NO_CALIBRATION : found.calibration;
  const cohort = options.bare ? undefined : found.cohort;
  const prepare = (model: string) => prepareModel(model, options);
  const detector = await findDetector(options);
  const mesh = await prepare('facemesh');
  const files: ModelFile[] = [];
  for (const part of definition.parts) files.push(await prepare(part.model));
  const pads = createPadFinder(options);
  const workerData: EngineWorkerData = {
    detector,
    mesh,
    encoder: { definition, files, cohort },
    maxPixels,
    decoders: decoders.map(String),
    identity: await prepare(IDENTITY_MODEL),
    pad: await pads.find().catch(unlessRefused),
    trained: await prepareTrained(prepare),
  };
  const pool = await createWorkerPool<EngineTask, EngineResult>({
    entry: new URL('./engine-worker.ts', import.meta.url),
    workers,
    mostWaiting: workers * QUEUE_PER_WORKER,
    mostBytes: QUEUE_BYTES,
    taskTimeout: TASK_TIMEOUT,
    workerData,
    mostMemory: WORKER_MEMORY,
    readable: [...decoders.map(packageOf), ...readableBy(options, workerData)],
  });
  let open = true;

  const run = async (task: EngineTask, work: Work) => {
    if (!open) throw shuttingDown();
    const { byteLength: bytes } = task.kind === 'encode-thumbnail' ? task.png : task.image;
    const attributes = { 'prosopon.image.bytes': bytes };
    return traced(`faces ${task.kind}`, attributes, async () =>
      unwrap(await pool.run(task, { ...work, bytes }).catch(asImageError)),
    );
  };

  return {
    encoder: {
      name: definition.name,
      fingerprint: fingerprintOf([mesh, ...files], definition, calibration, cohort),
      dimension: dimensionOf(definition) + (cohort?.crowding === undefined ? 0 : 1),
      typicalFaces: cohort === undefined ? [] : typicalFaces(cohort),
    },
    async analyse(image, options = {}) {
      const { features = true, thumbnail = false, idPhoto = false, ...work } = options;
      const wanted = { features, thumbnail, idPhoto };
      return (await run({ kind: 'analyse', image, ...wanted }, work)) as ImageAnalysis;
    },
    async encodeThumbnail(png, work = {}) {
      return (await run({ kind: 'encode-thumbnail', png }, work)) as Float32Array;
    },
    async analyseLiveness(image, options = {}) {
      const { features = false, thumbnail = false, identity = false, ...work } = options;
      const files = await pads.find();
      const wanted = { features, thumbnail, identity };
      const task: EngineTask = { kind: 'analyse-liveness', image, ...wanted, pad: files };
      return (await run(task, work)) as LiveAnalysis;
    },
    async analyseFrame(image, { features = false, texture = false, ...work } = {}) {
      const pad = await pads.find();
      const task: EngineTask = { kind: 'analyse-frame', image, features, texture, pad };
      return (await run(task, work)) as FrameAnalysis;
    },
    async followFace(image, near, work = {}) {
      return (await run({ kind: 'follow-face', image, near }, work)) as Float32Array | undefined;
    },
    async convertImage(image, format, { maxSide, ...work } = {}) {
      const task: EngineTask = { kind: 'convert-image', image, format, maxSide };
      return (await run(task, work)) as ConvertedImage;
    },
    async gradeQuality(image, { explain = false, ...work } = {}) {
      return (await run({ kind: 'grade-quality', image, explain }, work)) as ImageQuality;
    },
    missing: async () => [
      ...(isRecommended(options.encoder) && definition === DLIB_FACERES
        ? [RECOMMENDED_MISSING]
        : []),
      ...(detector.family === 'blazeface' ? [DETECTOR_MISSING] : []),
      ...(await pads.missing()),
    ],
    compare: cosine,
    threshold: (fmr) => thresholdFor(calibration, fmr),
    toScore: (comparison) => interfaceScore(calibration, comparison),
    requireRoom: pool.requireRoom,
    status: () => ({ ready: open && pool.starts(), workers, queued: pool.queued() }),
    async close() {
      open = false;
      await pool.close();
    },
  };
}

/** Stands in during the measurement of an encoder. */
const NO_CALIBRATION: Calibration = {
  encoder: '',
  date: '',
  data: '',
  curve: [
    [1, -1],
    [1e-9, 1],
  ],
};

/** The networks trained for quality. */
async function prepareTrained(prepare: (model: string) => Promise<ModelFile>) {
  const files: Partial<Record<TrainedName, ModelFile>> = {};
  for (const name of TRAINED_NAMES) files[name] = await prepare(modelOf(name));
  return files as Record<TrainedName, ModelFile>;
}

/** Models, even those installed later, may be read; all other data may not. */
function readableBy(locations: ModelLocations, data: EngineWorkerData): string[] {
  const { detector, mesh, encoder, identity, pad, trained } = data;
  const quality = Object.values(trained);
  const liveness = [identity, ...pad.map(({ file }) => file)];
  const files = [detector.file, mesh, ...encoder.files, ...liveness, ...quality];
  const { dataDir, modelsDir } = locations;
  const brought = modelsDir === undefined ? [] : [modelsDir];
  const folders = [cacheFolder(locations), OWN_FOLDER, join(dataDir, 'packs'), ...brought];
  return [
    ...files.map(({ path }) => path),
    ...folders.flatMap((folder) => [folder, join(folder, '*')]),
  ].map((path) => resolve(path));
}

/** With damaged liveness networks, only liveness calls are refused. */
function unlessRefused(error: unknown): readonly PadFile[] {
  if (error instanceof Unavailable) return [];
  throw error;
}

/** An image that kills a worker counts as unusable; it is not to blame for a kill from outside. */
function asImageError(error: unknown): never {
  if (error instanceof WorkerDied && error.signal === 'SIGKILL')
    throw new Unavailable('The process that looked at the image was ended; try again.');
  if (error instanceof WorkerDied)
    throw new InvalidImage('cannot be processed', undefined, error.message);
  if (error instanceof ModelError)
    throw Object.assign(new Unavailable('The networks cannot be loaded.', 30), { cause: error });
  throw error instanceof ServiceError ? error : new Internal(error);
}

/** The value of a reply, or its error in its original class. */
function unwrap<R>(reply: WorkerReply<R>): R {
  if (reply.ok) return reply.value;
  const { name, message, detail } = reply;
  if (name === 'InvalidArgument') throw new InvalidImage(message, undefined, detail);
  if (name === 'Cancelled') throw new Cancelled();
  throw new ServiceError(name as ErrorCode, message, detail === undefined ? {} : { detail });
}
