/** Calls the service as the signed-in client. */
import { toBase64 } from '../capture/index.ts';
import type { ServiceCall } from './service-call.ts';
import { type Heard, SessionEnded, type Signer } from './session.ts';

/** Status 0: the service did not answer. */
export interface ServiceAnswer extends Heard {
  readonly call: ServiceCall;
  readonly milliseconds: number;
}

/** Never rejects. A missing response has status 0; a call without a session has 401. */
export async function callService(signer: Signer, call: ServiceCall): Promise<ServiceAnswer> {
  const started = performance.now();
  const answer = (heard: Heard): ServiceAnswer => ({
    call,
    milliseconds: performance.now() - started,
    ...heard,
  });
  try {
    const { body, ...bare } = call;
    const encoded = body === undefined ? bare : { ...bare, body: await encodeFiles(body) };
    return answer(await signer.send(encoded));
  } catch (error) {
    return answer({ status: error instanceof SessionEnded ? 401 : 0, json: undefined });
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
