/** What the schemas of all operation routes have in common: security, headers, error answers. */
import type { TSchema } from 'typebox';
import { ClassIdParams, RequestHeaders } from './requests.ts';
import { ErrorAnswer, reference } from './schemas.ts';

/** Why a route answers with an error status. */
const ERRORS = {
  400: 'The request is not valid; the message names the member.',
  401: 'Missing or invalid credentials.',
  403: 'The client, or the task token, may not call this operation.',
  404: 'No biometric face template exists for the class.',
  408: 'The caller cancelled the request.',
  413: 'The request body is larger than 50 MB.',
  415: 'The content type is not application/json.',
  429: 'Too many requests; see Retry-After.',
  500: 'The service failed unexpectedly.',
  503: 'The service is overloaded or starting, or lacks a model; see Retry-After.',
} as const;

export type ErrorStatus = keyof typeof ERRORS;

const ALWAYS: readonly ErrorStatus[] = [400, 401, 403, 429, 500, 503];
const WITH_BODY: readonly ErrorStatus[] = [408, 413, 415];

export const ANSWER_HEADERS = {
  jobid: {
    type: 'string',
    format: 'uuid',
    description: 'Id of the job, as the bookkeeping has it.',
  },
  'service-version': { type: 'string', description: 'Version of the service.' },
  'reference-number': { type: 'string', description: 'Echo of Reference-Number, when given.' },
  'response-time-ms': { type: 'integer', description: 'Milliseconds from receipt to answer.' },
} as const;

export interface RouteDescription {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly answer: TSchema;
  readonly example: unknown;
  readonly errors?: readonly ErrorStatus[];
}

/** The schema of an authenticated route with a class id, without body and query. */
export function classRoute(route: RouteDescription, withBody: boolean) {
  return { ...operationRoute(route, withBody, 'Face'), params: ClassIdParams };
}

/** The schema of an authenticated route, without path members, body and query. */
export function operationRoute(route: RouteDescription, withBody: boolean, tag: string) {
  const statuses = [...ALWAYS, ...(withBody ? WITH_BODY : []), ...(route.errors ?? [])];
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: route.description,
    tags: [tag],
    security: [{ bearer: [] }],
    headers: RequestHeaders,
    response: {
      200: {
        description: 'The result.',
        headers: ANSWER_HEADERS,
        content: { 'application/json': { schema: route.answer, example: route.example } },
      },
      ...Object.fromEntries(statuses.map((status) => [status, errorResponse(status)])),
    },
  };
}

function errorResponse(status: ErrorStatus) {
  return {
    description: ERRORS[status],
    content: { 'application/json': { schema: reference(ErrorAnswer) } },
  };
}
