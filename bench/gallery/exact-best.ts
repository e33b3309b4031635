/** The most similar people by exact float comparison: the truth for a search. */
import { cosine } from '../../src/faces/encoding/compare.ts';

export interface ExactBest {
  /** Compares a person with every probe. */
  add(person: number, vector: Float32Array): void;
  /** The people for a probe, most similar first. */
  of(probe: number): readonly number[];
}

const WANTED = 10;

export function createExactBest(probes: readonly Float32Array[]): ExactBest {
  const best = probes.map(() => [] as { person: number; score: number }[]);
  return {
    add(person, vector) {
      probes.forEach((probe, i) => {
        const list = best[i]!;
        const score = cosine(probe, vector);
        if (list.length === WANTED && score <= list.at(-1)!.score) return;
        list.push({ person, score });
        list.sort((p, q) => q.score - p.score);
        if (list.length > WANTED) list.pop();
      });
    },
    of: (probe) => best[probe]!.map(({ person }) => person),
  };
}
