/** Measures estimated by our own networks, which were trained to output their raw values. */
import { logistic, roundAway, sigmoid } from './mapping.ts';
import type { Measure } from './measure.ts';

function headCoverings(x: number): number {
  if (x <= 0) return 100;
  if (x >= 0.95) return 0;
  const s = (value: number) => logistic(value, 0.02, 0.1);
  return roundAway((100 * (s(0.95) - s(x))) / (s(0.95) - s(0)));
}

export const TRAINED = {
  UnifiedQualityScore: {
    id: 0x41,
    group: 'unified',
    about: 'How well recognition will know the face again.',
    advice: 'See the other measures for what to improve.',
    toScalar: sigmoid(100, 0, 1, 23, 2.6),
    estimate: ({ trained }) => trained.unifiedQualityScore,
  },
  Sharpness: {
    id: 0x49,
    group: 'capture',
    about: 'How sharp the face is.',
    advice: 'The face is blurred: hold still, focus and clean the lens.',
    toScalar: sigmoid(1, -14, 115, -20, 15),
    estimate: ({ trained }) => trained.sharpness,
  },
  CompressionArtifacts: {
    id: 0x4a,
    group: 'capture',
    about: 'How free the face is of traces of compression.',
    advice: 'The image is compressed too much: save it at a higher quality.',
    toScalar: sigmoid(1, -0.0278, 103, 0.3308, 0.092),
    estimate: ({ trained }) => trained.compressionArtifacts,
  },
  ExpressionNeutrality: {
    id: 0x5b,
    group: 'subject',
    about: 'How neutral the expression is.',
    advice: 'Keep a neutral expression.',
    toScalar: sigmoid(100, 0, 1, -5000, 5000),
    estimate: ({ trained }) => trained.expressionNeutrality,
  },
  NoHeadCoverings: {
    id: 0x5c,
    group: 'subject',
    about: 'How little clothing covers the head.',
    advice: 'Take off hat, cap or hood.',
    toScalar: headCoverings,
    estimate: ({ trained }) => trained.noHeadCoverings,
  },
} satisfies Record<string, Measure>;
