/** Photo verification: compares the person of an ID photo with the live images. */
import { type Static, Type } from 'typebox';
import { LEVEL_RATES, photoVerify, VERIFICATION_LEVELS } from '../operations/face/photo-verify.ts';
import { requireOneOrTwo } from '../operations/liveness/detect-liveness.ts';
import { PASSIVE_AUTHENTICATIONS } from '../operations/portrait.ts';
import { contract } from './contract.ts';
import { EXAMPLE_LIVE_IMAGE, LiveImages, liveImagesOf, liveness } from './liveness.ts';
import {
  DOCUMENTS,
  EXAMPLE_IMAGE,
  envelope,
  envelopeOf,
  fraction,
  ImageProperties,
  imageProperties,
  imageText,
  liveProperties,
  maybe,
  orNull,
  reference,
  SecurityObject,
} from './members.ts';

export type PhotoVerifyAnswer = Static<typeof PhotoVerifyAnswer>;
export const PhotoVerifyAnswer = Type.Object(
  {
    ...envelope,
    imageProperties: Type.Array(reference(ImageProperties), {
      description: 'One per live image, in the order given.',
    }),
    photoProperties: orNull(reference(ImageProperties), {
      description: 'Properties of the ID photo; null when it was not looked at.',
    }),
    verificationLevel: Type.Enum(
      ['NOT_RECOGNIZED', ...VERIFICATION_LEVELS.map(([level]) => level).reverse()],
      {
        type: 'string',
        description:
          `How sure it is the same person, by false-accept rate: ${LEVEL_RATES} % for the levels ` +
          '1 to 5. Accept 4 and above; lower ones are for poor photos.',
      },
    ),
    verificationScore: fraction(
      'Informative; from level 4 on, else one score a level. Exactly 0 = not calculated.',
    ),
    ...liveness,
    live: Type.Boolean({
      description: 'True: the person is there; errors that remain begin with `photo:`.',
    }),
    passiveAuthentication: Type.Optional(
      Type.Enum([...PASSIVE_AUTHENTICATIONS], {
        type: 'string',
        description:
          'Of a document: whether an issuer whose certificate is installed signed the photo. ' +
          'FAILED: the photo was not looked at. NOT_CHECKED: no signature was given, or there is ' +
          'no certificate.',
      }),
    ),
  },
  { $id: 'PhotoVerifyResponse' },
);

export const photoVerifyContract = contract({
  operation: 'photo-verify',
  http: { method: 'POST', path: '/api/v1/photoverify', id: 'photoVerify' },
  rpc: 'FaceLiveness/PhotoVerify',
  tag: 'Liveness',
  summary: 'Compare an ID photo with live images',
  description:
    'Detects liveness first, unless that is disabled, and then compares the photo with the ' +
    'live images; of two the weaker match decides. A document whose issuer did not sign the ' +
    'photo is refused, where that can be checked. Nothing is stored.',
  request: Type.Object(
    {
      liveImages: LiveImages,
      photo: imageText(`ID photo as base64, in any of the image formats, or ${DOCUMENTS}.`),
      securityObject: maybe(SecurityObject),
      disableLivenessDetection: maybe(Type.Boolean(), {
        default: false,
        description: 'True: only compare; `live` is false and `livenessScore` 0.',
      }),
    },
    { description: 'One ID photo and one or two live images of the person who shows it.' },
  ),
  response: PhotoVerifyAnswer,
  example: {
    status: 'SUCCEEDED',
    errors: [],
    imageProperties: [EXAMPLE_LIVE_IMAGE],
    photoProperties: EXAMPLE_IMAGE,
    verificationLevel: 'LEVEL_4',
    verificationScore: 0.81,
    live: true,
    livenessScore: 0.94,
  },
  before: ({ liveImages }) => requireOneOrTwo(liveImages),
  run: (parts, context, { liveImages, photo, securityObject, disableLivenessDetection = false }) =>
    photoVerify(parts, context, {
      images: liveImagesOf(liveImages),
      photo,
      securityObject,
      disableLivenessDetection,
    }),
  answer: (result) => ({
    ...envelopeOf(result),
    imageProperties: result.images.map(liveProperties),
    photoProperties: result.photo === undefined ? null : imageProperties(result.photo),
    verificationLevel: result.verificationLevel,
    verificationScore: result.verificationScore,
    live: result.live,
    livenessScore: result.livenessScore,
    ...(result.passiveAuthentication && { passiveAuthentication: result.passiveAuthentication }),
  }),
});
