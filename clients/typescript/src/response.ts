/** What came back over HTTP: an answer of the service, a refusal, or something that it never sends. */
import { type RefusedError, refusedError, UnexpectedResponseError } from './errors.ts';
import { InexactEngineError, parseExact } from './exact-json.ts';

/**
 * The service's answer to a call: an object with this member, an empty object (`nothing`), or a
 * token. Proxies and login pages answer otherwise, often with 200.
 */
export type Expected =
  | 'nothing'
  | 'token'
  | { readonly member: string /** No content is an answer, too. */; readonly orNone?: true };

/** Characters of a response in errors, and in their messages. */
const BODY = 1000;
const EXCERPT = 80;

const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Begins a message: which call it was, without query, which may name people. */
export interface Asked {
  readonly method: string;
  readonly address: string;
}

/** @throws UnexpectedResponseError the response redirects, and credentials do not follow */
export function refuseRedirect(response: Response, { method, address }: Asked): void {
  const { status, type, headers, redirected, url } = response;
  const redirects = type === 'opaqueredirect' || (status >= 300 && status < 400);
  if (!redirects && !redirected) return;
  const header = headers.get('location');
  const location = redirected
    ? url
    : header !== null && URL.canParse(header, address)
      ? new URL(header, address).href
      : undefined;
  throw new UnexpectedResponseError(
    `${method} ${address}: redirected to ${location ?? 'an address that the browser hides'} ` +
      `(status ${status}). Redirects are not followed: set url to the address of the service itself.`,
    { status, address, location },
  );
}

/**
 * The JSON or text of a successful response. Undefined: 204.
 * @throws UnexpectedResponseError the service does not answer so
 */
export function answerOf(
  { status }: Response,
  text: string,
  expected: Expected,
  { method, address }: Asked,
): unknown {
  if (status === 204 && allowsNone(expected)) return undefined;
  const value = expected === 'token' ? text : jsonOf(text);
  if (fits(value, expected)) return value;
  throw new UnexpectedResponseError(
    `${method} ${address}: status ${status}, but not an answer of Prosopon: ${excerpt(text)}. ` +
      'Does url lead to the service, past proxies and login pages?',
    { status, address, body: text.slice(0, BODY) },
  );
}

/** The service's own refusal, or that of whatever answered for it. */
export function refusalOf(
  { status, headers }: Response,
  text: string,
  { method, address }: Asked,
): RefusedError {
  const { message, Message, code } = (membersOf(jsonOf(text)) ?? {}) as Record<string, unknown>;
  const said = [message, Message].find((one) => typeof one === 'string');
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN);
  return refusedError({
    status,
    code: typeof code === 'number' ? code : undefined,
    message: said ?? `${method} ${address}: status ${status}, ${excerpt(text)}`,
    jobId: headers.get('jobid') ?? undefined,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
    body: text.slice(0, BODY),
    byService: said !== undefined,
  });
}

const allowsNone = (expected: Expected) =>
  expected === 'nothing' || (typeof expected === 'object' && expected.orNone === true);

function fits(value: unknown, expected: Expected): boolean {
  if (expected === 'token') return TOKEN.test(String(value));
  const members = membersOf(value);
  if (members === undefined) return false;
  return expected === 'nothing'
    ? Object.keys(members).length === 0
    : Object.hasOwn(members, expected.member);
}

/** Undefined: not an object. */
const membersOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;

/** Undefined: not JSON. */
function jsonOf(text: string): unknown {
  try {
    return parseExact(text);
  } catch (error) {
    if (error instanceof InexactEngineError) throw error;
    return undefined;
  }
}

function excerpt(text: string): string {
  const words = text.replace(/\s+/g, ' ').trim();
  if (words === '') return 'without content';
  return JSON.stringify(words.length > EXCERPT ? `${words.slice(0, EXCERPT)}…` : words);
}
