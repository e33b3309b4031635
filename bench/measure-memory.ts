/** Resident memory of a service with two workers: after the start, and over many verifications. */
import { setTimeout } from 'node:timers/promises';
import { residentMegabytes } from '../testing/process-usage.ts';
import { startService } from '../testing/service-process.ts';
import { slope } from '../testing/statistics.ts';
import { loadWith, openCaller, type Target, verifyBody } from './requests.ts';

/** All in megabytes (10⁶ bytes). */
export interface Memory {
  readonly afterStart: number;
  readonly afterwards: number;
  /** Growth over the second half of the verifications, by the least-squares line. */
  readonly rise: number;
  readonly verifications: number;
}

/** Verifications between two memory readings. */
const STEP = 20;
const CALLERS = 8;
/** Milliseconds until a service has returned its start-up memory. */
const SETTLING = 3000;

/** Verifies `verifications` times, then as many times again. */
export async function measureMemory(
  dataDir: string,
  token: string,
  jpeg: Uint8Array,
  verifications: number,
): Promise<Memory> {
  const service = await startService(dataDir, 2);
  await setTimeout(SETTLING);
  const afterStart = residentMegabytes(service.pid);
  const target: Target = { address: service.address, token };
  const callers = Array.from({ length: CALLERS }, () => openCaller(target));
  const body = verifyBody(jpeg);
  const look = async (count: number) => {
    const looks: [number, number][] = [];
    for (let done = 0; done < count; ) {
      const { latencies } = await loadWith(callers, body, (n) => n > STEP - CALLERS);
      done += latencies.length;
      looks.push([done, residentMegabytes(service.pid)]);
    }
    return looks;
  };
  const afterwards = (await look(verifications)).at(-1)![1];
  const rise = slope(await look(verifications)) * verifications;
  await Promise.all(callers.map((caller) => caller.close()));
  await service.stop();
  return { afterStart, afterwards, rise, verifications };
}
