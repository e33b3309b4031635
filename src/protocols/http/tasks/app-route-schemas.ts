/** The token API as the API reference describes it. */
import { Type } from 'typebox';
import { reference } from '../../../contract/members.ts';
import { MessageAnswer } from '../operations/error-answers.ts';
import { ANSWER_HEADERS } from '../operations/operation-schema.ts';

const BASIC_ERRORS = {
  400: 'A parameter is missing, wrong, out of range or given twice; the message names it.',
  401: 'No valid client id and secret.',
  403: 'The id or the BCID is not one of the application.',
  429: 'Too many requests; see Retry-After.',
  500: 'The service failed unexpectedly.',
  503: 'The service is overloaded or starting; see Retry-After.',
} as const;

export const messageErrors = (errors: Readonly<Record<number, string>>) =>
  Object.fromEntries(
    Object.entries(errors).map(([status, description]) => [
      status,
      { description, content: { 'application/json': { schema: reference(MessageAnswer) } } },
    ]),
  );

const flag = (fallback: boolean, description: string) =>
  Type.Optional(
    Type.String({ pattern: '^(true|false|1|0)$', default: String(fallback), description }),
  );

/** Checked by the handler, because a repeated parameter is to be named as such. */
const TOKEN_QUERY = Type.Object({
  id: Type.String({ description: 'Client id of the application that asks.' }),
  bcid: Type.Optional(
    Type.String({
      description:
        '`<storage>.<partition>.<class id>` of the person; needed but for `livenessdetection`.',
      examples: ['demo.1.1001'],
    }),
  ),
  task: Type.Optional(
    Type.String({
      enum: ['verify', 'identify', 'enroll', 'livenessdetection'],
      default: 'verify',
    }),
  ),
  maxtries: Type.Optional(Type.Integer({ minimum: 1, maximum: 15, default: 3 })),
  livedetection: flag(true, 'Whether liveness is demanded; `livenessdetection` always does.'),
  challenge: flag(
    false,
    'Demand challenge-response too; only with liveness. Default: as `leastLiveness` demands.',
  ),
  challenges: Type.Optional(
    Type.Integer({
      minimum: 2,
      maximum: 7,
      default: 3,
      description: 'Directions for each attempt.',
    }),
  ),
  autoenroll: flag(false, 'With `verify`: enrol the samples after success.'),
  traits: Type.Optional(
    Type.String({ default: 'Face,Periocular', description: 'Names joined by commas.' }),
  ),
});

export const APP_ROUTES = {
  token: {
    operationId: 'getToken',
    summary: 'Issue a task token',
    description:
      'A JWT that lets its holder, a browser or a phone, do one task for one person within ten ' +
      'minutes. Send it as bearer token to the operations it permits. With one image, liveness is ' +
      'passive detection against crude attacks: demand a challenge, or set `leastLiveness`.',
    tags: ['Token'],
    security: [{ basic: [] }],
    querystring: TOKEN_QUERY,
    response: {
      200: {
        description: 'The token.',
        headers: ANSWER_HEADERS,
        content: { 'text/plain': { schema: Type.String({ examples: ['eyJhbGciOiJIUzI1NiIs…'] }) } },
      },
      ...messageErrors(BASIC_ERRORS),
    },
  },
} as const;
