/** Makes an attempt to deliver a message: signed, and only over a permitted connection. */
import { Agent, request } from 'undici';
import { innermost, shortened } from '../errors.ts';
import type { Destinations } from './destination.ts';
import { signatureOf } from './secret.ts';

export interface Message {
  /** The same at every attempt, so that receivers recognise repeats. */
  readonly id: string;
  readonly body: string;
  /** Default: `application/json`. */
  readonly contentType?: string;
}

export interface Target {
  readonly url: string;
  /** All valid secrets; none: it is not signed. */
  readonly secrets: readonly string[];
}

/** The outcome of an attempt. */
export type Attempted =
  | { readonly outcome: 'taken'; readonly answer: string }
  /** The receiver wants no more messages. */
  | { readonly outcome: 'gone'; readonly problem: string }
  | {
      readonly outcome: 'failed';
      readonly problem: string;
      /** Milliseconds that the receiver asked to wait. */
      readonly retryAfter?: number;
    }
  /** This process aborted it. */
  | { readonly outcome: 'aborted' }
  /** Not sent, because it was delivered or is too old: somebody put its row back. */
  | { readonly outcome: 'dropped' };

export type Sender = ReturnType<typeof createSender>;

/** Milliseconds from the connection to the answer. */
export const SEND_TIME_LIMIT = 15_000;
/** Bytes of an answer to read and discard. */
const ANSWER_BYTES = 65_536;

export function createSender(destinations: Destinations, { timeLimit = SEND_TIME_LIMIT } = {}) {
  const agentFor = (secure: boolean) =>
    new Agent({ connect: { lookup: destinations.lookup(secure) as never, timeout: timeLimit } });
  const agents = { 'https:': agentFor(true), 'http:': agentFor(false) };

  const post = async (
    url: URL,
    headers: Record<string, string>,
    body: string,
    end: AbortSignal,
  ) => {
    destinations.checkLiteral(url);
    const dispatcher = agents[url.protocol as keyof typeof agents];
    const options = { method: 'POST', headers, body, signal: end, dispatcher } as const;
    const answer = await request(url, options);
    await answer.body.dump({ limit: ANSWER_BYTES, signal: end }).catch(() => undefined);
    return answer;
  };

  return {
    /** Never rejects. */
    async send(target: Target, message: Message, signal: AbortSignal): Promise<Attempted> {
      const end = AbortSignal.any([signal, AbortSignal.timeout(timeLimit)]);
      try {
        const headers = headersOf(target, message);
        const { statusCode, headers: answered } = await post(
          new URL(target.url),
          headers,
          message.body,
          end,
        );
        const answer = `answered ${statusCode}`;
        if (statusCode >= 200 && statusCode < 300) return { outcome: 'taken', answer };
        const problem = answer;
        if (statusCode === 410) return { outcome: 'gone', problem };
        const retryAfter = waitOf(answered['retry-after']);
        return { outcome: 'failed', problem, ...(retryAfter !== undefined && { retryAfter }) };
      } catch (error) {
        if (signal.aborted) return { outcome: 'aborted' };
        const problem = end.aborted ? `no answer in ${timeLimit / 1000} s` : reasonOf(error);
        return { outcome: 'failed', problem: shortened(problem) };
      }
    },

    async close() {
      await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
    },
  };
}

function headersOf({ secrets }: Target, message: Message): Record<string, string> {
  const { id, body, contentType = 'application/json' } = message;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const headers = { 'content-type': contentType, 'user-agent': 'Prosopon', 'webhook-id': id };
  if (secrets.length === 0) return headers;
  const signatures = secrets.map((secret) => signatureOf(secret, `${id}.${timestamp}.${body}`));
  return {
    ...headers,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/** Milliseconds from a Retry-After header, in seconds or as a date. */
function waitOf(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined;
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return wait > 0 ? wait : undefined;
}

/** Why it failed, without anything that the receiver said. */
function reasonOf(error: unknown): string {
  const inner = innermost(error);
  if (!(inner instanceof Error)) return 'failed';
  const { code } = inner as NodeJS.ErrnoException;
  return code ?? inner.message;
}
