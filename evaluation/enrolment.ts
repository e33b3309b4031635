/** Failure to enrol: which photographs gave no feature vector, and why. */
import type { EmbeddedDataset } from './embed.ts';
import type { Refusal } from './encoded-image.ts';

export interface Enrolment {
  readonly images: number;
  readonly encoded: number;
  readonly refused: Readonly<Record<Refusal, number>>;
  /** Share refused although one person is to be seen: every refusal but MultipleFacesFound. */
  readonly failureToEnrol: number;
  /** Share refused because two or more faces of similar size are to be seen, as is intended. */
  readonly severalPeople: number;
  /** Photographs turned before their face was upright. */
  readonly turned: number;
}

export function summariseEnrolment({ encoded }: EmbeddedDataset): Enrolment {
  const refused: Record<Refusal, number> = {
    FaceNotFound: 0,
    ThumbnailExtractionFailed: 0,
    MultipleFacesFound: 0,
    InvalidImage: 0,
  };
  for (const { problem } of encoded) if (problem !== undefined) refused[problem]++;
  const { MultipleFacesFound: several } = refused;
  const all = Object.values(refused).reduce((sum, count) => sum + count, 0);
  return {
    images: encoded.length,
    encoded: encoded.length - all,
    refused,
    failureToEnrol: (all - several) / encoded.length,
    severalPeople: several / encoded.length,
    turned: encoded.filter(({ rotated }) => rotated !== 0).length,
  };
}
