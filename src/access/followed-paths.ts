/** Paths that the accepted attempts of a class have followed, so that no recording answers again. */
import type { Kysely } from 'kysely';
import type { Bcid } from '../bcid.ts';
import { PLACES } from '../directions.ts';
import type { Path } from '../followed-point.ts';
import { classKey } from '../storage/class-key.ts';
import type { Database } from '../storage/database.ts';
import { countRows, findRow, putRow } from '../storage/rows.ts';
import type { Schema } from '../storage/schema.ts';
import { ACCOUNTS } from './accounts/user.ts';
import { isAnswered, MOST_REMEMBERED, prepareNear } from './tasks/near-paths.ts';

export type FollowedPaths = ReturnType<typeof createFollowedPaths>;

/** Only accepted attempts are recorded. Others would let strangers push these out. */
export function createFollowedPaths(database: Database) {
  const stored = async (from: Kysely<Schema>, bcid: Bcid) =>
    pathsOf((await findRow(from, 'followed_paths', classKey(bcid)))?.paths);
  return {
    /** Oldest first. */
    of: (bcid: Bcid) => stored(database.db, bcid),

    /** Those of a user, who need not exist. */
    async ofUser(userId: string): Promise<readonly Path[]> {
      const row = await database.db
        .selectFrom('followed_paths')
        .select('paths')
        .where('storage', '=', ACCOUNTS.storage)
        .where('partition', '=', ACCOUNTS.partition)
        .where('class_id', 'in', ({ selectFrom }) =>
          selectFrom('users').select('class_id').where('id', '=', userId),
        )
        .executeTakeFirst();
      return pathsOf(row?.paths);
    },

    /**
     * Records that an otherwise right attempt followed the path. False: an attempt accepted
     * meanwhile followed nearly the same, or the class was erased.
     */
    async add(bcid: Bcid, path: Path): Promise<boolean> {
      await prepareNear(await stored(database.db, bcid));
      return database.write(async (trx) => {
        const known = await stored(trx, bcid);
        if (isAnswered(path, known)) return false;
        if ((await countRows(trx, 'templates', classKey(bcid))) === 0) return false;
        const paths = [...known, path].slice(-MOST_REMEMBERED).map(textOf).join(' ');
        await putRow(trx, 'followed_paths', classKey(bcid), { paths });
        return true;
      });
    },
  };
}

/** A digit for each place. */
const textOf = (path: Path) => path.map((place) => PLACES.indexOf(place)).join('');

const pathsOf = (texts = ''): readonly Path[] =>
  texts
    .split(' ')
    .filter((text) => text !== '')
    .map((text) => [...text].map((digit) => PLACES[Number(digit)]!));
