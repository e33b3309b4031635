/** The young generation of the service's heap, which V8 doubles for what a start makes, and keeps. */
import { setFlagsFromString } from 'node:v8';

/** Keeps it as small as it is: loading all modules makes it 50 MB larger otherwise. */
export function keepYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** Lets it grow with the work from here on, as it does in every other process. */
export function growYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
}
