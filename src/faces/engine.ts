/** The face engine: prepares the models, runs the pipeline in worker threads, compares. */
import { createHash } from 'node:crypto';
import { Cancelled, type ErrorCode, InvalidImage, ServiceError, Unavailable } from '../errors.ts';
import { ModelError } from '../inference/model-error.ts';
import { findPack } from '../inference/packs.ts';
import { createWorkerPool, type WorkerReply } from '../inference/pool.ts';
import { type ModelPlaces, prepareModel } from '../inference/prepare.ts';
import type { FaceEngine, ImageAnalysis } from './analysis.ts';
import { type Calibration, interfaceScore, thresholdFor } from './calibration/calibration.ts';
import { type Cohort, typicalFaces } from './cohort.ts';
import { compare } from './compare.ts';
import { dimensionOf, type EncoderDefinition } from './encoder.ts';
import { findEncoder } from './encoders.ts';
import type { EngineResult, EngineTask, EngineWorkerData } from './engine-worker.ts';
import { IDENTITY_MODEL } from './liveness/identity.ts';
import type { LiveAnalysis } from './liveness/liveness-analysis.ts';
import { createPadFinder } from './liveness/pad-finder.ts';
import type { ImageQuality } from './quality/image-quality.ts';

export interface FaceEngineOptions {
  readonly dataDir: string;
  readonly modelsDir?: string | undefined;
  readonly workers: number;
  /** Largest image in pixels. */
  readonly maxPixels: number;
  /** Name of the encoder; undefined: the default one. */
  readonly encoder?: string | undefined;
  /** Name of a detector pack; undefined: BlazeFace. */
  readonly detector?: string | undefined;
  /**
   * True: feature vectors as the networks give them, without cohort, and thresholds that mean
   * nothing; for measuring an encoder.
   */
  readonly bare?: boolean;
}

/** Tasks that may wait for each worker: about two seconds of work. */
const QUEUE_PER_WORKER = 32;
/** Milliseconds in queue and worker after which a task is given up and its worker replaced. */
const TASK_TIMEOUT = 30_000;

/**
 * Loads the models and starts the workers; resolves when all are ready.
 * @throws ModelError a model is not installed or its file is not the known one
 */
export async function createFaceEngine(options: FaceEngineOptions): Promise<FaceEngine> {
  const { workers, maxPixels } = options;
  const found = await findEncoder(options.encoder, options);
  const { definition } = found;
  const calibration = options.bare ? NO_CALIBRATION : found.calibration;
  const cohort = options.bare ? undefined : found.cohort;
  if (calibration === undefined)
    throw new ModelError(
      `${definition.name}: not calibrated; measure it first: npm run evaluate -- ` +
        `--encoder ${definition.name} --calibrate --dataset DIR`,
    );
  const prepare = (model: string) => prepareModel(model, options);
  const detector = await findDetector(options.detector, options);
  const mesh = await prepare('facemesh');
  const files: string[] = [];
  for (const part of definition.parts) files.push(await prepare(part.model));
  const pad = createPadFinder(options);
  const workerData: EngineWorkerData = {
    detector,
    mesh,
    encoder: { definition, files, cohort },
    maxPixels,
    identity: await prepare(IDENTITY_MODEL),
    pad: await pad.find().catch(() => undefined),
    places: { dataDir: options.dataDir, modelsDir: options.modelsDir },
    segmentation: await prepare('selfie-segmentation'),
  };
  const pool = await createWorkerPool<EngineTask, EngineResult>({
    entry: new URL('./engine-worker.ts', import.meta.url),
    workers,
    maxQueue: workers * QUEUE_PER_WORKER,
    taskTimeout: TASK_TIMEOUT,
    workerData,
  });
  let open = true;

  const run = async (task: EngineTask, signal: AbortSignal | undefined) => {
    if (!open) throw new Unavailable('The service is shutting down.');
    return unwrap(await pool.run(task, signal));
  };

  return {
    encoder: {
      name: definition.name,
      fingerprint: fingerprintOf([mesh, ...files], definition, calibration, cohort),
      dimension: dimensionOf(definition) + (cohort === undefined ? 0 : 1),
      typicalFaces: cohort === undefined ? [] : typicalFaces(cohort),
    },
    async analyse(image, { thumbnail = false, idPhoto = false, signal } = {}) {
      return (await run({ kind: 'analyse', image, thumbnail, idPhoto }, signal)) as ImageAnalysis;
    },
    async encodeThumbnail(png, signal) {
      return (await run({ kind: 'encode-thumbnail', png }, signal)) as Float32Array;
    },
    async analyseLiveness(image, { features = false, identity = false, signal } = {}) {
      const files = await pad.require();
      const wanted = { features, identity };
      const task: EngineTask = { kind: 'analyse-liveness', image, ...wanted, pad: files };
      return (await run(task, signal)) as LiveAnalysis;
    },
    async gradeQuality(image, { explain = false, signal } = {}) {
      return (await run({ kind: 'grade-quality', image, explain }, signal)) as ImageQuality;
    },
    missing: () => pad.missing(),
    compare,
    threshold: (fmr, vectors) => thresholdFor(calibration, fmr, vectors),
    toScore: (comparison, vectors) => interfaceScore(calibration, comparison, vectors),
    status: () => ({ ready: open, workers, queued: pool.queued() }),
    async close() {
      open = false;
      await pool.close();
    },
  };
}

/** Stands in while an encoder is being measured. */
const NO_CALIBRATION: Calibration = {
  encoder: '',
  date: '',
  data: '',
  curve: [
    [1, -1],
    [1e-9, 1],
  ],
};

/** @throws ModelError no such pack, or it is no detector */
async function findDetector(
  name: string | undefined,
  places: ModelPlaces,
): Promise<EngineWorkerData['detector']> {
  if (name === undefined || name === 'blazeface')
    return { family: 'blazeface', file: await prepareModel('blazeface', places) };
  const { pack } = await findPack(name, places);
  if (pack.kind !== 'detector') throw new ModelError(`${name}: an ${pack.kind}, not a detector`);
  return { family: pack.detector.family, file: await prepareModel(name, places) };
}

/** Changes with the networks, the way they see a face, the cohort and the calibration. */
function fingerprintOf(
  files: readonly string[],
  definition: EncoderDefinition,
  calibration: Calibration,
  cohort: Cohort | undefined,
): string {
  const names = files.map((file) => file.split(/[\\/]/).at(-1));
  const text = JSON.stringify([names, definition, calibration.curve, cohort?.digest ?? null]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** The value of a reply, or its error as the class it was thrown as. */
function unwrap<R>(reply: WorkerReply<R>): R {
  if (reply.ok) return reply.value;
  const { name, message, detail } = reply;
  if (name === 'InvalidArgument') throw new InvalidImage(message, undefined, detail);
  if (name === 'Cancelled') throw new Cancelled();
  throw new ServiceError(name as ErrorCode, message, detail === undefined ? {} : { detail });
}
