/** The finder's thread: receives kernel and weights once, then pictures. */
import { readHalves } from './half-precision.ts';
import type { Answer, Question } from './messages.ts';
import { VIEW } from './network.ts';
import { createObserver, type Observe } from './observer.ts';

const answer = (message: Answer) => postMessage(message);

let observe: Observe | undefined;

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  if ('pixels' in data) return answer({ faces: observe?.(data.pixels) ?? [] });
  try {
    const { kernel, weights, hindrances } = data;
    observe = createObserver(new Uint8Array(kernel), readHalves(weights), readHalves(hindrances));
    answer({ side: VIEW });
  } catch {
    answer({ side: 0 });
  }
});
