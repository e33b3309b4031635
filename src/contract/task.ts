/** Calls of a token holder: upload samples, get a challenge, run the task. */
import { type Static, Type } from 'typebox';
import type { CallableOperation } from '../access/clients/callable-operations.ts';
import { MOST_SAMPLES } from '../access/tasks/samples.ts';
import { MOST_ATTEMPTS, TASKS, type Task } from '../access/tasks/task-claims.ts';
import { runTask } from '../operations/tasks/run-task.ts';
import { tellChallenge } from '../operations/tasks/tell-challenge.ts';
import { uploadSample } from '../operations/tasks/upload-sample.ts';
import { CaptureMember } from './capture.ts';
import { contract } from './contract.ts';
import { BurstMember, directionsOf, framesOf } from './liveness.ts';
import { ImageText, JobErrorAnswer, maybe, reference, timestamp } from './members.ts';

export const TASK_PATH = '/api/task/v1';

/** Members of every answer about a task. */
export const failure = {
  error: Type.Union([Type.String(), Type.Null()], {
    description: 'Code of the first error for programs; null: none.',
    examples: ['FaceNotFound'],
  }),
  errors: Type.Array(reference(JobErrorAnswer), { description: 'What went wrong, in words.' }),
};

type Errors = readonly { readonly errorCode: string; readonly message: string }[];

/** Begins a message; the person before the camera never numbered the samples. */
const OF_SAMPLE = /^samples\[\d+\][.\w[\]]*: /;

/** A mismatch is not an error of a job, so it is the reason here. */
export function failureOf(success: boolean, errors: Errors) {
  const [first] = errors;
  return {
    error: success ? null : (first?.errorCode ?? 'NotRecognized'),
    errors: errors.map(({ errorCode, message }) => ({
      errorCode,
      message: message.replace(OF_SAMPLE, ''),
    })),
  };
}

const shared = { tag: 'Token' } as const;

/** For calls that every token permits, and that need a token. */
const free = { free: true, required: true } as const;

export type UploadAnswer = Static<typeof UploadAnswer>;
export const UploadAnswer = Type.Object(
  {
    accepted: Type.Boolean({ description: 'Whether the sample waits for the task now.' }),
    warnings: Type.Array(Type.String(), { description: 'What an end user can do better.' }),
    ...failure,
  },
  { $id: 'UploadResponse' },
);

const uploadContract = contract({
  ...shared,
  operation: 'upload-sample',
  token: free,
  http: { method: 'POST', path: '/api/v1/upload', id: 'uploadSample' },
  summary: 'Upload a sample',
  description:
    `Keeps an image for the task of the token, encrypted, until the task has run or the token has ` +
    `expired. A task takes at most ${MOST_SAMPLES}. Images without exactly one face are not accepted. ` +
    'Where liveness is demanded, images that were used before are not accepted either.',
  request: Type.Object(
    {
      image: ImageText,
      tags: maybe(Type.Array(Type.String()), {
        description:
          'Directions of the head since the previous sample: `up`, `down`, `left`, `right`.',
        examples: [['up']],
      }),
      burst: BurstMember,
      capture: CaptureMember,
      index: maybe(Type.Integer({ minimum: 0, maximum: MOST_SAMPLES - 1 }), {
        description: 'Place among the samples; replaces the sample there. Absent: the next place.',
      }),
    },
    { examples: [{ image: '/9j/4AAQSkZJRgABAQAAAQABAAD…', tags: ['up'] }] },
  ),
  response: UploadAnswer,
  example: { accepted: true, warnings: [], error: null, errors: [] },
  run: (parts, context, { tags = [], burst, ...sample }) =>
    uploadSample(parts, context, {
      ...sample,
      tags: directionsOf(tags),
      burst: framesOf(burst),
    }),
  answer: ({ accepted, warnings, errors }) => ({
    accepted,
    warnings: [...warnings],
    ...failureOf(accepted, errors),
  }),
});

/** Number of an attempt. */
export const attempt = (description: string) =>
  Type.Integer({ minimum: 1, maximum: MOST_ATTEMPTS, description });

export const attemptsLeft = (description: string) =>
  Type.Integer({ minimum: 0, maximum: MOST_ATTEMPTS - 1, description });

export const ChallengeAnswer = Type.Object(
  {
    challenge: Type.Array(Type.String(), {
      description: 'Where the head has to move, one sample after each.',
      examples: [['left', 'up', 'right']],
    }),
    try: attempt('The attempt that has begun.'),
    triesLeft: attemptsLeft('Attempts left after this one.'),
    until: timestamp('Deadline for the task.'),
  },
  { $id: 'ChallengeResponse', description: 'The challenge of the attempt that has begun.' },
);

const challengeContract = contract({
  ...shared,
  operation: 'tell-challenge',
  token: free,
  http: { method: 'POST', path: `${TASK_PATH}/challenge`, id: 'tellChallenge' },
  summary: 'Begin an attempt and learn its challenge',
  description:
    'For clients whose setting `revealChallenges` reveals each challenge only when its attempt ' +
    'begins. The claim `challenge` of their tokens has an empty list for each attempt, `challenges` the ' +
    'number of directions. The call takes one attempt and erases the samples uploaded before. The task ' +
    'has to run within two minutes. Until then, further calls get the same answer.',
  response: ChallengeAnswer,
  example: {
    challenge: ['left', 'up', 'right'],
    try: 1,
    triesLeft: 2,
    until: '2026-01-31T09:32:00.000Z',
  },
  run: (_parts, context) => tellChallenge(context),
  answer: ({ challenge, number, triesLeft, until }) => ({
    challenge: [...challenge],
    try: number,
    triesLeft,
    until,
  }),
});

export const TaskAnswer = Type.Object(
  {
    success: Type.Boolean({ description: 'Verified, identified, enrolled or live.' }),
    ...failure,
    triesLeft: attemptsLeft('Attempts the token still has.'),
  },
  { $id: 'TaskResponse' },
);

/** The operation of each task. */
const TASK_OPERATIONS: Readonly<Record<Task, CallableOperation>> = {
  verify: 'verify',
  identify: 'identify',
  enroll: 'enroll',
  livenessdetection: 'detect-liveness',
  livenesssession: 'run-liveness-session',
};

const taskContract = (task: Task, method: 'GET' | 'POST') =>
  contract({
    ...shared,
    operation: TASK_OPERATIONS[task],
    token: { attemptOf: task, required: true, uploaded: true },
    http: {
      method,
      path: `${TASK_PATH}/${task}`,
      id: `${method === 'GET' ? 'get' : 'run'}Task_${task}`,
    },
    summary: `Run the task ${task}`,
    description:
      'Runs the task on the uploaded samples, erases them and takes one attempt of the token. A ' +
      'repeated call without new samples, or with the same ones, gets the same answer and takes none. ' +
      'Where liveness is demanded, the head has to move from each sample to the next. With a ' +
      'challenge, the tags of the samples have to match the attempt, in order.',
    response: TaskAnswer,
    example: { success: true, error: null, errors: [], triesLeft: 2 },
    run: runTask,
    answer: ({ accepted = false, errors, triesLeft }) => ({
      success: accepted,
      ...failureOf(accepted, errors),
      triesLeft,
    }),
  });

export const TASK_CONTRACTS = [
  uploadContract,
  challengeContract,
  ...TASKS.flatMap((task) => [taskContract(task, 'GET'), taskContract(task, 'POST')]),
  taskContract('livenesssession', 'POST'),
];
