/** What the routes of OSIA answer, for the API reference. */
import type { TSchema } from 'typebox';
import { OsiaError, TaskId } from './schemas.ts';

/** Statuses that OSIA names for some calls only. */
export type Refusal = 404 | 409;

const REFUSALS: Readonly<Record<Refusal, string>> = {
  404: 'Unknown person, encounter, gallery or task.',
  409: 'The person has an encounter, or the result of the task is erased.',
};
/** Of every call. OSIA names 400, 403 and 500; the others are those of HTTP. */
const USUAL: Readonly<Record<number, string>> = {
  400: 'The request is not valid; the message names the member.',
  401: 'Missing or invalid credentials.',
  403: 'The token lacks the scope, or the client may not call this operation.',
  429: 'Too many requests; see Retry-After.',
  500: 'The service failed unexpectedly.',
  501: 'A part of OSIA that is not served here.',
  503: 'The service is overloaded or starting; see Retry-After.',
};
const WITH_BODY: Readonly<Record<number, string>> = {
  408: 'The body arrived too slowly.',
  413: 'The request body is too large.',
  415: 'The content type is not application/json.',
};

const json = (schema: TSchema) => ({ content: { 'application/json': { schema } } });
const refusals = (described: Readonly<Record<number, string>>) =>
  Object.fromEntries(
    Object.entries(described).map(([status, description]) => [
      status,
      { description, ...json(OsiaError) },
    ]),
  );

interface Answers {
  /** Undefined: 204 without a body. */
  readonly answer: TSchema | undefined;
  readonly refused: readonly Refusal[];
  readonly withBody: boolean;
}

/** The answers of a call. */
export const answersOf = ({ answer, refused, withBody }: Answers) => ({
  ...(answer === undefined
    ? { 204: { description: 'Done.', type: 'null' } }
    : { 200: { description: 'The result.', ...json(answer) } }),
  ...refusals({
    ...USUAL,
    ...(withBody && WITH_BODY),
    ...Object.fromEntries(refused.map((status) => [status, REFUSALS[status]])),
  }),
});

/** 202, for calls with a callback. */
export const ACCEPTED = {
  202: { description: 'The result will be posted to the callback.', ...json(TaskId) },
};

const OK: TSchema = { type: 'string', enum: ['OK'] };

/** The result at the callback, and the error in its place. */
export const callbackOf = (answer: TSchema = OK) => ({
  result: {
    '{$request.query.callback}': {
      post: {
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: answer },
            'application/error+json': { schema: OsiaError },
          },
        },
        responses: { 204: { description: 'Taken.' } },
      },
    },
  },
});
