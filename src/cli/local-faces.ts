/** Enrol, verify and template commands on the local data, through the operations of the service. */
import { randomUUID } from 'node:crypto';
import type { Client } from '../access/client.ts';
import type { FaceEngine } from '../faces/analysis.ts';
import { createEngineSlot } from '../faces/engine-slot.ts';
import type { Gallery } from '../gallery/gallery.ts';
import { createGallerySlot } from '../gallery/gallery-slot.ts';
import { openGallery } from '../gallery/open-gallery.ts';
import { openFaces } from '../main.ts';
import type { Context, OperationParts } from '../operations/context.ts';
import { deleteTemplate } from '../operations/delete-template.ts';
import { detectLiveness, type LivenessResult } from '../operations/detect-liveness.ts';
import { detectVideoLiveness } from '../operations/detect-video-liveness.ts';
import { enroll } from '../operations/enroll.ts';
import { gradeQuality } from '../operations/grade-quality.ts';
import { type Job, type JobResult, runJob } from '../operations/job.ts';
import { photoVerify } from '../operations/photo-verify.ts';
import { search } from '../operations/search.ts';
import { setTemplateTags } from '../operations/set-template-tags.ts';
import { templateStatus } from '../operations/template-status.ts';
import { verify } from '../operations/verify.ts';
import type { Consent } from '../templates/template.ts';
import { readConfig } from './environment.ts';
import { type Faces, type LiveImageFile, type LivenessAnswer, SAME_PERSON } from './faces.ts';
import { chooseClient, openLocalStore } from './local-store.ts';

/** What a command cannot do without. */
export interface LocalNeeds {
  readonly engine: boolean;
  /** The templates of the client, to be searched; needs the engine. */
  readonly gallery?: boolean;
  readonly workers?: number;
}

/**
 * Opens the store, and the face engine where it is needed.
 * @param clientId undefined: the only client there is
 */
export async function openLocalFaces(
  clientId: string | undefined,
  needs: LocalNeeds,
): Promise<Faces> {
  const config = readConfig();
  const store = await openLocalStore(config);
  let engine: FaceEngine | undefined;
  let gallery: Gallery | undefined;
  const close = async () => {
    await gallery?.close();
    await engine?.close();
    await store.close();
  };
  try {
    const client = debugging(await chooseClient(store.clients, clientId));
    let parts: OperationParts = {
      ...store,
      engine: createEngineSlot('No networks are loaded.').engine,
      encoderVersion: () => 0,
      gallery: createGallerySlot('No gallery is loaded.').gallery,
    };
    if (needs.engine) {
      const opened = await openFaces({ ...config, workers: needs.workers ?? 1 }, store);
      engine = opened.engine;
      parts = { ...parts, ...opened };
      if (needs.gallery) {
        const { storage, partition } = client;
        const only = { storage, partition };
        const version = opened.encoderVersion();
        const options = { ...engine.encoder, version, only, source: config };
        gallery = openGallery(config, store, options);
        await gallery.ready;
        parts = { ...parts, gallery };
      }
    }

    /** Runs one operation as a job, on the books like any other. */
    const run = <R extends JobResult>(
      job: Job,
      operation: (context: Context) => Promise<R>,
      references: Pick<Context, 'transactionId'> = {},
    ): Promise<R> => {
      const { signal } = new AbortController();
      const received = new Date();
      const context: Context = { client, jobId: randomUUID(), received, signal, ...references };
      return runJob(parts, context, job, operation);
    };

    return {
      lanes: engine?.status().workers ?? 1,
      async enroll(classId, bytes, consent) {
        const result = await run({ operation: 'enroll', classId }, (context) =>
          enroll(parts, context, {
            classId,
            images: [{ bytes, field: 'image' }],
            ...(consent === undefined ? {} : { consent }),
          }),
        );
        const { performedAction, enrolledImages, errors, images } = result;
        const warnings = images[0]?.qualityAssessments ?? [];
        return {
          performedAction,
          enrolledImages,
          errors,
          warnings: warnings.filter(({ check }) => check === SAME_PERSON),
        };
      },
      async verify(classId, bytes) {
        const result = await run({ operation: 'verify', classId }, (context) =>
          verify(parts, context, { classId, image: { bytes, field: 'image' } }),
        );
        const { status, verified, score, errors } = result;
        return { status, verified, score, errors };
      },
      async search(images, { transactionId, ...request }) {
        const submitted = images.map((bytes, i) => ({ bytes, field: `images[${i}].image` }));
        const { status, errors, result } = await run(
          { operation: 'search' },
          (context) => search(parts, context, { ...request, images: submitted }),
          { transactionId },
        );
        const named = result.map(({ matches }) => ({
          matches: matches.map(({ classId, score }) => ({ classId, score })),
        }));
        return { status, errors, result: named };
      },
      async liveness(images) {
        const result = await run({ operation: 'detect-liveness' }, (context) =>
          detectLiveness(parts, context, { images: submittedLive(images) }),
        );
        return livenessAnswer(result);
      },
      async videoLiveness(bytes) {
        const result = await run({ operation: 'detect-video-liveness' }, (context) =>
          detectVideoLiveness(parts, context, { video: { bytes, field: 'video' } }),
        );
        return livenessAnswer(result);
      },
      async photoVerify(bytes, images, disableLivenessDetection) {
        const result = await run({ operation: 'photo-verify' }, (context) =>
          photoVerify(parts, context, {
            images: submittedLive(images),
            photo: { bytes, field: 'photo' },
            disableLivenessDetection,
          }),
        );
        const { verificationLevel, verificationScore, live, livenessScore, errors } = result;
        return {
          ...{ verificationLevel, verificationScore, live, livenessScore, errors },
          ...(result.evidence && { debug: result.evidence }),
        };
      },
      async quality(bytes) {
        const { measurements, errors } = await run({ operation: 'grade-quality' }, (context) =>
          gradeQuality(parts, context, { image: { bytes, field: 'image' } }),
        );
        return { measurements, errors };
      },
      async status(classId) {
        const { template } = await run({ operation: 'template-status', classId }, (context) =>
          templateStatus(parts, context, { classId, downloadThumbnails: false }),
        );
        const { thumbnails: _, enrolled, consent, ...status } = template;
        return {
          ...status,
          enrolled: enrolled?.toISOString() ?? null,
          consent: consent === undefined ? null : textOf(consent),
        };
      },
      async setTags(classId, tags) {
        await run({ operation: 'set-template-tags', classId }, (context) =>
          setTemplateTags(parts, context, { classId, tags }),
        );
      },
      async delete(classId) {
        await run({ operation: 'delete-template', classId }, (context) =>
          deleteTemplate(parts, context, { classId }),
        );
      },
      close,
    };
  } catch (cause) {
    await close();
    throw cause;
  }
}

function textOf({ reference, recorded }: Consent) {
  return { reference, recorded: recorded.toISOString() };
}

function submittedLive(images: readonly LiveImageFile[]) {
  return images.map((image, i) => ({ ...image, field: `liveImages[${i}].image` }));
}

/** Whoever works on the data itself may see what the checks saw. */
function debugging(client: Client): Client {
  return { ...client, settings: { ...client.settings, debugEvidence: true } };
}

function livenessAnswer(result: LivenessResult): LivenessAnswer {
  const { live, livenessScore, errors, images, evidence } = result;
  return {
    ...{ live, livenessScore, errors },
    images: images.map(({ image: _, ...scores }) => scores),
    ...(evidence && { debug: evidence }),
  };
}
