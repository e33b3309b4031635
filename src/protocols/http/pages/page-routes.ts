/** Describes the calls of our pages in the API reference. They are no interface for others. */
import type { FastifySchema, RouteOptions } from 'fastify';
import { reference } from '../../../contract/members.ts';
import { ErrorAnswer } from '../operations/error-answers.ts';

export const PAGE_TAGS = [
  { name: 'Login', description: 'Calls of the login page.' },
  { name: 'Account', description: 'Calls of the pages on which people look after their account.' },
  { name: 'Playground', description: 'Calls of the playground, where it is on.' },
  { name: 'Administration', description: 'Calls of the administration.' },
];

const REFUSALS = {
  400: 'The request is not valid; the message says what.',
  401: 'You are not signed in.',
  403: 'Not allowed, called from another origin, or another step is needed first.',
  404: 'What this is about is not there, or no more.',
  429: 'Too many attempts; see Retry-After.',
  500: 'The service failed unexpectedly.',
  503: 'The service is overloaded or starting; see Retry-After.',
} as const;

/** For calls that change something. */
const CHANGE_REFUSALS = { 409: 'It was changed in the meantime: start again.' };

/** Completes the schema of a route with one of these tags. Others stay unchanged. */
export function describePageRoute(
  schema: FastifySchema & { readonly tags?: readonly string[] },
  url: string,
  { method }: Pick<RouteOptions, 'method'>,
): FastifySchema {
  if (!PAGE_TAGS.some(({ name }) => name === schema?.tags?.[0])) return schema;
  const words = url.split('/').filter((part) => part !== '');
  const verb = String(method).toLowerCase();
  const refusals = { ...REFUSALS, ...(verb !== 'get' && CHANGE_REFUSALS) };
  const described = {
    operationId: [verb, ...words].join('_').replaceAll(/[^\w]/g, ''),
    summary: `${verb} ${words.map((word) => word.replace(':', 'one ')).join(' ')}`,
    security: [{ session: [] }],
    response: {
      200: { description: 'The answer.', content: { 'application/json': { schema: {} } } },
      ...Object.fromEntries(
        Object.entries(refusals).map(([status, description]) => [
          status,
          { description, content: { 'application/json': { schema: reference(ErrorAnswer) } } },
        ]),
      ),
    },
  };
  return { ...described, ...schema };
}
