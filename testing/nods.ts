/** Challenges for tests: everybody who was recorded nods, not everybody shakes their head. */
import type { DrawTurns } from '../src/access/tasks/challenges.ts';

/** Down at first, then up and down in turns; always one movement. */
export const nods: DrawTurns = (attempt) => [attempt % 2 === 1 ? 'down' : 'up'];
