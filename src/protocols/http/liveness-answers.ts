/** Results of liveness detection and photo verification as the JSON of the interface. */
import type { Static } from 'typebox';
import type { LiveImage } from '../../faces/liveness/decide.ts';
import type { LivenessResult } from '../../operations/detect-liveness.ts';
import type { PhotoVerifyResult } from '../../operations/photo-verify.ts';
import { envelopeOf, imageProperties } from './answers.ts';
import type { LivenessAnswer, PhotoVerifyAnswer } from './liveness-schemas.ts';

export function livenessAnswer(result: LivenessResult): Static<typeof LivenessAnswer> {
  return {
    ...envelopeOf(result),
    imageProperties: result.images.map(liveProperties),
    live: result.live,
    livenessScore: result.livenessScore,
    ...debugOf(result),
  };
}

export function photoVerifyAnswer(result: PhotoVerifyResult): Static<typeof PhotoVerifyAnswer> {
  return {
    ...envelopeOf(result),
    imageProperties: result.images.map(liveProperties),
    photoProperties: result.photo === undefined ? null : imageProperties(result.photo),
    verificationLevel: result.verificationLevel,
    verificationScore: result.verificationScore,
    live: result.live,
    livenessScore: result.livenessScore,
    ...debugOf(result),
  };
}

/** `debug` is absent, not null, for those who are not to see it. */
function debugOf<E>({ evidence }: { readonly evidence: E | undefined }): { debug?: E } {
  return evidence === undefined ? {} : { debug: evidence };
}

function liveProperties(live: LiveImage) {
  return imageProperties(live.image, live);
}
