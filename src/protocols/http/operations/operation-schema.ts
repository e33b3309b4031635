/** An operation as the API reference describes it: security, headers, answers. */
import { type TSchema, Type } from 'typebox';
import type { Contract } from '../../../contract/contract.ts';
import { ClassId, reference } from '../../../contract/members.ts';
import { ErrorAnswer } from './error-answers.ts';

const ClassIdParams = Type.Object({ classId: ClassId });

const RequestHeaders = Type.Object({
  'Reference-Number': Type.Optional(
    Type.String({
      maxLength: 256,
      description: 'Reference of the client: written to the bookkeeping and echoed.',
    }),
  ),
});

const TransactionHeaders = Type.Object({
  ...RequestHeaders.properties,
  'Transaction-ID': Type.String({
    maxLength: 256,
    description: 'Transaction of the audit trail: mandatory, written to the books and echoed.',
  }),
});

/** Why a route answers with an error status. */
const ERRORS = {
  400: 'The request is not valid; the message names the member.',
  401: 'Missing or invalid credentials.',
  403: 'The client, or the task token, may not call this operation.',
  404: 'No biometric face template exists for the class.',
  408: 'The body arrived too slowly, or the caller cancelled the request.',
  413: 'The request body is larger than 50 MB.',
  415: 'The content type is not application/json, or the body is packed other than by gzip.',
  429: 'Too many requests; see Retry-After.',
  500: 'The service failed unexpectedly.',
  503: 'The service is overloaded or starting, or lacks a model; see Retry-After.',
} as const;

type ErrorStatus = keyof typeof ERRORS;

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

/** The schema of the route of that operation. */
export function operationSchema({ http, request, response, ...about }: Contract) {
  const withBody = http.method === 'POST' || http.method === 'PUT';
  const statuses = [...ALWAYS, ...(withBody ? WITH_BODY : []), ...(http.refusals ?? [])];
  return {
    operationId: http.id,
    summary: about.summary,
    description: about.description,
    tags: [about.tag],
    security: [{ bearer: [] }],
    headers: about.transaction === 'required' ? TransactionHeaders : RequestHeaders,
    response: {
      200: {
        description: 'The result.',
        headers: ANSWER_HEADERS,
        content: {
          'application/json': { schema: named(response), example: about.example },
        },
      },
      ...Object.fromEntries(statuses.map((status) => [status, errorResponse(status)])),
    },
    ...(http.path.includes(':classId') && { params: ClassIdParams }),
    ...(request && (withBody ? { body: http.list?.body ?? request } : { querystring: request })),
  };
}

const named = (schema: TSchema) => ('$id' in schema ? reference(schema) : schema);

function errorResponse(status: ErrorStatus) {
  return {
    description: ERRORS[status],
    content: { 'application/json': { schema: reference(ErrorAnswer) } },
  };
}
