/** Scans over rows that come and go, compared with plain cosines. */
import { describe, expect, it } from 'vitest';
import { BestRows, nthLargest } from '../../../src/gallery/memory/best-rows.ts';
import { GalleryFull, GalleryRows, INDEX_BYTES } from '../../../src/gallery/memory/rows.ts';
import { scan } from '../../../src/gallery/memory/scan.ts';
import { BLOCK_ROWS, Segment } from '../../../src/gallery/memory/segment.ts';
import { createSpace } from '../../../src/gallery/memory/space.ts';
import { createVectorEncoder } from '../../../src/gallery/memory/vector-encoder.ts';
import { dot } from '../../../src/gallery/vectors.ts';
import { unitVector } from '../../../testing/template-samples.ts';

const DIMENSION = 200;

/** Vectors near one direction, as those of faces are. */
function face(): Float32Array {
  const noise = unitVector(DIMENSION);
  const values = noise.map((value, i) => value * 0.5 + (i === 7 ? 1 : 0));
  const length = Math.sqrt(dot(values, values));
  return values.map((value) => value / length);
}

const space = createSpace(DIMENSION, Array.from({ length: 300 }, face));

function openRows({ segmentRows = 256, limit = Number.POSITIVE_INFINITY } = {}) {
  const encoder = createVectorEncoder(space);
  const segments: Segment[] = [];
  const rows = new GalleryRows({
    wideBytes: space.wideBytes,
    segmentRows,
    limit,
    onSegment: (handle) => segments.push(new Segment(handle)),
  });
  const stored = new Map<bigint, { vector: Float32Array; tags: string[] }>();
  const put = (classId: bigint, vector: Float32Array, tags: string[] = [], name = 'a') => {
    const row = new Uint8Array(encoder.format.bytes);
    encoder.encodeRow(vector, row);
    rows.put(name, { classId, tags, row });
    if (name === 'a') stored.set(classId, { vector, tags });
  };
  const remove = (classId: bigint) => {
    rows.remove('a', classId);
    stored.delete(classId);
  };
  const find = (probe: Float32Array, narrowed: number, tags: string[] = [], classes = 5) => {
    const { ranges, allowed } = rows.scope('a', tags);
    const probes = [encoder.encodeProbe(probe)];
    const task = { probes, ranges, allowed, narrowed, classes, threshold: -Infinity };
    const [result] = scan(segments, 0, task, () => false)!;
    return Array.from(result!.slots, (slot, i) => ({
      classId: rows.classIdOf(slot),
      comparison: result!.comparisons[i]!,
    }));
  };
  const exact = (probe: Float32Array, tags: string[] = []) =>
    [...stored]
      .filter(([, entry]) => tags.every((tag) => entry.tags.includes(tag)))
      .map(([classId, { vector }]) => ({ classId, comparison: dot(probe, vector) }))
      .sort((p, q) => q.comparison - p.comparison);
  return { rows, put, remove, find, exact, segments, encoder };
}

describe.each([
  ['in full', 0],
  ['narrowed', 300],
])('a scan %s', (_, narrowed) => {
  it('finds the best classes, over several segments', () => {
    const { put, find, exact } = openRows();
    for (let id = 1n; id <= 700n; id++) put(id, face());
    for (let i = 0; i < 20; i++) {
      const probe = face();
      const wanted = exact(probe);
      const found = find(probe, narrowed);
      found.forEach(({ comparison }, rank) => {
        expect(Math.abs(comparison - wanted[rank]!.comparison)).toBeLessThan(0.01);
      });
    }
  });

  it('examines only rows with all requested tags', () => {
    const { put, find, exact } = openRows();
    for (let id = 1n; id <= 300n; id++)
      put(
        id,
        face(),
        ['all', id % 2n === 0n ? 'even' : 'odd', id % 50n === 0n ? 'rare' : 'some'].sort(),
      );
    const probe = face();
    for (const tags of [['even'], ['all', 'odd'], ['rare'], ['even', 'rare'], ['none']]) {
      const found = find(probe, narrowed, tags);
      const wanted = exact(probe, tags);
      const sought = new Set(wanted.map(({ classId }) => classId));
      found.forEach(({ classId, comparison }, rank) => {
        expect(sought.has(classId)).toBe(true);
        expect(Math.abs(comparison - wanted[rank]!.comparison)).toBeLessThan(0.01);
      });
      expect(found).toHaveLength(tags.includes('none') ? 0 : 5);
    }
  });

  it('never finds removed or replaced rows', () => {
    const { rows, put, remove, find } = openRows();
    const [first, second] = [face(), face()];
    put(1n, first);
    put(2n, second);
    expect(find(first, narrowed)[0]!.classId).toBe(1n);
    put(
      1n,
      second.map((value) => -value),
    );
    expect(find(first, narrowed)[0]!.comparison).toBeLessThan(0.99);
    remove(1n);
    expect(find(first, narrowed).map(({ classId }) => classId)).toEqual([2n]);
    remove(2n);
    expect(find(first, narrowed)).toEqual([]);
    expect(rows).toMatchObject({ classes: 0, bytes: 0 });
    put(3n, first);
    expect(find(first, narrowed).map(({ classId }) => classId)).toEqual([3n]);
  });
});

it('finds the same if the first rows are unlike the others', () => {
  const { rows, put, segments, encoder } = openRows({ segmentRows: 1 << 15 });
  const probe = face();
  const vectors = Array.from({ length: 17_000 }, face).map((vector) => ({
    vector,
    score: dot(probe, vector),
  }));
  const search = (inOrder: typeof vectors) => {
    inOrder.forEach(({ vector }, i) => {
      put(BigInt(i + 1), vector);
    });
    const { ranges, allowed } = rows.scope('a', []);
    const probes = [encoder.encodeProbe(face()), encoder.encodeProbe(probe)];
    const task = { probes, ranges, allowed, narrowed: 700, classes: 10, threshold: -Infinity };
    const [, best] = scan(segments, 0, task, () => false)!;
    return Array.from(best!.slots, (slot) => inOrder[Number(rows.classIdOf(slot)) - 1]!.score);
  };
  const wanted = search(vectors);
  expect(search(vectors.toSorted((p, q) => q.score - p.score))).toEqual(wanted);
  expect(search(vectors.toSorted((p, q) => p.score - q.score))).toEqual(wanted);
});

it('keeps the best row among many similar ones', () => {
  const best = new BestRows(3, 10, Number.NEGATIVE_INFINITY);
  const words = Uint32Array.from([1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0]);
  const floats = Float32Array.from([0, 0.5, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0.4, 0, 0.6, 0, 0.7]);
  best.add(words, floats);
  expect([...best.finish().rows]).toEqual([1, 6, 7]);
});

it('stops between chunks when nobody waits', () => {
  const { rows, put, segments, encoder } = openRows({ segmentRows: 8192 });
  for (let id = 1n; id <= 5000n; id++) put(id, face());
  const { ranges, allowed } = rows.scope('a', []);
  const probes = [encoder.encodeProbe(face())];
  const task = { probes, ranges, allowed, narrowed: 0, classes: 1, threshold: -1 };
  expect(scan(segments, 0, task, () => true)).toBeUndefined();
  expect(scan(segments, 0, task, () => false)).toHaveLength(1);
});

it('partitions share nothing', () => {
  const { rows, put, find } = openRows();
  const probe = face();
  put(1n, probe, [], 'b');
  expect(find(probe, 0)).toEqual([]);
  put(2n, face());
  expect(find(probe, 0).map(({ classId }) => classId)).toEqual([2n]);
  expect(rows.scope('b', [])).toMatchObject({ classes: 1 });
});

it('passes over blocks without a greater class, never over a class that is greater', () => {
  const { rows, put, remove, segments } = openRows({ segmentRows: 8192 });
  for (let id = 1n; id <= 1000n; id++) put(id, face());
  const whole = rows.scope('a', []);
  expect(rows.scope('a', [], 0n)).toEqual(whole);
  const half = rows.scope('a', [], 500n);
  expect(half).toMatchObject({ classes: 1000, rows: 9 * BLOCK_ROWS });
  expect(rows.scope('a', [], 1000n)).toMatchObject({ rows: 0 });
  // A greater class takes the row of a smaller one.
  remove(3n);
  put(2000n, face());
  const { ranges } = rows.scope('a', [], 1000n);
  expect([...ranges]).toEqual([0, BLOCK_ROWS]);
  const [segment] = segments;
  const ids = Array.from(segment!.classes.subarray(0, BLOCK_ROWS), (slot) => rows.classIdOf(slot));
  expect(ids).toContain(2000n);
});

it('drops sets of tags that nobody carries', () => {
  const { rows, put, find } = openRows();
  const probe = face();
  put(1n, probe, ['staff']);
  for (let visit = 1; visit <= 500; visit++) put(2n, face(), [`seen ${visit}`]);
  expect(find(probe, 0, ['seen 499'])).toEqual([]);
  expect(find(probe, 0, ['seen 500']).map(({ classId }) => classId)).toEqual([2n]);
  expect(find(probe, 0, ['staff']).map(({ classId }) => classId)).toEqual([1n]);
  expect(rows.scope('a', ['staff']).allowed!.length).toBeLessThanOrEqual(3);
});

it('takes no more memory than allowed', () => {
  const { rows, put } = openRows({ limit: 100_000 });
  expect(() => {
    for (let id = 1n; id <= 1000n; id++) put(id, face());
  }).toThrow(GalleryFull);
  expect(rows.bytes).toBeLessThanOrEqual(100_000 + rows.classes * INDEX_BYTES);
});

it('selects the n-th largest value', () => {
  for (const size of [1, 2, 3, 10, 1000]) {
    const values = Float32Array.from({ length: size }, () => Math.round(Math.random() * 20));
    const sorted = values.toSorted().reverse();
    for (const n of [1, Math.ceil(size / 3), size])
      expect(nthLargest(values.slice(), n)).toBe(sorted[n - 1]);
  }
});
