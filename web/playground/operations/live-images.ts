/** Live images of the liveness operations and of photo verification. */
import { DIRECTIONS, type Direction } from '../../capture/hints.ts';
import type { Sample } from '../sample.ts';

export type LiveMode = 'one' | 'two' | 'challenge';

/** An unpredictable challenge. A real application lets its server choose. */
export function randomDirection(): Direction {
  const [random] = crypto.getRandomValues(new Uint8Array(1));
  return DIRECTIONS[random! % DIRECTIONS.length]!;
}

/** In the format of the request: the challenge belongs to the second image. */
export function liveImagesOf(samples: readonly Sample[], direction?: Direction) {
  return samples.map(({ blob }, index) =>
    index === 1 && direction !== undefined ? { image: blob, tags: [direction] } : { image: blob },
  );
}
