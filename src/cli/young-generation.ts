/** The young generation of the service's heap. V8 doubles it during a start, and keeps it so. */
import { setFlagsFromString } from 'node:v8';

/** Keeps its size: loading all modules would otherwise make it 50 MB larger. */
export function keepYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** Lets it grow with the work from here on, as in every other process. */
export function growYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
}
