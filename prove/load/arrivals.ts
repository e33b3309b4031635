/**
 * Calls at fixed times, whether or not earlier ones were answered, timed from when they are due.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';

export interface Outcome {
  /** 0: no response. */
  readonly status: number;
  /** Since the call was due, including any delay of the generator. */
  readonly milliseconds: number;
  /** Since it was sent. */
  readonly sinceSent: number;
  readonly retryAfter: boolean;
  /** End of the call, by the clock of `performance`. */
  readonly over: number;
}

export interface Call {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** @param perSecond fixed distance between arrivals */
export async function arrivals(call: Call, perSecond: number, seconds: number): Promise<Outcome[]> {
  const agent = new Agent({ connections: 4000, pipelining: 1, headersTimeout: 120_000 });
  const total = Math.round(perSecond * seconds);
  const begun = performance.now();
  const calls: Promise<Outcome>[] = [];
  for (let i = 0; i < total; ) {
    const due = begun + (1000 * i) / perSecond;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    calls.push(send(agent, call, due));
    i++;
  }
  const outcomes = await Promise.all(calls);
  await agent.close();
  return outcomes;
}

export async function send(agent: Agent, call: Call, due = performance.now()): Promise<Outcome> {
  const sent = performance.now();
  const { origin, pathname: path } = new URL(call.url);
  const end = (status: number, retryAfter: boolean): Outcome => {
    const now = performance.now();
    return { status, milliseconds: now - due, sinceSent: now - sent, retryAfter, over: now };
  };
  try {
    const { headers, body } = call;
    const answer = await agent.request({ origin, path, method: 'POST', headers, body });
    await answer.body.dump({ limit: 1e7 });
    return end(answer.statusCode, answer.headers['retry-after'] !== undefined);
  } catch {
    return end(0, false);
  }
}
