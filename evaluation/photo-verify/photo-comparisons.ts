/** Comparisons of ID photos with live images, for both halves of the people. */
import { cosine } from '../../src/faces/encoding/compare.ts';
import { type Comparisons, collect } from '../comparisons.ts';
import type { Fold } from '../folds.ts';

/** The photo made from a person's image. */
export interface EncodedPhoto {
  /** Number of that image in the fold. It does not count as live image for its own photo. */
  readonly of: number;
  /** Undefined: there was not exactly one face. */
  readonly vector: Float32Array | undefined;
}

export interface PhotoComparisons {
  readonly comparisons: Comparisons;
  /** Genuine comparisons if every photo had shown a face. */
  readonly allGenuine: number;
}

/**
 * Every photo with every image of the fold. Scores are strengths. Photos are numbered after images.
 */
export function comparePhotos(fold: Fold, photos: readonly EncodedPhoto[]): PhotoComparisons {
  const { names, ignored } = fold.photographs;
  const people = [...new Set(names)];
  const numbers = new Map(people.map((name, number) => [name, number]));
  const imageOf = Uint32Array.from(names, (name) => numbers.get(name)!);
  const found = photos.filter(({ vector }) => vector !== undefined);
  const personOf = Uint32Array.from([...imageOf, ...found.map(({ of }) => imageOf[of]!)]);
  const unsure = (p: number, q: number) => p !== q && ignored(people[p]!, people[q]!);

  const genuine: Pair[] = [];
  const impostors: Pair[] = [];
  for (const [k, { of, vector }] of found.entries())
    for (const [image, live] of fold.vectors.entries()) {
      const [p, q] = [imageOf[of]!, imageOf[image]!];
      if (image === of || unsure(p, q)) continue;
      const score = fold.strength(cosine(vector!, live));
      (p === q ? genuine : impostors).push([score, names.length + k, image]);
    }
  const images = countOf(imageOf, people.length);
  const shown = countOf(personOf.subarray(names.length), people.length);
  const genuineOf = ({ of }: EncodedPhoto) => images[imageOf[of]!]! - 1;
  const top = pairsOf(impostors);
  return {
    comparisons: {
      personOf,
      people: people.length,
      genuine: pairsOf(genuine),
      impostorScores: Float32Array.from(top.scores).reverse(),
      topImpostors: top,
      // Few names are listed as one person, so they do not matter here.
      weighImpostors(weights) {
        let [all, photosOf, same] = [0, 0, 0];
        for (let p = 0; p < people.length; p++) {
          all += weights[p]! * images[p]!;
          photosOf += weights[p]! * shown[p]!;
          same += weights[p]! ** 2 * images[p]! * shown[p]!;
        }
        return all * photosOf - same;
      },
    },
    allGenuine: photos.reduce((sum, photo) => sum + genuineOf(photo), 0),
  };
}

/** The comparisons of two groups without comparisons between them. */
export function join(p: Comparisons, q: Comparisons): Comparisons {
  const [vectors, people] = [p.personOf.length, p.people];
  const both = (of: (comparisons: Comparisons) => Comparisons['genuine']) =>
    pairsOf([...listOf(of(p), 0), ...listOf(of(q), vectors)]);
  const impostorScores = new Float32Array(p.impostorScores.length + q.impostorScores.length);
  impostorScores.set(p.impostorScores);
  impostorScores.set(q.impostorScores, p.impostorScores.length);
  return {
    personOf: Uint32Array.from([...p.personOf, ...q.personOf.map((person) => person + people)]),
    people: people + q.people,
    genuine: both(({ genuine }) => genuine),
    impostorScores: impostorScores.sort(),
    topImpostors: both(({ topImpostors }) => topImpostors),
    weighImpostors: (weights) =>
      p.weighImpostors(weights.subarray(0, people)) + q.weighImpostors(weights.subarray(people)),
  };
}

/** The comparisons with all scores changed by a monotonic function. */
export function rescale(comparisons: Comparisons, change: (score: number) => number): Comparisons {
  const { genuine, topImpostors, impostorScores } = comparisons;
  return {
    ...comparisons,
    genuine: { ...genuine, scores: genuine.scores.map(change) },
    topImpostors: { ...topImpostors, scores: topImpostors.scores.map(change) },
    impostorScores: impostorScores.map(change),
  };
}

type Pair = readonly [score: number, first: number, second: number];

function pairsOf(pairs: readonly Pair[]): Comparisons['genuine'] {
  return collect(pairs.length, (add) => {
    for (const pair of pairs) add(...pair);
  });
}

function listOf({ scores, first, second }: Comparisons['genuine'], offset: number): Pair[] {
  return Array.from(scores, (score, k) => [score, first[k]! + offset, second[k]! + offset]);
}

function countOf(people: Uint32Array, count: number): Uint32Array {
  const counts = new Uint32Array(count);
  for (const person of people) counts[person]!++;
  return counts;
}
