/** What SQLite has committed is acknowledged when it is on the disk, and not before. */
import { type FileHandle, open } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';

/** A seal that nobody checks here. */
const SEAL = new Uint8Array(32);

let test: TestDatabase;
let database: Database;
let handles: FileHandle;
beforeEach(async () => {
  test = await createTestDatabase('sqlite');
  database = await test.open();
  await using any = await open('/dev/null');
  handles = Object.getPrototypeOf(any) as FileHandle;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await test.drop();
});

const store = (name: string) =>
  database.write((trx) =>
    trx.insertInto('settings').values({ name, value: '', seal: SEAL }).execute(),
  );
const stored = () => database.db.selectFrom('settings').select('name').orderBy('name').execute();

it('waits for the disk, and lets others read meanwhile', async () => {
  const disk = Promise.withResolvers<void>();
  const datasync = vi.spyOn(handles, 'datasync').mockReturnValue(disk.promise);
  let acknowledged = false;
  const write = store('a').then(() => {
    acknowledged = true;
  });
  await vi.waitUntil(() => datasync.mock.calls.length === 1);
  expect(await stored()).toEqual([{ name: 'a' }]);
  expect(acknowledged).toBe(false);
  disk.resolve();
  await write;
});

it('says when what others committed is on the disk', async () => {
  const disk = Promise.withResolvers<void>();
  const other = await test.open();
  vi.spyOn(handles, 'datasync').mockReturnValue(disk.promise);
  let settled = false;
  const settles = other.onDisk().then(() => {
    settled = true;
  });
  await vi.waitUntil(() => vi.mocked(handles.datasync).mock.calls.length === 1);
  expect(settled).toBe(false);
  disk.resolve();
  await settles;
});

it('syncs waiting writes together', async () => {
  const datasync = vi.spyOn(handles, 'datasync');
  await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(store));
  expect((await stored()).length).toBe(8);
  expect(datasync.mock.calls.length).toBeLessThan(8);
});

it('acknowledges nothing once the disk has failed, even if it seems to work again', async () => {
  const failed = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
  vi.spyOn(handles, 'datasync').mockRejectedValueOnce(failed);
  const message = 'The database cannot be written: its disk fails.';
  await expect(store('a')).rejects.toThrow(message);
  await expect(store('b')).rejects.toThrow(message);
  await expect(database.ping()).rejects.toThrow(message);
});

it('skips the folder sync if the file system has none', async () => {
  const unable = Object.assign(new Error('EINVAL: invalid argument, fsync'), { code: 'EINVAL' });
  vi.spyOn(handles, 'sync').mockRejectedValue(unable);
  const other = await test.open();
  const values = { name: 'z', value: '', seal: SEAL };
  await other.write((trx) => trx.insertInto('settings').values(values).execute());
  expect(await stored()).toEqual([{ name: 'z' }]);
});
