/** Calls the service as the signed-in client. */
import { parseExact } from '../../src/text/exact-json.ts';
import { toBase64 } from '../capture/index.ts';
import { at } from '../root.ts';
import type { ServiceCall } from './service-call.ts';
import { SessionEnded, type Signer } from './session.ts';

export interface ServiceAnswer {
  readonly call: ServiceCall;
  /** 0: the service did not answer. */
  readonly status: number;
  readonly json: unknown;
  readonly milliseconds: number;
  readonly jobId: string | undefined;
}

/** Never rejects. A missing response has status 0; a call without a session has 401. */
export async function callService(signer: Signer, call: ServiceCall): Promise<ServiceAnswer> {
  const started = performance.now();
  const answer = (status: number, json: unknown, jobId?: string | null): ServiceAnswer => ({
    call,
    status,
    json,
    milliseconds: performance.now() - started,
    jobId: jobId ?? undefined,
  });
  try {
    const headers: Record<string, string> = {
      ...call.headers,
      authorization: `Bearer ${await signer.token()}`,
    };
    if (call.body !== undefined) headers['content-type'] = 'application/json';
    const body = call.body === undefined ? null : JSON.stringify(await encodeFiles(call.body));
    const response = await fetch(at(call.path), { method: call.method, headers, body });
    const json = parseExact(await response.text());
    return answer(response.status, json, response.headers.get('jobid'));
  } catch (error) {
    return answer(error instanceof SessionEnded ? 401 : 0, undefined);
  }
}

/** The value with every file as base64. */
async function encodeFiles(value: unknown): Promise<unknown> {
  if (value instanceof Blob) return toBase64(value);
  if (Array.isArray(value)) return Promise.all(value.map(encodeFiles));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(async ([key, member]) => [
    key,
    await encodeFiles(member),
  ]);
  return Object.fromEntries(await Promise.all(members));
}
