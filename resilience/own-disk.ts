/** A disk made of a file, which can lose its power, and which the kernel can give up. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

export interface OwnDisk {
  /** Where it is mounted. */
  readonly folder: string;
  /** From now on nobody can write to it. */
  giveUp(): void;
  /** What was not synced is lost. Nobody can read or write. */
  losePower(): void;
  /** Mounts it again, repaired. Nobody may use it any more. */
  restart(): Promise<void>;
  remove(): void;
}

/** FS_IOC_SHUTDOWN, without a flush of the journal, as the tests of Linux's file systems do it. */
const SHUTDOWN =
  'open F, "<", $ARGV[0] or die; $how = pack("I", 2); ioctl(F, 0x8004587d, $how) or die';

/** Undefined: it needs root, and loop devices. */
export function ownDisk(size: string): OwnDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'prosopon-disk-'));
  const image = `${folder}.ext4`;
  const run = (program: string, ...args: readonly string[]) =>
    execFileSync(program, args, { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' }).trim();
  const mount = () => run('mount', '-o', 'loop,errors=remount-ro', image, folder);
  const removeFiles = () => {
    for (const path of [folder, image]) rmSync(path, { recursive: true, force: true });
  };
  try {
    run('truncate', '-s', size, image);
    run('mkfs.ext4', '-q', '-F', image);
    mount();
  } catch {
    removeFiles();
    return undefined;
  }
  return {
    folder,
    giveUp() {
      run('sync', '-f', folder);
      const device = basename(run('findmnt', '-no', 'SOURCE', folder));
      writeFileSync(`/sys/fs/ext4/${device}/trigger_fs_error`, '1');
    },
    losePower: () => void run('perl', '-e', SHUTDOWN, folder),
    async restart() {
      run('umount', folder);
      // 1: it was repaired.
      run('sh', '-c', 'e2fsck -fp "$0" || test $? -le 1', image);
      mount();
    },
    remove() {
      run('umount', '-l', folder);
      removeFiles();
    },
  };
}
