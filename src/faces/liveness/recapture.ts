/** Our own network of passive liveness (`training/recapture`), for use without the pack. */
import type { PadFacts } from './passive.ts';

export const RECAPTURE: PadFacts = {
  name: 'recapture',
  input: { width: 128, height: 128, channels: 'rgb', mean: [0, 0, 0], scale: 1 / 255 },
  pad: { output: 'output', live: 0, logits: true, crop: 'inside', scale: 3 },
};
