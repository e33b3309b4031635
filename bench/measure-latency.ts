/** Bare stages and verification over HTTP by one caller, in turns on each photograph. */

import type { Child } from './child.ts';
import { type Photographs, SIZES, type SizeName } from './photographs.ts';
import { openCaller, type Target, verifyBody } from './requests.ts';
import type { StageTimes } from './stages.ts';

export interface Latency {
  /** Milliseconds of each stage, pass by pass. */
  readonly bare: readonly StageTimes[];
  /** Milliseconds over HTTP, one for each bare pass. */
  readonly http: readonly number[];
}

const WARM_UP = 5;

export async function measureLatency(
  bare: Child<Uint8Array, StageTimes>,
  target: Target,
  photographs: Photographs,
  passes: number,
): Promise<Readonly<Record<SizeName, Latency>>> {
  const caller = openCaller(target);
  const measured: [SizeName, Latency][] = [];
  for (const { name } of SIZES) {
    const jpeg = photographs[name];
    const body = verifyBody(jpeg);
    const latency = { bare: [] as StageTimes[], http: [] as number[] };
    for (let i = -WARM_UP; i < passes; i++) {
      const stages = await bare.ask(jpeg);
      const http = await caller.verify(body);
      if (i < 0) continue;
      latency.bare.push(stages);
      latency.http.push(http);
    }
    measured.push([name, latency]);
  }
  await caller.close();
  return Object.fromEntries(measured) as Record<SizeName, Latency>;
}
