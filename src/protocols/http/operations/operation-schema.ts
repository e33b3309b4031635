/** An operation in the API reference: security, headers, responses. */
import { type TSchema, Type } from 'typebox';
import type { Contract } from '../../../contract/contract.ts';
import { ClassId, reference } from '../../../contract/members.ts';
import type { ApplicationContract } from '../../../contract/token-api.ts';
import { LARGEST_BODY, MEBIBYTE } from '../../limits.ts';
import { ErrorAnswer, MessageAnswer } from './error-answers.ts';

const ClassIdParams = Type.Object({ classId: ClassId });

const RequestHeaders = Type.Object({
  'Sandbox-Outcome': Type.Optional(
    Type.String({ description: 'Forces how the call ends; for sandbox clients only.' }),
  ),
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

/** Why a route responds with an error status. */
const ERRORS = {
  400: 'The request is not valid; the message names the member.',
  401: 'Missing or invalid credentials.',
  403: 'The client, or the task token, may not call this operation.',
  404: 'No biometric face template exists for the class.',
  408: 'The body arrived too slowly, or the caller cancelled the request.',
  413: `The request body is larger than ${LARGEST_BODY / MEBIBYTE} MB.`,
  415: 'The content type is not application/json, or the body is packed other than by gzip.',
  429: 'Too many requests; see Retry-After.',
  500: 'The service failed unexpectedly.',
  503: 'The service is overloaded or starting, or lacks a model; see Retry-After.',
} as const;

/** The same for routes that use task tokens, and for those that issue them. */
const TASK_ERRORS = {
  400: 'The request is not valid, or no sample was uploaded; the message says what.',
  401: 'No valid task token: expired, not yet valid, or not one of this service.',
  403: 'The token is for something else, or used up.',
  409: 'The task is running: ask again.',
};
const APPLICATION_ERRORS = {
  400: 'A parameter is missing, wrong, out of range or given twice; the message names it.',
  401: 'No valid client id and secret.',
  403: 'The id or the BCID belongs to another client.',
  503: 'The service is overloaded or starting; see Retry-After.',
};

type ErrorStatus = keyof typeof ERRORS;

const ALWAYS: readonly ErrorStatus[] = [400, 401, 403, 429, 500, 503];
const WITH_BODY: readonly ErrorStatus[] = [408, 413, 415];

const ANSWER_HEADERS = {
  jobid: {
    type: 'string',
    format: 'uuid',
    description: 'Id of the job in the bookkeeping.',
  },
  'service-version': { type: 'string', description: 'Version of the service.' },
  'reference-number': { type: 'string', description: 'Echo of Reference-Number, when given.' },
  'response-time-ms': { type: 'integer', description: 'Milliseconds from receipt to answer.' },
  sandbox: { type: 'string', description: '`true` if the client is a sandbox, else absent.' },
} as const;

/** The schema of the route of that operation. */
export function operationSchema({ http, request, response, ...about }: Contract) {
  const withBody = request !== undefined && (http.method === 'POST' || http.method === 'PUT');
  const usual = [...ALWAYS, ...(withBody ? WITH_BODY : []), ...(http.refusals ?? [])];
  const errors = Object.fromEntries(usual.map((status) => [status, ERRORS[status]]));
  return {
    operationId: http.id,
    summary: about.summary,
    description: about.description,
    tags: [about.tag],
    security: [{ bearer: [] }],
    headers: about.transaction === 'required' ? TransactionHeaders : RequestHeaders,
    response: {
      200: result(named(response), about.example),
      ...(about.token?.required
        ? refusals({ ...errors, ...TASK_ERRORS }, MessageAnswer)
        : refusals(errors, ErrorAnswer)),
    },
    ...(http.path.includes(':classId') && { params: ClassIdParams }),
    ...(http.params && { params: http.params }),
    ...(request &&
      !http.params &&
      (withBody ? { body: http.list?.body ?? request } : { querystring: request })),
  };
}

/** The schema of a route of the token API. */
export function applicationSchema(contract: ApplicationContract) {
  const { http, summary, description, query, response, example, nothing } = contract;
  const errors = Object.fromEntries(ALWAYS.map((status) => [status, ERRORS[status]]));
  return {
    operationId: http.id,
    ...{ summary, description, tags: ['Token'], security: [{ basic: [] }], querystring: query },
    response: {
      200: result(response, example, example === undefined ? 'text/plain' : 'application/json'),
      ...(nothing && { 204: { description: nothing } }),
      ...refusals({ ...errors, ...APPLICATION_ERRORS }, MessageAnswer),
    },
  };
}

const named = (schema: TSchema) => ('$id' in schema ? reference(schema) : schema);

const result = (schema: TSchema, example: unknown, type = 'application/json') => ({
  description: 'The result.',
  headers: ANSWER_HEADERS,
  content: { [type]: { schema, ...(example !== undefined && { example }) } },
});

const refusals = (errors: Readonly<Record<number, string>>, answer: TSchema) =>
  Object.fromEntries(
    Object.entries(errors).map(([status, description]) => [
      status,
      { description, content: { 'application/json': { schema: reference(answer) } } },
    ]),
  );
