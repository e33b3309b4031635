/** Worker thread of the face engine: loads the networks once, then analyses image after image. */
import { workerData } from 'node:worker_threads';
import { Cancelled, InvalidImage, toServiceError } from '../errors.ts';
import type { ModelPlaces } from '../inference/model-cache.ts';
import { STARTED, STOP, type WorkerReply, type WorkerTask } from '../inference/pool.ts';
import { openSession, type Session } from '../inference/session.ts';
import type { ImageAnalysis } from './analysis.ts';
import { createBlazeFace } from './blazeface.ts';
import type { Cohort } from './cohort.ts';
import type { DetectorFamily } from './detector.ts';
import type { EncoderDefinition } from './encoder.ts';
import { analyseLiveImage, type PassiveChecks } from './liveness/analyse-live-image.ts';
import type { LiveAnalysis } from './liveness/liveness-analysis.ts';
import { openPassiveChecks, type PadFile } from './liveness/passive-checks.ts';
import { analyseImage, type EncodeOptions, encodeThumbnail, type Pipeline } from './pipeline.ts';
import { gradeImage } from './quality/grade-image.ts';
import type { ImageQuality } from './quality/image-quality.ts';
import { createReferenceFinder } from './quality/reference/open-reference.ts';
import { registerMeasures } from './quality/registry.ts';
import { createYunet } from './yunet.ts';

/** What every worker starts with: paths of verified ONNX files. */
export interface EngineWorkerData {
  readonly detector: { readonly family: DetectorFamily; readonly file: string };
  readonly mesh: string;
  readonly encoder: {
    readonly definition: EncoderDefinition;
    readonly files: readonly string[];
    readonly cohort: Cohort | undefined;
  };
  readonly maxPixels: number;
  /** The network that tells live images of two people apart. */
  readonly identity: string;
  /** Networks of liveness to load at once; without them the first task brings them. */
  readonly pad: readonly PadFile[] | undefined;
  /** Where models are that may be installed later. */
  readonly places: ModelPlaces;
  /** Segmentation of persons, for the quality of backgrounds. */
  readonly segmentation: string;
}

export type EngineTask =
  | ({ readonly kind: 'analyse'; readonly image: Uint8Array } & EncodeOptions)
  | { readonly kind: 'encode-thumbnail'; readonly png: Uint8Array }
  | { readonly kind: 'grade-quality'; readonly image: Uint8Array; readonly explain: boolean }
  | {
      readonly kind: 'analyse-liveness';
      readonly image: Uint8Array;
      readonly features: boolean;
      readonly identity: boolean;
      readonly pad: readonly PadFile[];
    };

export type EngineResult = ImageAnalysis | LiveAnalysis | ImageQuality | Float32Array;

const opened = new Map<string, Promise<Session>>();

/** Opens a network once, whatever it is used for. */
function open(file: string): Promise<Session> {
  const session = opened.get(file) ?? openSession(file);
  opened.set(file, session);
  return session;
}

async function loadPipeline(data: EngineWorkerData): Promise<Pipeline> {
  const { detector, mesh, encoder, maxPixels } = data;
  const session = await open(detector.file);
  const sessions: Session[] = [];
  for (const file of encoder.files) sessions.push(await open(file));
  return {
    networks: {
      detector: detector.family === 'yunet' ? createYunet(session) : createBlazeFace(session, 256),
      mesh: await open(mesh),
    },
    encoder: { definition: encoder.definition, sessions, cohort: encoder.cohort },
    maxPixels,
  };
}

const pipeline = await loadPipeline(workerData as EngineWorkerData);
const { pad, identity } = workerData as EngineWorkerData;
const loadChecks = async (files: readonly PadFile[]) =>
  openPassiveChecks(files, await open(identity));
let checks: Promise<PassiveChecks> | undefined = pad && loadChecks(pad);
await checks;

function perform(task: EngineTask, checkpoint: () => void): Promise<EngineResult> {
  switch (task.kind) {
    case 'analyse':
      return analyseImage(pipeline, task.image, task, checkpoint);
    case 'encode-thumbnail':
      return encodeThumbnail(pipeline, task.png, checkpoint);
    case 'grade-quality':
      return grade(task, checkpoint);
    case 'analyse-liveness':
      return analyseForLiveness(task, checkpoint);
  }
}

const findReference = createReferenceFinder((workerData as EngineWorkerData).places);
let segmentation: Promise<Session> | undefined;

/** What only grading needs is loaded by the first image to be graded. */
async function grade(
  task: EngineTask & { readonly kind: 'grade-quality' },
  checkpoint: () => void,
): Promise<ImageQuality> {
  const { networks, maxPixels } = pipeline;
  const openSegmentation = () => {
    segmentation ??= openSession((workerData as EngineWorkerData).segmentation);
    return segmentation;
  };
  const reference = await findReference();
  const grading = {
    networks: {
      approximate: { ...networks, segmentation: openSegmentation },
      reference: reference.networks,
    },
    registry: registerMeasures(reference.estimators),
    maxPixels,
  };
  return gradeImage(grading, task.image, task, checkpoint);
}

async function analyseForLiveness(
  task: EngineTask & { readonly kind: 'analyse-liveness' },
  checkpoint: () => void,
): Promise<LiveAnalysis> {
  checks ??= loadChecks(task.pad).catch((error: unknown) => {
    checks = undefined;
    throw error;
  });
  return analyseLiveImage(pipeline, await checks, task.image, task, checkpoint);
}

/** Runs one task; without a task it only says that the worker is ready. */
export default async function runTask(
  task?: WorkerTask<EngineTask>,
): Promise<WorkerReply<EngineResult> | undefined> {
  if (task === undefined) return undefined;
  const { payload, flags } = task;
  Atomics.store(flags, STARTED, 1);
  const checkpoint = () => {
    if (Atomics.load(flags, STOP) === 1) throw new Cancelled();
  };
  try {
    checkpoint();
    return { ok: true, value: await perform(payload, checkpoint) };
  } catch (thrown) {
    const error = toServiceError(thrown);
    const cause = error.cause instanceof Error ? error.cause.stack : undefined;
    const detail = error.detail ?? cause;
    return {
      ok: false,
      name: error.code,
      message: error instanceof InvalidImage ? error.reason : error.message,
      ...(detail === undefined ? {} : { detail }),
    };
  }
}
