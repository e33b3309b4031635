/** Liveness and ID photos over both protocols, with frames of recorded people. */
import { expect } from 'vitest';
import { makeVideo } from '../../evaluation/liveness/make-video.ts';
import { framesOf } from '../../testing/recordings.ts';
import { type Case, error, INVALID_ARGUMENT, image, succeeded } from './cases.ts';

/** Frames of a head that nods: up, then down. */
let up: Buffer;
let down: Buffer;
let videoOfNobody: Uint8Array;

/** @param folder of the recordings */
export async function loadFrames(folder: string): Promise<void> {
  const frames = await framesOf(folder, 'live/nod-head.mp4', 12);
  [up, , , down] = frames as [Buffer, Buffer, Buffer, Buffer];
  videoOfNobody = await makeVideo(Array.from({ length: 6 }, () => image('nobody').image));
}

const rejected = (errorCode: string) => ({ live: false, errors: [error(errorCode)] });

/** What is refused before any network looks at it. */
export const LIVENESS_REFUSALS: readonly Case[] = [
  {
    name: 'no live image is refused',
    method: 'LivenessDetection',
    call: () => ({ body: { liveImages: [] } }),
    code: INVALID_ARGUMENT,
    message: /^liveImages: one or two images are needed, 0 given$/,
  },
  {
    name: 'three live images are refused',
    method: 'LivenessDetection',
    call: () => ({ body: { liveImages: [image('ben'), image('ben'), image('ben')] } }),
    code: INVALID_ARGUMENT,
    message: /^liveImages: .*, 3 given$/,
  },
  {
    name: 'a challenge that no head can answer is refused',
    method: 'LivenessDetection',
    call: () => ({
      body: { liveImages: [image('ben'), { ...image('benAgain'), tags: ['up', 'round'] }] },
    }),
    code: INVALID_ARGUMENT,
    message: /^liveImages\[1\]\.tags\[1\]: expected one of up, down, left, right$/,
  },
  {
    name: 'a live image without bytes is named',
    method: 'LivenessDetection',
    call: () => ({ body: { liveImages: [image('ben'), { image: Buffer.alloc(0) }] } }),
    code: INVALID_ARGUMENT,
    message: /^liveImages\[1\]\.image: the image is empty/,
  },
  {
    name: 'an empty video is refused',
    method: 'VideoLivenessDetection',
    call: () => ({ body: { video: Buffer.alloc(0) } }),
    code: INVALID_ARGUMENT,
    message: /^video: the video is empty$/,
  },
  {
    name: 'an image is no video',
    method: 'VideoLivenessDetection',
    call: () => ({ body: { video: image('ben').image } }),
    code: INVALID_ARGUMENT,
    message: /^video: an image \(jpeg\), not a video$/,
  },
  {
    name: 'a missing photo is named',
    method: 'PhotoVerify',
    call: () => ({ body: { liveImages: [image('ada')], photo: Buffer.alloc(0) } }),
    code: INVALID_ARGUMENT,
    message: /^photo: the image is empty/,
  },
  {
    name: 'a photo that is no image is named',
    method: 'PhotoVerify',
    call: () => ({
      body: {
        liveImages: [image('ada')],
        photo: Buffer.from('text'),
        disableLivenessDetection: true,
      },
    }),
    code: INVALID_ARGUMENT,
    message: /^photo: /,
  },
];

/** ID photos, matched without liveness where that is asked for. */
export const PHOTO: readonly Case[] = [
  {
    name: 'a photo is matched without liveness where that is asked for',
    method: 'PhotoVerify',
    call: () => ({
      body: {
        liveImages: [image('benAgain')],
        photo: image('ben').image,
        disableLivenessDetection: true,
      },
    }),
    body: { ...succeeded, live: false, livenessScore: 0, photoProperties: { rotated: 0 } },
  },
  {
    name: 'a photo of another is not recognised',
    method: 'PhotoVerify',
    call: () => ({
      body: {
        liveImages: [image('cem')],
        photo: image('ben').image,
        disableLivenessDetection: true,
      },
    }),
    body: { ...succeeded, verificationLevel: 'NOT_RECOGNIZED' },
  },
];

/** With the networks of liveness, on recordings. */
export const LIVENESS: readonly Case[] = [
  {
    name: 'one image of a person is live',
    method: 'LivenessDetection',
    call: () => ({ body: { liveImages: [{ image: up }] } }),
    body: { ...succeeded, live: true, imageProperties: [{ frameNumber: 0 }] },
  },
  {
    name: 'two images of a head that nods are live, with what was seen of the motion',
    method: 'LivenessDetection',
    call: () => ({ body: { liveImages: [{ image: up }, { image: down }] } }),
    body: { ...succeeded, live: true },
  },
  {
    name: 'a challenge that was not met is a rejection',
    method: 'LivenessDetection',
    call: () => ({ body: { liveImages: [{ image: up }, { image: down, tags: ['up'] }] } }),
    body: rejected('RejectedByChallengeResponse'),
  },
  {
    name: 'the same picture again is a rejection',
    method: 'LivenessDetection',
    call: () => ({ body: { liveImages: [{ image: up }, { image: up }] } }),
    body: rejected('RejectedByObviousFakeDetector'),
  },
  {
    name: 'nobody is not live',
    method: 'LivenessDetection',
    call: () => ({ body: { liveImages: [image('nobody')] } }),
    body: {
      live: false,
      livenessScore: 0,
      errors: [
        { errorCode: 'FaceNotFound', message: expect.stringMatching(/^liveImages\[0\]\.image: /) },
      ],
    },
  },
  {
    name: 'a video of nobody decides nothing',
    method: 'VideoLivenessDetection',
    call: () => ({ body: { video: videoOfNobody } }),
    body: { status: 'SUCCEEDED', ...rejected('FailureToAcquire') },
  },
  {
    name: 'a live person is matched with a photo',
    method: 'PhotoVerify',
    call: () => ({ body: { liveImages: [{ image: up }], photo: down } }),
    body: { ...succeeded, live: true, verificationLevel: 'LEVEL_5' },
  },
  {
    name: 'the photo is not looked at when nobody is live',
    method: 'PhotoVerify',
    call: () => ({ body: { liveImages: [image('nobody')], photo: down } }),
    body: {
      ...rejected('FaceNotFound'),
      photoProperties: null,
      verificationLevel: 'NOT_RECOGNIZED',
      verificationScore: 0,
    },
  },
];
