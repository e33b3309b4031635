/** Allows one run at a time per progress file: two imports would enrol everyone in it twice. */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Aborted } from '../../errors.ts';
import { isSqliteBusy } from '../../storage/sqlite.ts';

/**
 * Holds the file for this process until disposed, by a lock file beside it. The operating system
 * releases the lock when the process ends, even after a crash.
 * @throws Aborted another process holds it
 */
export function holdAlone(path: string): Disposable {
  const lock = `${resolve(path)}.lock`;
  const held = new DatabaseSync(lock, { timeout: 0 });
  try {
    held.exec('begin exclusive');
  } catch (error) {
    held.close();
    if (!isSqliteBusy(error)) throw error;
    throw new Aborted(`Another run uses ${path}: run this again when it has ended.`);
  }
  return {
    [Symbol.dispose]() {
      rmSync(lock, { force: true });
      held.close();
    },
  };
}
