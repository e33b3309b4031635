/** Worker process of the face engine: loads the networks once, then analyses images. */
import { lazily } from '../async.ts';
import type { ModelFile } from '../inference/models/model-file.ts';
import { answerTasks, type Perform } from '../inference/processes/answer-tasks.ts';
import { openSession, type Session } from '../inference/session.ts';
import type { ImageAnalysis, LiveAnalysis } from './analysis.ts';
import { createDetector } from './detection/create-detector.ts';
import type { DetectorFile } from './detection/detector.ts';
import type { Cohort } from './encoding/cohort.ts';
import type { EncoderDefinition } from './encoding/encoder.ts';
import { loadDecoders } from './image/added-decoders.ts';
import { type ConvertedImage, convertImage, type TargetFormat } from './image/convert.ts';
import { analyseLiveImage } from './liveness/analyse-live-image.ts';
import { analyseFrame } from './liveness/burst/analyse-frame.ts';
import type { FrameAnalysis } from './liveness/burst/burst-frame.ts';
import { openPassiveChecks, type PadFile } from './liveness/passive-checks.ts';
import { followFace } from './liveness/video/follow-face.ts';
import { analyseImage, type EncodeOptions, encodeThumbnail, type Pipeline } from './pipeline.ts';
import type { TrainedName } from './quality/approximate/trained-networks.ts';
import { gradeImage } from './quality/grade-image.ts';
import type { ImageQuality } from './quality/image-quality.ts';

/** A worker's initial data: ONNX files, which it only loads if they are as verified. */
export interface EngineWorkerData {
  readonly detector: DetectorFile;
  readonly mesh: ModelFile;
  readonly encoder: {
    readonly definition: EncoderDefinition;
    readonly files: readonly ModelFile[];
    readonly cohort: Cohort | undefined;
  };
  readonly maxPixels: number;
  /** Addresses of modules with image decoders of extensions. */
  readonly decoders: readonly string[];
  /** The network that distinguishes the people in live images. */
  readonly identity: ModelFile;
  /** Networks of passive liveness to load at once; tasks may name others. */
  readonly pad: readonly PadFile[];
  readonly trained: Readonly<Record<TrainedName, ModelFile>>;
}

export type EngineTask =
  | ({ readonly kind: 'analyse'; readonly image: Uint8Array } & EncodeOptions)
  | { readonly kind: 'encode-thumbnail'; readonly png: Uint8Array }
  | {
      readonly kind: 'convert-image';
      readonly image: Uint8Array;
      readonly format: TargetFormat;
      readonly maxSide: number | undefined;
    }
  | { readonly kind: 'grade-quality'; readonly image: Uint8Array; readonly explain: boolean }
  | {
      readonly kind: 'analyse-liveness';
      readonly image: Uint8Array;
      readonly features: boolean;
      readonly thumbnail: boolean;
      readonly identity: boolean;
      readonly pad: readonly PadFile[];
    }
  | {
      readonly kind: 'analyse-frame';
      readonly image: Uint8Array;
      readonly features: boolean;
      readonly texture: boolean;
      readonly pad: readonly PadFile[];
    }
  | {
      readonly kind: 'follow-face';
      readonly image: Uint8Array;
      readonly near: Float32Array | undefined;
    };

export type EngineResult =
  | ImageAnalysis
  | LiveAnalysis
  | FrameAnalysis
  | ImageQuality
  | ConvertedImage
  | Float32Array
  | undefined;

const openers = new Map<string, () => Promise<Session>>();

/** Opens a network once for all uses. */
function open(file: ModelFile): Promise<Session> {
  const opener = openers.get(file.path) ?? lazily(() => openSession(file));
  openers.set(file.path, opener);
  return opener();
}

async function loadPipeline(data: EngineWorkerData): Promise<Pipeline> {
  const { detector, mesh, encoder, maxPixels } = data;
  const sessions: Session[] = [];
  for (const file of encoder.files) sessions.push(await open(file));
  return {
    networks: {
      detector: createDetector(detector.family, await open(detector.file)),
      mesh: await open(mesh),
    },
    encoder: { definition: encoder.definition, sessions, cohort: encoder.cohort },
    utility: () => open(data.trained.utility),
    sharpness: () => open(data.trained.sharpness),
    covers: () => open(data.trained.segmentation),
    glasses: () => open(data.trained.coverings),
    maxPixels,
  };
}

/** Loads the networks; those only for grading or liveness with the first image that needs them. */
async function openWorker(data: EngineWorkerData): Promise<Perform<EngineTask, EngineResult>> {
  await loadDecoders(data.decoders);
  const pipeline = await loadPipeline(data);
  const { networks, maxPixels } = pipeline;
  const openTrained = (name: TrainedName) => open(data.trained[name]);
  const loadChecks = (files: readonly PadFile[]) =>
    openPassiveChecks(files, open, () => open(data.identity));
  await loadChecks(data.pad);

  return async (task, checkpoint) => {
    checkpoint();
    switch (task.kind) {
      case 'analyse':
        return analyseImage(pipeline, task.image, task, checkpoint);
      case 'encode-thumbnail':
        return encodeThumbnail(pipeline, task.png, checkpoint);
      case 'convert-image':
        return convertImage(task.image, task.format, maxPixels, task.maxSide);
      case 'grade-quality':
        return gradeImage(
          { networks: { ...networks, openTrained }, maxPixels },
          task.image,
          task,
          checkpoint,
        );
      case 'analyse-liveness':
        return analyseLiveImage(pipeline, await loadChecks(task.pad), task.image, task, checkpoint);
      case 'analyse-frame':
        return analyseFrame(pipeline, await loadChecks(task.pad), task.image, task, checkpoint);
      case 'follow-face':
        return followFace(pipeline, task.image, task.near, checkpoint);
    }
  };
}

answerTasks(openWorker);
