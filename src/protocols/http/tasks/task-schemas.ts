/** Requests and answers of the task operations as TypeBox schemas. */
import { Type } from 'typebox';
import { CaptureMember } from '../../../contract/capture.ts';
import { ClassId, ImageText, JobErrorAnswer, maybe, reference } from '../../../contract/members.ts';

export const UploadBody = Type.Object(
  {
    image: ImageText,
    tags: maybe(Type.Array(Type.String()), {
      description:
        'Directions the head moved to since the sample before: `up`, `down`, `left`, `right`.',
      examples: [['up']],
    }),
    capture: CaptureMember,
    index: maybe(Type.Integer({ minimum: 0, maximum: 7 }), {
      description: 'Place among the samples; one that is there is replaced. Absent: the next.',
    }),
  },
  { examples: [{ image: '/9j/4AAQSkZJRgABAQAAAQABAAD…', tags: ['up'] }] },
);

const failure = {
  error: Type.Union([Type.String(), Type.Null()], {
    description: 'Code of the first error for programs; null: none.',
    examples: ['FaceNotFound'],
  }),
  errors: Type.Array(reference(JobErrorAnswer), { description: 'What went wrong, in words.' }),
};

export const UploadAnswer = Type.Object(
  {
    accepted: Type.Boolean({ description: 'Whether the sample waits for the task now.' }),
    warnings: Type.Array(Type.String(), { description: 'What an end user can do better.' }),
    ...failure,
  },
  { $id: 'UploadResponse' },
);

export const ChallengeAnswer = Type.Object(
  {
    challenge: Type.Array(Type.String(), {
      description: 'Where the head has to move, one sample after each.',
      examples: [['left', 'up', 'right']],
    }),
    try: Type.Integer({ minimum: 1, maximum: 15, description: 'The attempt that has begun.' }),
    triesLeft: Type.Integer({ minimum: 0, maximum: 14, description: 'Attempts after this one.' }),
    until: Type.String({
      description: 'The task has to be run before: RFC 3339, UTC.',
      examples: ['2026-01-31T09:32:00.000Z'],
    }),
  },
  { $id: 'ChallengeResponse', description: 'The challenge of the attempt that has begun.' },
);

export const TaskAnswer = Type.Object(
  {
    success: Type.Boolean({ description: 'Verified, identified, enrolled or live.' }),
    ...failure,
    triesLeft: Type.Integer({
      minimum: 0,
      maximum: 14,
      description: 'Attempts the token still has.',
    }),
  },
  { $id: 'TaskResponse' },
);

export const TaskResultAnswer = Type.Object(
  {
    tokenid: Type.String({ description: 'The claim `tokenid` of the token.' }),
    task: Type.String({ examples: ['verify'] }),
    bcid: Type.Union([Type.String(), Type.Null()], { examples: ['demo.1.1001'] }),
    success: Type.Boolean({ description: 'Verified, identified, enrolled or live.' }),
    ...failure,
    classIds: Type.Array(ClassId, { description: 'With the task identify: who was identified.' }),
    try: Type.Integer({ minimum: 1, maximum: 15, description: 'The attempt that counts.' }),
    triesLeft: Type.Integer({ minimum: 0, maximum: 14 }),
    jobid: Type.String({ format: 'uuid', description: 'As the bookkeeping has it.' }),
    finished: Type.String({
      description: 'RFC 3339, UTC.',
      examples: ['2026-01-31T09:30:00.000Z'],
    }),
  },
  {
    $id: 'TaskResult',
    description:
      'How the attempt of a token ended that counts: the first success, else the latest.',
  },
);
