/** What is asked and what must be answered, whichever protocol carries it. */
import { expect } from 'vitest';
import { group, nobody, portrait } from '../../testing/people.ts';
import type { ContractCall, MethodName } from './protocol.ts';

/** One call and what its answer must contain; `body` is compared as far as it is given. */
export interface Case {
  readonly name: string;
  readonly method: MethodName;
  readonly call: () => ContractCall;
  /** gRPC status; absent: the call is answered. */
  readonly code?: number;
  readonly message?: RegExp;
  readonly body?: unknown;
}

export const INVALID_ARGUMENT = 3;
export const NOT_FOUND = 5;

export const LARGEST = '9223372036854775807';
/** The first that a double cannot hold. */
const BEYOND_DOUBLE = '9007199254740993';

const images = {} as Record<'ben' | 'benAgain' | 'ada' | 'cem' | 'group' | 'nobody', Buffer>;

/** To be awaited before any `call` is made. */
export async function loadImages(): Promise<void> {
  images.ben = await portrait('ben');
  images.benAgain = await portrait('ben', 1);
  images.ada = await portrait('ada');
  images.cem = await portrait('cem');
  images.group = await group();
  images.nobody = await nobody();
}

export const image = (name: keyof typeof images) => ({ image: images[name] });
export const transaction = { 'transaction-id': 'tx-1' };
const text = { image: Buffer.from('text') };
const empty = { image: Buffer.alloc(0) };

export const error = (errorCode: string) => expect.objectContaining({ errorCode });
export const succeeded = { status: 'SUCCEEDED', errors: [] };

/** In this order, on one class: each builds on those before it. */
export const ENROLMENT: readonly Case[] = [
  {
    name: 'a class without template cannot be verified',
    method: 'Verify',
    call: () => ({ classId: '5', body: { image: image('ben') } }),
    code: NOT_FOUND,
    message: /class 5/,
  },
  {
    name: 'enrolling creates a template',
    method: 'Enroll',
    call: () => ({ classId: LARGEST, body: { images: [image('ben')] } }),
    body: {
      ...succeeded,
      performedAction: 'NEW_TEMPLATE_CREATED',
      enrolledImages: 1,
      templateStatus: { classId: LARGEST, available: true, featureVectors: 1 },
    },
  },
  {
    name: 'enrolling skips what shows several people or nobody',
    method: 'Enroll',
    call: () => ({
      classId: LARGEST,
      body: { images: [image('group'), image('benAgain'), image('nobody')] },
    }),
    body: {
      errors: [error('MultipleFacesFound'), error('FaceNotFound')],
      performedAction: 'TEMPLATE_UPDATED',
      enrolledImages: 1,
    },
  },
  {
    name: 'nothing enrolled is a failure',
    method: 'Enroll',
    call: () => ({ classId: '6', body: { images: [image('nobody')] } }),
    body: { performedAction: 'ENROLLMENT_FAILED', enrolledImages: 0 },
  },
  {
    name: 'no images and nothing to upgrade: nothing is done',
    method: 'Enroll',
    call: () => ({ classId: '6', body: { images: [] } }),
    body: { performedAction: 'NONE', templateStatus: { available: false } },
  },
  {
    name: 'no bytes at all name the member',
    method: 'Enroll',
    call: () => ({ classId: '7', body: { images: [image('ben'), empty] } }),
    code: INVALID_ARGUMENT,
    message: /^images\[1\]\.image: the image is empty/,
  },
  {
    name: 'bytes that are no image name the member, and nothing is enrolled',
    method: 'Enroll',
    call: () => ({ classId: '7', body: { images: [image('ben'), text] } }),
    code: INVALID_ARGUMENT,
    message: /^images\[1\]\.image: /,
  },
  {
    name: 'a class id beyond the doubles is kept to the last digit',
    method: 'Enroll',
    call: () => ({ classId: BEYOND_DOUBLE, body: { images: [image('cem')] } }),
    body: { templateStatus: { classId: BEYOND_DOUBLE } },
  },
  {
    name: 'its neighbour is another class',
    method: 'GetTemplateStatus',
    call: () => ({ classId: '9007199254740992' }),
    body: { classId: '9007199254740992', available: false },
  },
];

export const VERIFICATION: readonly Case[] = [
  {
    name: 'the person is verified',
    method: 'Verify',
    call: () => ({ classId: LARGEST, body: { image: image('benAgain') } }),
    body: { ...succeeded, verified: true, imageProperties: { rotated: 0 } },
  },
  {
    name: 'another person is not',
    method: 'Verify',
    call: () => ({ classId: LARGEST, body: { image: image('ada') } }),
    body: { ...succeeded, verified: false },
  },
  {
    name: 'several faces are not compared',
    method: 'Verify',
    call: () => ({ classId: LARGEST, body: { image: image('group') } }),
    body: {
      verified: false,
      score: 0,
      errors: [error('MultipleFacesFound')],
      imageProperties: { faces: Array(4).fill(expect.anything()) },
    },
  },
  {
    name: 'nobody is not compared',
    method: 'Verify',
    call: () => ({ classId: LARGEST, body: { image: image('nobody') } }),
    body: { status: 'SUCCEEDED', verified: false, score: 0, errors: [error('FaceNotFound')] },
  },
  {
    name: 'bytes that are no image name the member',
    method: 'Verify',
    call: () => ({ classId: LARGEST, body: { image: text } }),
    code: INVALID_ARGUMENT,
    message: /^image: /,
  },
];

const OF_A_CLASS = [
  'Enroll',
  'Verify',
  'SetTemplateTags',
  'GetTemplateStatus',
  'DeleteTemplate',
] as const;

/** Class ids are positive; each operation on a class says so. */
export const CLASS_IDS: readonly Case[] = OF_A_CLASS.flatMap((method) =>
  ['0', '-1', '-9223372036854775808'].map((classId) => ({
    name: `there is no class ${classId} to ${method}`,
    method,
    call: () => ({ classId, body: { image: image('ben'), images: [image('ben')], tags: [] } }),
    code: INVALID_ARGUMENT,
    message: /^classId: /,
  })),
);

const manyTags = (count: number) => Array.from({ length: count }, (_, i) => `tag ${i}`);

export const TEMPLATE: readonly Case[] = [
  {
    name: 'tags are replaced, each kept once; an empty tag is none',
    method: 'SetTemplateTags',
    call: () => ({ classId: LARGEST, body: { tags: ['staff', '', 'day', ' ', 'staff'] } }),
    body: {},
  },
  {
    name: 'tags of a class without template: not found',
    method: 'SetTemplateTags',
    call: () => ({ classId: '5', body: { tags: [] } }),
    code: NOT_FOUND,
  },
  ...(
    [
      ['a tag with a control character', ['a', 'a\nb'], /^tags\[1\]: /],
      ['a tag of 65 characters', ['x'.repeat(65)], /^tags\[0\]: /],
      ['65 tags', manyTags(65), /^tags: at most 64/],
    ] as const
  ).map(
    ([name, tags, message]): Case => ({
      name: `${name} is refused`,
      method: 'SetTemplateTags',
      call: () => ({ classId: LARGEST, body: { tags } }),
      code: INVALID_ARGUMENT,
      message,
    }),
  ),
  {
    name: 'the status tells what is stored',
    method: 'GetTemplateStatus',
    call: () => ({ classId: LARGEST, body: { downloadThumbnails: true } }),
    body: {
      classId: LARGEST,
      available: true,
      tags: ['day', 'staff'],
      featureVectors: 2,
      thumbnailsStored: 2,
      enrolled: expect.stringMatching(/^\d{4}-.*Z$/),
      thumbnails: [
        { enrolled: expect.any(String), image: expect.stringMatching(/^iVBORw0KGgo/) },
        expect.anything(),
      ],
    },
  },
  {
    name: 'the status sends no thumbnails that nobody asked for',
    method: 'GetTemplateStatus',
    call: () => ({ classId: LARGEST }),
    body: { thumbnailsStored: 2, thumbnails: [] },
  },
  {
    name: 'a status without template is an answer',
    method: 'GetTemplateStatus',
    call: () => ({ classId: '5' }),
    body: {
      classId: '5',
      available: false,
      enrolled: '',
      tags: [],
      encoderVersion: 0,
      featureVectors: 0,
      thumbnailsStored: 0,
      thumbnails: [],
    },
  },
];

export const SEARCH: readonly Case[] = [
  {
    name: 'search identifies among those with all the tags',
    method: 'Search',
    call: () => ({
      headers: transaction,
      body: { images: [image('benAgain'), image('nobody')], tags: ['staff', 'day'] },
    }),
    body: {
      errors: [error('FaceNotFound')],
      result: [{ matches: [{ classId: LARGEST }] }, { matches: [] }],
    },
  },
  {
    name: 'identify answers the same',
    method: 'Identify',
    call: () => ({
      headers: transaction,
      body: { images: [image('benAgain')], tags: ['staff', 'day'] },
    }),
    body: { ...succeeded, result: [{ matches: [{ classId: LARGEST }] }] },
  },
  {
    name: 'search among others finds nobody',
    method: 'Search',
    call: () => ({ headers: transaction, body: { images: [image('ben')], tags: ['night'] } }),
    body: { ...succeeded, result: [{ matches: [] }] },
  },
  {
    name: 'search names the best on demand, whoever they are',
    method: 'Search',
    call: () => ({
      headers: transaction,
      body: { images: [image('ada')], tags: ['staff'], topMatches: true },
    }),
    body: { ...succeeded, result: [{ matches: [{ classId: LARGEST }] }] },
  },
  ...(['Search', 'Identify'] as const).flatMap((method): Case[] => [
    {
      name: `${method} needs a transaction`,
      method,
      call: () => ({ body: { images: [image('ben')] } }),
      code: INVALID_ARGUMENT,
      message: /^Transaction-ID/,
    },
    {
      name: `${method} needs an image`,
      method,
      call: () => ({ headers: transaction, body: { images: [] } }),
      code: INVALID_ARGUMENT,
      message: /^images/,
    },
    {
      name: `${method} names the image that is none`,
      method,
      call: () => ({ headers: transaction, body: { images: [image('nobody'), text] } }),
      code: INVALID_ARGUMENT,
      message: /^images\[1\]\.image: /,
    },
    {
      name: `${method} takes no tags that no template can have`,
      method,
      call: () => ({ headers: transaction, body: { images: [image('nobody')], tags: ['a\nb'] } }),
      code: INVALID_ARGUMENT,
      message: /^tags\[0\]: /,
    },
  ]),
];

export const QUALITY: readonly Case[] = [
  {
    name: 'a face is graded',
    method: 'FaceImageQuality',
    call: () => ({ body: image('ben') }),
    body: {
      status: 'SUCCEEDED',
      qualityMeasurements: expect.arrayContaining([
        expect.objectContaining({ measure: 'LuminanceMean', scalarScore: expect.any(Number) }),
      ]),
    },
  },
  {
    name: 'of several faces the largest is graded, and SingleFacePresent says so',
    method: 'FaceImageQuality',
    call: () => ({ body: image('group') }),
    body: {
      qualityMeasurements: expect.arrayContaining([
        expect.objectContaining({
          measure: 'SingleFacePresent',
          scalarScore: expect.toSatisfy((score: number) => score < 60),
        }),
      ]),
    },
  },
  {
    name: 'nobody is graded as such',
    method: 'FaceImageQuality',
    call: () => ({ body: image('nobody') }),
    body: {
      errors: [{ errorCode: 'FaceDetectionError', message: expect.stringMatching(/No face/) }],
      qualityMeasurements: [],
    },
  },
  {
    name: 'bytes that are no image cannot be graded',
    method: 'FaceImageQuality',
    call: () => ({ body: text }),
    code: INVALID_ARGUMENT,
    message: /^image: not a decodable image$/,
  },
  {
    name: 'no bytes cannot be graded',
    method: 'FaceImageQuality',
    call: () => ({ body: empty }),
    code: INVALID_ARGUMENT,
    message: /^image: the image is empty/,
  },
];

export const DELETION: readonly Case[] = [
  {
    name: 'deleting erases the template',
    method: 'DeleteTemplate',
    call: () => ({ classId: LARGEST }),
    body: {},
  },
  {
    name: 'it is gone then',
    method: 'DeleteTemplate',
    call: () => ({ classId: LARGEST }),
    code: NOT_FOUND,
  },
];
