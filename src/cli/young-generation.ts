/** The young generation of the service's heap. V8 doubles it as it sees fit, and rarely undoes that. */
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes from which it grows no more. V8 would go on to 128 MiB, over hours. */
const MOST_BYTES = 32 * 2 ** 20;

const growBy = (factor: 1 | 2) => setFlagsFromString(`--semi-space-growth-factor=${factor}`);

/** Keeps its size: loading all modules would otherwise make it 50 MB larger. */
export const keepYoungGeneration = (): void => growBy(1);

/** Lets it grow with the work from here on, until it is large enough. */
export function growYoungGeneration(): void {
  let grows = false;
  const decide = () => {
    const mayGrow = youngBytes() < MOST_BYTES;
    if (mayGrow !== grows) growBy(mayGrow ? 2 : 1);
    grows = mayGrow;
  };
  decide();
  new PerformanceObserver(decide).observe({ entryTypes: ['gc'] });
}

const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
