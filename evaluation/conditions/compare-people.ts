/** Everyone's probe against everyone's reference. */
import type { FaceEngine } from '../../src/faces/analysis.ts';
import type { ConditionComparisons } from './error-rates.ts';

/** One person's two photographs; a probe that gave no feature vector is absent. */
export interface ProbeAndReference {
  readonly person: number;
  readonly probe?: Float32Array | undefined;
  readonly reference: Float32Array;
}

/**
 * @param least impostor scores below it are counted, not kept
 * @param related whether two people may not be compared as strangers
 */
export function comparePeople(
  engine: Pick<FaceEngine, 'compare'>,
  people: readonly ProbeAndReference[],
  least: number,
  related: (person: number, other: number) => boolean = () => false,
): ConditionComparisons {
  const genuine: ConditionComparisons['genuine'][number][] = [];
  const highImpostors: ConditionComparisons['highImpostors'][number][] = [];
  let impostors = 0;
  for (const { person, probe } of people) {
    if (probe === undefined) continue;
    for (const other of people) {
      const same = other.person === person;
      if (!same && related(person, other.person)) continue;
      const score = engine.compare(probe, [other.reference]);
      if (same) genuine.push({ person, score });
      else if (score >= least) highImpostors.push({ first: person, second: other.person, score });
      if (!same) impostors++;
    }
  }
  return { genuine, highImpostors, impostors };
}
