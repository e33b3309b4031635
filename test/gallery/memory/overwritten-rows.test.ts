/** Rows of a class leave no copy in memory that the service keeps: the class may be erased. */
import { expect, it } from 'vitest';
import { GalleryContent } from '../../../src/gallery/memory/content.ts';
import { createPreparer } from '../../../src/gallery/memory/prepare.ts';
import { GalleryRows } from '../../../src/gallery/memory/rows.ts';
import { createSpace } from '../../../src/gallery/memory/space.ts';
import { createVectorEncoder } from '../../../src/gallery/memory/vector-encoder.ts';
import { quantise } from '../../../src/templates/quantise.ts';
import type { StoredVectors } from '../../../src/templates/template.ts';
import { bcid, unitVector } from '../../support/template-samples.ts';

const DIMENSION = 64;
const space = createSpace(DIMENSION, []);

/** An encoder, and every place that it wrote a row to. */
function watchedEncoder() {
  const encoder = createVectorEncoder(space);
  const written: Uint8Array[] = [];
  const encodeSteps = (given: Uint8Array, out: Uint8Array) => {
    encoder.encodeSteps(given, out);
    written.push(out);
  };
  return { encoder: { ...encoder, encodeSteps }, written };
}

function stored(classId: bigint): StoredVectors {
  const vectors = [new Uint8Array(quantise(unitVector(DIMENSION)).buffer)];
  const of = bcid(classId);
  const template = { bcid: of, encoderVersion: 1, vectors, tags: [], consented: false };
  return { bcid: of, template };
}

const isEmpty = (bytes: Uint8Array) => bytes.every((byte) => byte === 0);

it('a batch is the only copy of its rows', () => {
  const { encoder, written } = watchedEncoder();
  const [batch] = createPreparer(encoder, 1).prepare([stored(1n), stored(2n), stored(3n)]);
  expect(isEmpty(batch!.rows)).toBe(false);
  expect(written).toHaveLength(3);
  expect(written.every(isEmpty)).toBe(true);
});

it('a batch taken in is overwritten', () => {
  const { encoder } = watchedEncoder();
  const rows = new GalleryRows({
    wideBytes: space.wideBytes,
    segmentRows: 1024,
    limit: Number.POSITIVE_INFINITY,
    onSegment: () => {},
  });
  const content = new GalleryContent({
    rows,
    rowBytes: encoder.format.bytes,
    onCorrupted: () => {},
  });
  const [batch] = createPreparer(encoder, 1).prepare([stored(1n), stored(2n)]);
  content.take(batch!);
  expect(rows.classes).toBe(2);
  expect(isEmpty(batch!.rows)).toBe(true);
});
