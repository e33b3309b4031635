/** Pipes, devices and folders in the places of files. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readImage, replaceFile } from '../../src/cli/files.ts';
import { readIfThere, readRegular } from '../../src/config/regular-file.ts';
import { createAnchor } from '../../src/journal/anchor.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import { loadMasterKey } from '../../src/sealing/master-key.ts';
import { openSqlite } from '../../src/storage/sqlite.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { masterKey } from '../../testing/template-samples.ts';

let folder: string;
const at = (name: string) => join(folder, name);
const pipe = (name: string) => {
  execFileSync('mkfifo', [at(name)]);
  return at(name);
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prosopon-places-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe.skipIf(process.platform === 'win32')('in the place of a file', () => {
  it('a pipe, a device, a folder and a circle of links are told from one', async () => {
    await symlink('/dev/zero', at('zero'));
    await symlink(at('circle'), at('circle'));
    for (const path of [pipe('pipe'), at('zero'), folder])
      await expect(readRegular(path)).rejects.toThrow('is not a regular file');
    await expect(readRegular(at('circle'))).rejects.toThrow('ELOOP');
  });

  it('an image of a terabyte is not read', async () => {
    await writeFile(at('huge.jpg'), '');
    await truncate(at('huge.jpg'), 2 ** 40);
    await expect(readImage(at('huge.jpg'))).rejects.toThrow('is larger than');
    await expect(readImage(pipe('pipe.jpg'))).rejects.toThrow('is not a regular file');
    await expect(readImage(at('none.jpg'))).rejects.toThrow('no such file');
  });

  it('a pipe keeps nobody waiting: key, mapping, anchor, database', async () => {
    const keyFile = { masterKey: undefined, keyFile: pipe('master.key'), keyFileIsDefault: false };
    await expect(loadMasterKey(keyFile, () => undefined)).rejects.toThrow('cannot be read');
    await expect(readIfThere(pipe('mapping'))).rejects.toThrow('is not a regular file');
    await using test: TestDatabase & AsyncDisposable = Object.assign(
      await createTestDatabase('sqlite'),
      { [Symbol.asyncDispose]: () => test.drop() },
    );
    const database = await test.open();
    pipe('anchor');
    const anchor = createAnchor(folder, database, await openKeyRing(masterKey(), database));
    await expect(anchor.renew()).rejects.toThrow('is not a regular file');
    await symlink('/dev/zero', at('prosopon.db'));
    expect(() => openSqlite(folder)).toThrow('is not a regular file');
  });

  it('a link that waits beside a file is not followed', async () => {
    await writeFile(at('victim'), 'kept');
    await symlink(at('victim'), at(`classes.json.${process.pid}.part`));
    await replaceFile(at('classes.json'), 'new');
    expect(await readIfThere(at('classes.json'))).toBe('new\n');
    expect(await readIfThere(at('victim'))).toBe('kept');
  });
});
