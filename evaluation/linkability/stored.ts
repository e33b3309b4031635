/** Feature vectors as somebody finds them who opened the seals of stored records. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closing } from '../../src/async.ts';
import { createRotation } from '../../src/gallery/database/rotation.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import { bindingOf } from '../../src/sealing/sealed-tables.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { dequantise, quantise } from '../../src/templates/quantise.ts';
import { decodeRecord, encodeRecord } from '../../src/templates/record.ts';

/** A form of stored vectors. */
export interface StoredForm {
  readonly name: string;
  /** What shows without the client's key. */
  readonly shown: readonly Float32Array[];
  /** What the service reads. */
  readonly read: readonly Float32Array[];
}

const asItIs = (values: Float32Array): Float32Array => dequantise(quantise(values));

/** The values alone. */
export function plainForm(vectors: readonly Float32Array[]): StoredForm {
  const stored = vectors.map(asItIs);
  return { name: 'values', shown: stored, read: stored };
}

/** For comparison: rotated by a secret matrix of the client. */
export function rotatedForm(vectors: readonly Float32Array[]): StoredForm {
  const rotate = createRotation(randomBytes(32), vectors[0]?.length ?? 0);
  const shown = vectors.map((values) => asItIs(rotate(values)));
  return { name: 'rotated', shown, read: vectors.map(asItIs) };
}

/** As the service stores them for a client. */
export async function serviceForm(
  partition: string,
  vectors: readonly Float32Array[],
): Promise<StoredForm> {
  const dataDir = await mkdtemp(join(tmpdir(), 'linkability-'));
  try {
    await using database = closing(await openDatabase({ dataDir, databaseUrl: undefined }));
    const masterKey = randomBytes(32).toString('base64');
    const ring = await openKeyRing({ masterKey, keyFile: '', keyFileIsDefault: false }, database);
    const sealer = await ring.sealer(database.db);
    const shown: Float32Array[] = [];
    const read: Float32Array[] = [];
    const enrolled = new Date();
    for (const [index, values] of vectors.entries()) {
      const bcid = { storage: 'evaluation', partition, classId: BigInt(index + 1) };
      const record = encodeRecord({
        bcid,
        encoderVersion: 1,
        features: [{ id: randomUUID(), values, enrolled }],
        tags: [],
        enrolled,
        updated: enrolled,
      });
      const row = { ...bcid, class_id: bcid.classId, revision: 1, encoder_version: 1 };
      const binding = bindingOf('templates', row);
      const sealed = sealer.seal(binding, record);
      const { purpose, parts } = binding;
      shown.push(
        lastValues(await ring.open(database.db, { purpose, parts }, sealed), values.length),
      );
      const opened = decodeRecord(await ring.open(database.db, binding, sealed));
      read.push(opened.features[0]!.values);
    }
    return { name: 'as the service stores them', shown, read };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** A record ends in its vector. */
function lastValues(record: Buffer, dimension: number): Float32Array {
  return dequantise(new Int16Array(Uint8Array.from(record.subarray(-2 * dimension)).buffer));
}
