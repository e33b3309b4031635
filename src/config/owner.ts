/** What a command run by root puts among the data belongs to the user of the service, who has to read it. */
import { lchownSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Gives a new file or folder the owner of the folder around it. Only root can, and only for root it matters. */
export function giveToOwner(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  try {
    // Not `chown`: the owner of the folder may have put a link in its place.
    lchownSync(path, uid, gid);
  } catch (error) {
    // Another process may have removed a draft.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Makes the folder and its parents, for their owner only. Node's recursive way hangs if one cannot be made. */
export async function makeFolder(path: string): Promise<void> {
  if (await exists(path)) return;
  await makeFolder(dirname(path));
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  giveToOwner(path);
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
