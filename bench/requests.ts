/** HTTP clients of the service: enrol, verify, and load by several concurrent callers. */
import { Client } from 'undici';

/** A service and its caller. */
export interface Target {
  readonly address: string;
  readonly token: string;
}

const CLASS = 1;

const headersFor = (token: string) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
});

/** The body of a verification, made once so that callers cost next to nothing. */
export function verifyBody(jpeg: Uint8Array): Buffer {
  return Buffer.from(JSON.stringify({ image: Buffer.from(jpeg).toString('base64') }));
}

export async function enroll({ address, token }: Target, jpeg: Uint8Array): Promise<void> {
  const client = new Client(address);
  const body = JSON.stringify([{ image: Buffer.from(jpeg).toString('base64') }]);
  const path = `/api/face/v1/enroll/${CLASS}`;
  const answer = await client.request({ method: 'POST', path, headers: headersFor(token), body });
  const { enrolledImages } = (await answer.body.json()) as { readonly enrolledImages?: number };
  if (answer.statusCode !== 200 || enrolledImages !== 1) throw new Error('could not enrol');
  await client.close();
}

/** One caller with one connection. */
export interface Caller {
  /** Verifies once. Resolves to the elapsed milliseconds. @throws unless the answer is "yes" */
  verify(body: Buffer): Promise<number>;
  close(): Promise<void>;
}

export function openCaller({ address, token }: Target): Caller {
  const client = new Client(address);
  const headers = headersFor(token);
  const path = `/api/face/v1/verify/${CLASS}`;
  return {
    async verify(body) {
      const before = performance.now();
      const answer = await client.request({ method: 'POST', path, headers, body });
      const text = await answer.body.text();
      const elapsed = performance.now() - before;
      if (answer.statusCode !== 200 || !text.includes('"verified":true'))
        throw new Error(`verification answered ${answer.statusCode}: ${text.slice(0, 300)}`);
      return elapsed;
    },
    close: () => client.close(),
  };
}

export interface Load {
  /** Milliseconds of every verification. */
  readonly latencies: readonly number[];
  readonly perSecond: number;
}

/**
 * Keeps `callers` busy with one verification at a time each, until `enough` returns true.
 * @param enough receives the verifications and milliseconds so far
 */
export async function loadWith(
  callers: readonly Caller[],
  body: Buffer,
  enough: (done: number, elapsed: number) => boolean,
): Promise<Load> {
  const latencies: number[] = [];
  const started = performance.now();
  const keepBusy = async (caller: Caller) => {
    while (!enough(latencies.length, performance.now() - started))
      latencies.push(await caller.verify(body));
  };
  await Promise.all(callers.map(keepBusy));
  return { latencies, perSecond: (latencies.length * 1000) / (performance.now() - started) };
}
