/** Rows of a class leave no copy in memory that the service keeps: the class may be erased. */
import { expect, it } from 'vitest';
import { GalleryContent } from '../../../src/gallery/memory/content.ts';
import { createPreparer } from '../../../src/gallery/memory/prepare.ts';
import { GalleryFull, GalleryRows } from '../../../src/gallery/memory/rows.ts';
import { createSpace } from '../../../src/gallery/memory/space.ts';
import { createVectorEncoder } from '../../../src/gallery/memory/vector-encoder.ts';
import { quantise } from '../../../src/templates/quantise.ts';
import type { StoredVectors } from '../../../src/templates/template.ts';
import { bcid, unitVector } from '../../../testing/template-samples.ts';

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

it.each([
  ['taken in', Number.POSITIVE_INFINITY, 2],
  ['that does not fit', 0, 0],
])('a batch %s is overwritten', (_what, limit, taken) => {
  const { encoder } = watchedEncoder();
  const { wideBytes } = space;
  const rows = new GalleryRows({ wideBytes, segmentRows: 1024, limit, onSegment: () => {} });
  const rowBytes = encoder.format.bytes;
  const content = new GalleryContent({ rows, rowBytes, onCorrupted: () => {} });
  const [batch] = createPreparer(encoder, 1).prepare([stored(1n), stored(2n)]);
  const take = () => content.take(batch!);
  if (taken === 0) expect(take).toThrow(GalleryFull);
  else take();
  expect(rows.classes).toBe(taken);
  expect(isEmpty(batch!.rows)).toBe(true);
});
