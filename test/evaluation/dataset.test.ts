/** What is compared: folders of people, halves, listed pairs, label errors. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { crossValidate } from '../../evaluation/accuracy.ts';
import { readDataset } from '../../evaluation/dataset.ts';
import { readCache, writeCache } from '../../evaluation/embedding-cache.ts';
import { agrees, type EncodedImage } from '../../evaluation/encoded-image.ts';
import { applicable, readLabelErrors, samePerson } from '../../evaluation/label-errors.ts';
import { readPairs } from '../../evaluation/listed-pairs.ts';
import { choosePeople, halfOf } from '../../evaluation/people-split.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prosopon-evaluation-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function place(...paths: string[]) {
  for (const path of paths) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), '');
  }
}

test('a dataset has one subfolder per person; other files are ignored', async () => {
  await place('Bo/Bo_0001.jpg', 'Al/Al_0002.PNG', 'Al/Al_0001.jpg', 'Al/notes.txt', 'list.csv');
  const { images } = await readDataset(folder);
  expect(images.map(({ path }) => path)).toEqual([
    'Al/Al_0001.jpg',
    'Al/Al_0002.PNG',
    'Bo/Bo_0001.jpg',
  ]);
  const onlyBo = await readDataset(folder, (person) => person === 'Bo');
  expect(onlyBo.images).toEqual([{ path: 'Bo/Bo_0001.jpg', person: 'Bo' }]);
  await expect(readDataset(folder, () => false)).rejects.toThrow('no photographs');
});

describe('people', () => {
  test('the halves never change', () => {
    const names = ['Tony_Blair', 'Hu_Jintao', 'Serena_Williams', 'James_Blake'];
    expect(names.map(halfOf)).toMatchInlineSnapshot(`
      [
        "odd",
        "even",
        "odd",
        "even",
      ]
    `);
  });

  test('each person is in exactly one half', async () => {
    const [even, odd] = [await choosePeople('even'), await choosePeople('odd')];
    const names = Array.from({ length: 400 }, (_, k) => `Person_${k}`);
    expect(names.every((name) => even(name) !== odd(name))).toBe(true);
    expect(Math.abs(names.filter(even).length - 200)).toBeLessThan(40);
  });

  test('a file lists the included people', async () => {
    await writeFile(join(folder, 'names.txt'), 'Al\r\n\n Bo \n');
    const includes = await choosePeople(join(folder, 'names.txt'));
    expect(['Al', 'Bo', 'Cy'].map(includes)).toEqual([true, true, false]);
  });
});

describe('listed pairs', () => {
  const numbers = new Map([
    ['Al/1.jpg', 0],
    ['Al/2.jpg', 1],
    ['Bo/1.jpg', 2],
  ]);
  const read = async (text: string) => {
    await writeFile(join(folder, 'pairs.csv'), text);
    return readPairs(join(folder, 'pairs.csv'), (path) => numbers.get(path));
  };

  test('are read with and without a heading', async () => {
    const pairs = [
      { first: 0, second: 1, same: true },
      { first: 1, second: 2, same: false },
    ];
    const lines = 'Al/1.jpg,Al/2.jpg,1\r\nAl/2.jpg,Bo/1.jpg,0\n';
    expect(await read(lines)).toEqual(pairs);
    expect(await read(`a,b,same\n${lines}`)).toEqual(pairs);
  });

  test('skips photographs outside the run', async () => {
    expect(await read('Al/1.jpg,Cy/1.jpg,0\n')).toEqual([]);
  });

  test.each(['Al/1.jpg,Al/2.jpg', 'Al/1.jpg,Al/2.jpg,yes', 'a,b,1,2'])(
    'refuses %s',
    async (line) => {
      await expect(read(`a,b,same\n${line}\n`)).rejects.toThrow('pairs.csv:2');
    },
  );
});

describe('label errors', () => {
  test('of LFW each have a reason, and apply if both names occur', async () => {
    const errors = await readLabelErrors('evaluation/lfw-label-errors.json');
    const same = samePerson(errors);
    expect(same('Sepp_Blatter', 'Joseph_Blatter')).toBe(true);
    expect(same('Joseph_Blatter', 'Ricky_Ray')).toBe(false);
    const here = applicable(
      errors,
      new Set(['Sepp_Blatter', 'Joseph_Blatter', 'Ricky_Ray']),
      new Set(),
    );
    expect(here.samePerson).toHaveLength(1);
    expect(here.images).toHaveLength(0);
  });

  test('need a reason', async () => {
    const path = join(folder, 'errors.json');
    await writeFile(path, JSON.stringify({ samePerson: [{ names: ['A', 'B'] }], images: [] }));
    await expect(readLabelErrors(path)).rejects.toThrow('errors.json');
  });
});

test('the cache returns analyses unchanged', async () => {
  const kept: Record<string, EncodedImage> = {
    a: { features: Float32Array.from([0.6, 0.8]), rotated: 0, faces: [], qualityScore: 0.6 },
    b: { problem: 'MultipleFacesFound', rotated: 90, faces: [], qualityScore: 0 },
    c: { features: Float32Array.from([1, 0]), rotated: 180, faces: [], qualityScore: 0.6 },
  };
  await writeCache(folder, { images: new Map(Object.entries(kept)), workerMilliseconds: 42 });
  const read = await readCache(folder);
  expect(Object.fromEntries(read.images)).toEqual(kept);
  expect(read.workerMilliseconds).toBe(42);
  expect(agrees(read.images.get('a')!, kept.a!)).toBe(true);
  expect(agrees(read.images.get('a')!, kept.c!)).toBe(false);
  expect(agrees(read.images.get('a')!, kept.b!)).toBe(false);
  expect(agrees(read.images.get('a')!, { ...kept.a!, qualityScore: 0.5 })).toBe(false);
  expect((await readCache(join(folder, 'absent'))).images.size).toBe(0);
});

describe('accuracy by ten folds', () => {
  test('is 1 if a threshold separates, and a half if nothing does', () => {
    const pairs = (gap: number) =>
      Array.from({ length: 200 }, (_, k) => ({
        score: (k % 2) * gap + (k % 7) / 100,
        same: k % 2 === 1,
      }));
    expect(crossValidate(pairs(1))).toEqual({ mean: 1, deviation: 0 });
    expect(crossValidate(pairs(0))!.mean).toBeLessThan(0.65);
  });

  test('needs pairs in every fold', () => {
    expect(crossValidate([{ score: 1, same: true }])).toBeUndefined();
  });
});
