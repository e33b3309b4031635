/**
 * Draws the path of a login. Naming a user again tells the same path until an attempt was made or an
 * hour has passed, or strangers could begin anew until a recording answers.
 */
import { createHmac } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '../../durations.ts';
import { PATHS, type Path } from '../../followed-point.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import type { Database } from '../../storage/database.ts';
import { createFollowedPaths } from '../followed-paths.ts';
import { createServiceKeys } from '../service-keys.ts';
import { MOST_REMEMBERED, prepareNear, unanswered } from '../tasks/near-paths.ts';
import type { AttemptLimits, Limited } from './attempt-limits.ts';

/** Whose login it is, and what its attempts are counted for. */
export interface PathDraw {
  /** Of a user, or of nobody. */
  readonly accountId: string;
  readonly limited: Limited;
}

export function createDrawnPaths(
  database: Database,
  keyRing: KeyRing,
  limits: Pick<AttemptLimits, 'failures'>,
) {
  const keys = createServiceKeys(database, keyRing, 'path');
  const followed = createFollowedPaths(database);
  return async ({ accountId, limited }: PathDraw, now = Date.now()): Promise<Path> => {
    const { secret } = await keys.current();
    const hash = (...why: readonly (string | number)[]) =>
      createHmac('sha256', secret).update(why.join(' ')).digest();
    const known = await followed.ofUser(accountId);
    // Users who never logged in, and names of nobody, seem to have followed other paths, of which
    // each day brings a new one: what is never told must not reveal who exists.
    const day = Math.floor(now / DAY_MS);
    const others = Array.from({ length: MOST_REMEMBERED - known.length }, (_, i) => {
      const round = Math.floor((day + i) / MOST_REMEMBERED);
      return PATHS[hash('other', accountId, i, round).readUInt32BE() % PATHS.length]!;
    });
    const remembered = [...others, ...known];
    await prepareNear(remembered);
    const attempt = [await limits.failures(limited), Math.floor(now / HOUR_MS)];
    // The first in an order of their own, which mostly stays as others leave at a login.
    const key = hash(limited.by, limited.value, ...attempt);
    const order = (path: Path) => createHmac('sha256', key).update(path.join()).digest('hex');
    const [drawn] = unanswered(remembered)
      .map((path) => ({ path, at: order(path) }))
      .sort((p, q) => (p.at < q.at ? -1 : 1));
    return drawn!.path;
  };
}
