/** The task operations as the API reference describes them. */
import { Type } from 'typebox';
import { reference } from '../../../contract/members.ts';
import { ANSWER_HEADERS } from '../operations/operation-schema.ts';
import { messageErrors } from './app-route-schemas.ts';
import {
  ChallengeAnswer,
  TaskAnswer,
  TaskResultAnswer,
  UploadAnswer,
  UploadBody,
} from './task-schemas.ts';

const ERRORS = {
  400: 'The request is not valid, or no sample was uploaded; the message says what.',
  401: 'No valid task token: expired, not yet valid, or not one of this service.',
  403: 'The token is for something else, or used up.',
  409: 'The task is being run: ask again.',
  429: 'Too many requests; see Retry-After.',
  500: 'The service failed unexpectedly.',
  503: 'The service is overloaded or starting, or lacks a model; see Retry-After.',
} as const;

const answer = (schema: ReturnType<typeof reference>, example: unknown) => ({
  200: {
    description: 'The result.',
    headers: ANSWER_HEADERS,
    content: { 'application/json': { schema, example } },
  },
  ...messageErrors(ERRORS),
});

const tokenRoute = { tags: ['Token'], security: [{ bearer: [] }] };

export const UPLOAD_ROUTE = {
  ...tokenRoute,
  operationId: 'uploadSample',
  summary: 'Upload a sample',
  description:
    'Takes in an image for the task of the token: encrypted, at most 8, until the task has run or ' +
    'the token has expired. An image without exactly one face is not accepted, nor, where liveness is ' +
    'demanded, one that was used before.',
  body: UploadBody,
  response: answer(reference(UploadAnswer), {
    accepted: true,
    warnings: [],
    error: null,
    errors: [],
  }),
} as const;

export const CHALLENGE_ROUTE = {
  ...tokenRoute,
  operationId: 'tellChallenge',
  summary: 'Begin an attempt and learn its challenge',
  description:
    'For tokens of applications that tell each challenge only when its attempt begins (setting ' +
    '`revealChallenges`): their claim `challenge` has an empty list for each attempt, `challenges` the ' +
    'number of directions. Takes one attempt, which the next task runs; samples uploaded before are ' +
    'erased. The task has to be run within two minutes. Asked again before that, it answers the same.',
  response: answer(reference(ChallengeAnswer), {
    challenge: ['left', 'up', 'right'],
    try: 1,
    triesLeft: 2,
    until: '2026-01-31T09:32:00.000Z',
  }),
} as const;

/** The route of that task for GET or POST. */
export const taskRoute = (task: string, method: 'GET' | 'POST') => ({
  ...tokenRoute,
  operationId: `${method === 'GET' ? 'get' : 'run'}Task_${task}`,
  summary: `Run the task ${task}`,
  description:
    'Runs it on the uploaded samples, which are erased by this, and takes one attempt of the token. ' +
    'Asked again without new samples, or with the same ones, it answers the same and takes none. ' +
    'With liveness demanded, several samples have to show the head move from each to the next, ' +
    'and with a challenge their tags, in order, have to be those of the attempt.',
  response: answer(reference(TaskAnswer), { success: true, error: null, errors: [], triesLeft: 2 }),
});

export const RESULT_ROUTE = {
  operationId: 'getTaskResult',
  summary: 'How a task ended',
  description:
    'For the application that requested the token: this, not what a browser says, is what to ' +
    'trust. Kept for a day after the token has expired.',
  tags: ['Token'],
  security: [{ basic: [] }],
  querystring: Type.Object({ tokenid: Type.String({ description: 'The claim of the token.' }) }),
  response: {
    ...answer(reference(TaskResultAnswer), {
      tokenid: '6f1c7f0e-4b5f-4d0e-9d56-0f6d3a6c1a11',
      task: 'verify',
      bcid: 'demo.1.1001',
      success: true,
      error: null,
      errors: [],
      classIds: [],
      try: 1,
      triesLeft: 2,
      jobid: '0b0e7a5c-9a39-4a65-8a53-5c3f0f0a8c55',
      finished: '2026-01-31T09:30:00.000Z',
    }),
    204: { description: 'Nothing has run with a token of that id and application.' },
  },
};
