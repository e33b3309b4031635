/** Only candidates that may be among the best are read from the store. */
import { expect, it } from 'vitest';
import type { Client } from '../../../src/access/clients/client.ts';
import { DEFAULT_CLIENT_SETTINGS } from '../../../src/access/clients/client-settings.ts';
import type { FaceEngine } from '../../../src/faces/analysis.ts';
import { rankCandidates } from '../../../src/operations/search/rank-candidates.ts';
import type { TemplateStore } from '../../../src/templates/store.ts';
import { TemplateCorrupted } from '../../../src/templates/template.ts';

const LIMIT = 3;
const client = { settings: DEFAULT_CLIENT_SETTINGS } as Client;
const engine = {
  compare: (_probe, reference) => reference[0]!,
  threshold: () => 0.5,
  toScore: (comparison) => comparison,
} as Partial<FaceEngine> as FaceEngine;

/**
 * Searches with these comparisons as candidates.
 * @param stored the comparison of a stored template; undefined: it is gone
 */
async function rank(
  comparisons: readonly number[],
  stored: (index: number) => number | undefined = (index) => comparisons[index],
) {
  const read: bigint[] = [];
  const readMany = async (_storage: string, _partition: string, classIds: readonly bigint[]) => {
    read.push(...classIds);
    return classIds.flatMap((classId) => {
      const comparison = stored(Number(classId));
      if (comparison === undefined) return [];
      const features = [{ values: Float32Array.of(comparison) }];
      return [{ template: { bcid: { classId }, encoderVersion: 1, tags: [], features } }];
    });
  };
  const templates = { readMany } as unknown as TemplateStore;
  const found = comparisons.map((comparison, i) => ({ classId: BigInt(i), comparison }));
  const { matches } = await rankCandidates(
    { engine, templates, encoderVersion: 1 },
    client,
    { candidates: [found], searched: 1000 },
    { probes: [new Float32Array(1)], tags: [], limit: LIMIT, identifiedOnly: false },
  );
  return { read: read.map(Number), best: matches[0]!.map(({ classId }) => Number(classId)) };
}

const FALLING = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4];

it('reads as many as are wanted, and those that come close', async () => {
  expect(await rank(FALLING)).toEqual({ read: [0, 1, 2], best: [0, 1, 2] });
  expect((await rank([0.9, 0.8, 0.7, 0.6999, 0.5])).read).toEqual([0, 1, 2, 3]);
});

it('reads others where the first are gone, or count for less', async () => {
  expect((await rank(FALLING, (i) => (i === 1 ? undefined : FALLING[i]))).best).toEqual([0, 2, 3]);
  const { read, best } = await rank(FALLING, (i) => (i === 0 ? 0.45 : FALLING[i]));
  expect(read).toEqual([0, 1, 2, 3, 4]);
  expect(best).toEqual([1, 2, 3]);
});

it('reads a template that several probes may match once, and reports its damage once', async () => {
  const reads: bigint[] = [];
  const readMany = async (storage: string, partition: string, classIds: readonly bigint[]) => {
    reads.push(...classIds);
    const damaged = (classId: bigint) => new TemplateCorrupted({ storage, partition, classId });
    return classIds.map((classId) => ({ template: damaged(classId) }));
  };
  const templates = { readMany } as unknown as TemplateStore;
  const found = FALLING.map((comparison, i) => ({ classId: BigInt(i), comparison }));
  const { corrupted } = await rankCandidates(
    { engine, templates, encoderVersion: 1 },
    client,
    { candidates: [found, found.toReversed()], searched: 1000 },
    {
      probes: [new Float32Array(1), new Float32Array(1)],
      tags: [],
      limit: LIMIT,
      identifiedOnly: false,
    },
  );
  expect(reads.map(Number).sort()).toEqual([0, 1, 2, 3, 4, 5]);
  expect(corrupted.map(({ classId }) => Number(classId)).sort()).toEqual([0, 1, 2, 3, 4, 5]);
});
