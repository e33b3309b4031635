/** Bundles: what is installed here comes out whole elsewhere, and nothing else does. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract, pack } from 'tar-stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkModel } from '../../../src/inference/models/models.ts';
import { installBundle, writeBundle } from '../../../src/inference/packs/bundle.ts';
import { expandPackName } from '../../../src/inference/packs/known-packs.ts';
import { sharedPath } from '../../../testing/shared.ts';

const modelsDir = sharedPath('models');
let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prosopon-bundle-'));
  file = join(folder, 'models.tar');
});
afterEach(() => rm(folder, { recursive: true }));

const here = () => ({ dataDir: join(folder, 'here'), modelsDir });
const there = () => ({ dataDir: join(folder, 'there') });

/** A tar file of one entry. */
async function bundleOf(name: string, content: Uint8Array): Promise<void> {
  const archive = pack();
  archive.entry({ name }, Buffer.from(content));
  archive.finalize();
  await pipeline(archive, createWriteStream(file));
}

describe.skipIf(modelsDir === undefined)('a bundle', () => {
  const names = expandPackName('recommended');

  it('installs what was installed where it was made', async () => {
    await writeBundle(names, file, here());
    expect(await installBundle(file, there())).toEqual(names);
    for (const name of names)
      expect(await checkModel(name, there())).toMatchObject({ ok: true, detail: 'ok' });
    const listed: string[] = [];
    const entries = createReadStream(file).pipe(extract());
    for await (const entry of entries) {
      listed.push(entry.header.name);
      entry.resume();
    }
    expect(listed[0]).toBe('mbf/human_face_feat_mbf_s8_v1.espdl');
    expect(listed).toHaveLength(2);
  });

  it('is refused if truncated', async () => {
    await writeBundle(names, file, here());
    await writeFile(file, (await readFile(file)).subarray(0, 3_000_000));
    await expect(installBundle(file, there())).rejects.toThrow(/models\.tar: /);
  });

  it('is refused with a file of other content', async () => {
    const name = 'mobilefacenet-foamliu.onnx';
    const bytes = await readFile(join(modelsDir!, 'upstream', name));
    await bundleOf(`mobilefacenet/${name}`, bytes.fill(0, 1000, 1100));
    await expect(installBundle(file, there())).rejects.toThrow(
      /is not the file mobilefacenet names/,
    );
  });
});

describe('refuses', () => {
  it.each(['../../etc/passwd', 'nobody/model.onnx', 'mbf/../../key', 'mbf'])(
    'a file of no pack: %s',
    async (name) => {
      await bundleOf(name, new Uint8Array(3));
      await expect(installBundle(file, there())).rejects.toThrow(/is no file of a pack we know/);
    },
  );

  it('a file that is no tar file', async () => {
    await writeFile(file, 'no bundle');
    await expect(installBundle(file, there())).rejects.toThrow(/models\.tar: /);
    await expect(installBundle(join(folder, 'none'), there())).rejects.toThrow(/ENOENT/);
  });

  it('to bundle what is not installed, or unknown', async () => {
    const places = there();
    await mkdir(places.dataDir);
    await expect(writeBundle(['mbf'], file, places)).rejects.toThrow('mbf: not installed');
    await expect(writeBundle(['mine'], file, places)).rejects.toThrow(/^mine: not a pack of ours/);
  });
});
