/** Packs that come in a ZIP archive, such as the models of ISO/IEC 29794-5. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { extractPacks } from '../../src/inference/archive.ts';
import { expandPackName } from '../../src/inference/expand-pack-name.ts';
import type { QualityPack } from '../../src/inference/pack-schema.ts';
import { QUALITY_PACKS } from '../../src/inference/quality-packs.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'prosopon-archive-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

/** A ZIP archive of stored entries (APPNOTE.TXT 4.3). */
function zip(entries: Readonly<Record<string, string>>): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(entries)) {
    const name = Buffer.from(path);
    const data = Buffer.from(text);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    local.push(Buffer.from('PK\x03\x04'), common, name, data);
    central.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, tail, name);
    offset += 4 + common.length + name.length + data.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  const count = Object.keys(entries).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, directory, Buffer.from('PK\x05\x06'), end]);
}

const pack = (name: string, content: string): QualityPack => ({
  name,
  kind: 'quality',
  description: 'd',
  licence: 'l',
  provenance: 'p',
  side: 16,
  sources: [
    {
      format: 'onnx',
      files: [
        {
          name: `${name}.onnx`,
          size: content.length,
          sha256: createHash('sha256').update(content).digest('hex'),
        },
      ],
    },
  ],
});

const archive = async (name: string, bytes: Uint8Array | string) => {
  const path = join(dataDir, name);
  await writeFile(path, bytes);
  return path;
};

it('files of the packs are taken from whatever folder of the archive, the rest is left', async () => {
  const path = await archive(
    'models.zip',
    zip({ 'models/a/one.onnx': 'first', 'models/readme.txt': 'read me', 'two.onnx': 'second' }),
  );
  const packs = [pack('one', 'first'), pack('two', 'second'), pack('three', 'third')];
  const taken = await extractPacks(path, packs, { dataDir, modelsDir: undefined });
  expect(taken).toEqual(['one.onnx', 'two.onnx']);
  expect(await readFile(join(dataDir, 'packs/one/one.onnx'), 'utf8')).toBe('first');
});

it('a file that is not the one the pack names is refused and not kept', async () => {
  const places = { dataDir, modelsDir: undefined };
  const path = await archive('other.zip', zip({ 'four.onnx': 'fourth', 'five.onnx': 'longer' }));
  await expect(extractPacks(path, [pack('four', 'FOURTH')], places)).rejects.toThrow(
    /four\.onnx is not the file the pack names/,
  );
  await expect(readFile(join(dataDir, 'packs/four/four.onnx'))).rejects.toThrow(/ENOENT/);
  await expect(extractPacks(path, [pack('five', 'short')], places)).rejects.toThrow(/expected 5/);
});

it('what is no archive is named', async () => {
  const path = await archive('text.zip', 'no archive at all, but long enough to be looked at');
  await expect(extractPacks(path, [], { dataDir, modelsDir: undefined })).rejects.toThrow(
    /text\.zip: no ZIP archive/,
  );
});

it('iso-29794-5 means all eleven models of quality', () => {
  expect(expandPackName('iso-29794-5')).toEqual(QUALITY_PACKS.map(({ name }) => name));
  expect(QUALITY_PACKS).toHaveLength(11);
  const sizes = QUALITY_PACKS.flatMap(({ sources }) => sources[0]!.files.map(({ size }) => size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(453_497_937);
});
