/**
 * Measures that no network here tells well enough. Their scores follow from raw values as in the
 * standard; `estimate` is to be added with whatever finds these.
 */
import { logistic, roundAway, share } from './mapping.ts';
import type { Measure } from './measure.ts';

function headCoverings(x: number): number {
  if (x <= 0) return 100;
  if (x >= 0.95) return 0;
  const s = (value: number) => logistic(value, 0.02, 0.1);
  return roundAway((100 * (s(0.95) - s(x))) / (s(0.95) - s(0)));
}

export const NOT_ESTIMATED = {
  EyesVisible: {
    id: 0x4f,
    group: 'subject',
    about: 'How much of the eyes nothing covers.',
    advice: 'The eyes are covered: take off glasses, move the hair aside.',
    toScalar: share,
  },
  NoHeadCoverings: {
    id: 0x5c,
    group: 'subject',
    about: 'How little clothing covers the head.',
    advice: 'Take off hat, cap or hood.',
    toScalar: headCoverings,
  },
} satisfies Record<string, Measure>;
