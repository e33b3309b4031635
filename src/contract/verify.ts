/** Verification: compares the face in the image with the template of the class. */
import { type Static, Type } from 'typebox';
import { verify } from '../operations/face/verify.ts';
import { contract } from './contract.ts';
import {
  EXAMPLE_IMAGE,
  envelope,
  envelopeOf,
  fraction,
  ImageProperties,
  ImageText,
  imageProperties,
  orNull,
  reference,
} from './members.ts';

export type VerifyAnswer = Static<typeof VerifyAnswer>;
export const VerifyAnswer = Type.Object(
  {
    ...envelope,
    imageProperties: orNull(reference(ImageProperties), {
      description: 'Properties of the image; null when it was not looked at.',
    }),
    verified: Type.Boolean({ description: 'True: the face in the image is that of the class.' }),
    score: fraction(
      'Higher: more likely the same person; 0.5 is the default threshold. One of four steps when it ' +
        'was refused, 0 when nothing was compared. Decide by `verified`.',
    ),
  },
  { $id: 'VerifyResponse' },
);

export const verifyContract = contract({
  operation: 'verify',
  token: { attemptOf: 'verify' },
  http: { method: 'POST', path: '/api/face/v1/verify/:classId', id: 'verify', refusals: [404] },
  rpc: 'FaceRecognition/Verify',
  tag: 'Face',
  summary: 'Verify a person',
  description:
    'Compares the one face in the image with the template of the class, at the calibrated ' +
    "threshold of the client's false-match rate.",
  request: Type.Object(
    { image: ImageText },
    {
      description: 'The image of the person to verify.',
      examples: [{ image: '/9j/4AAQSkZJRgABAQAAAQABAAD…' }],
    },
  ),
  response: VerifyAnswer,
  example: {
    status: 'SUCCEEDED',
    errors: [],
    imageProperties: EXAMPLE_IMAGE,
    verified: true,
    score: 0.87,
  },
  run: (parts, context, { image }, classId) => verify(parts, context, { classId, images: [image] }),
  answer: (result) => ({
    ...envelopeOf(result),
    imageProperties: result.image === undefined ? null : imageProperties(result.image),
    verified: result.verified,
    score: result.score,
  }),
});
