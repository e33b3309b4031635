/** Decides which samples may join a class, so that it holds one person. */
import type { FaceEngine } from '../../faces/analysis.ts';
import { leastAlike, leastAlikeBetween } from '../../faces/calibration/turned-faces.ts';
import type { FeatureVector } from '../../templates/template.ts';
import type { ShownFace } from '../liveness/one-person.ts';

/** The false-match rate at which two samples are of one person. Years may lie between them. */
export const ONE_PERSON_RATE = 0.003;

type Engine = Pick<FaceEngine, 'compare' | 'threshold'> & Partial<Pick<FaceEngine, 'encoder'>>;
type Face = Pick<ShownFace, 'features' | 'pose' | 'isFrame'>;

export interface JoiningSamples<F> {
  readonly joining: readonly F[];
  /** Not the person that the class holds. */
  readonly strangers: readonly F[];
  /** Not the person of most samples of this call. */
  readonly odd: readonly F[];
}

/** A sample may differ from fewer than one in so many of the others: two poor photographs of many. */
const MOST_IN = 5;

/**
 * Chooses the samples that match the standing ones, the first of them, and one another but for a few.
 * Leaves out those that match the fewest others. If not most of them remain, none may join: a picture
 * that resembles two people must not bring both into a class.
 * @param standing vectors of the class before the call, oldest first; empty: it is a new class
 */
export function chooseJoining<F extends Face>(
  engine: Engine,
  samples: readonly F[],
  standing: readonly FeatureVector[],
): JoiningSamples<F> {
  const strangers = samples.filter((sample) => !isPersonOf(engine, sample, standing));
  const own = samples.filter((sample) => !strangers.includes(sample));
  const others = new Map(
    own.map((sample) => [sample, own.filter((other) => !areAlike(engine, sample, other))]),
  );
  let joining = own;
  for (;;) {
    const differing = new Map(
      joining.map((sample) => [sample, others.get(sample)!.filter((o) => joining.includes(o))]),
    );
    const isOdd = (sample: F) => {
      const { length } = differing.get(sample)!;
      const few = length * MOST_IN < joining.length - 1;
      return length > 0 && !(few && !differing.get(sample)!.includes(joining[0]!));
    };
    const odd = joining.filter(isOdd);
    if (odd.length === 0) break;
    const most = Math.max(...odd.map((sample) => differing.get(sample)!.length));
    joining = joining.filter((s) => !odd.includes(s) || differing.get(s)!.length < most);
  }
  if (joining.length <= own.length / 2) joining = [];
  return { joining, strangers, odd: own.filter((sample) => !joining.includes(sample)) };
}

/**
 * Whether a face matches the oldest of the vectors, and at least half of them. Newer ones may have
 * come in by a picture that resembles two people. True for an empty class.
 */
export function isPersonOf(
  engine: Engine,
  face: Face,
  standing: readonly FeatureVector[],
): boolean {
  const least = leastAlike(engine, ONE_PERSON_RATE, face);
  const alike = standing.filter(({ values }) => engine.compare(face.features, values) >= least);
  return alike[0] === standing[0] && alike.length >= standing.length / 2;
}

const areAlike = (engine: Engine, p: Face, q: Face): boolean =>
  p === q ||
  engine.compare(p.features, q.features) >= leastAlikeBetween(engine, ONE_PERSON_RATE, p, q);
