/** Challenges for tests: everybody who was recorded nods, not everybody shakes their head. */
import type { DrawDemand } from '../src/access/tasks/paths.ts';

/** Down at first, then up and down in turns; always one movement. */
export const nods: DrawDemand = ([before] = []) => [before === 'down' ? 'up' : 'down'];
