/**
 * Calls at fixed times, whether or not earlier ones were answered, timed from when they are due.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';

/** Callers that keep the service busy during the measurement of its capacity. */
const CALLERS = 8;

export interface Outcome {
  /** 0: no response. */
  readonly status: number;
  /** Since the call was due, including any delay of the generator. */
  readonly milliseconds: number;
  /** Since it was sent. */
  readonly sinceSent: number;
  readonly retryAfter: boolean;
  readonly text: string;
  /** End of the call, by the clock of `performance`. */
  readonly over: number;
}

export interface Call {
  readonly url: string;
  /** Absent: POST. */
  readonly method?: 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

/** Sends the next call, which is due at that time. */
type Send<T> = (agent: Agent, due?: number) => Promise<T>;

/** @param perSecond fixed distance between arrivals */
export async function arrivals<T>(
  send: Send<T>,
  perSecond: number,
  seconds: number,
): Promise<readonly T[]> {
  const agent = new Agent({ connections: 4000, pipelining: 1, headersTimeout: 120_000 });
  const total = Math.round(perSecond * seconds);
  const begun = performance.now();
  const calls: Promise<T>[] = [];
  for (let i = 0; i < total; ) {
    const due = begun + (1000 * i) / perSecond;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    calls.push(send(agent, due));
    i++;
  }
  const outcomes = await Promise.all(calls);
  await agent.close();
  return outcomes;
}

/** Calls served per second to callers that each wait for their response. */
export async function capacityOf(send: Send<Outcome>, seconds: number): Promise<number> {
  const agent = new Agent({ connections: CALLERS });
  const keepBusy = async (milliseconds: number) => {
    let served = 0;
    const end = performance.now() + milliseconds;
    const caller = async () => {
      while (performance.now() < end) if ((await send(agent)).status === 200) served++;
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
    return served;
  };
  await keepBusy(2000);
  const begun = performance.now();
  const served = await keepBusy(1000 * seconds);
  const perSecond = (1000 * served) / (performance.now() - begun);
  await agent.close();
  return perSecond;
}

export async function send(agent: Agent, call: Call, due = performance.now()): Promise<Outcome> {
  const sent = performance.now();
  const { origin, pathname: path } = new URL(call.url);
  const end = (status: number, retryAfter: boolean, text: string): Outcome => {
    const now = performance.now();
    return { status, milliseconds: now - due, sinceSent: now - sent, retryAfter, text, over: now };
  };
  try {
    const { method = 'POST', headers, body } = call;
    const answer = await agent.request({ origin, path, method, headers, body });
    const text = await answer.body.text();
    return end(answer.statusCode, answer.headers['retry-after'] !== undefined, text);
  } catch (error) {
    return end(0, false, String(error));
  }
}
