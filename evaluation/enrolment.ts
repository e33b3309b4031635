/** Failure to enrol: photographs without a feature vector, and the reasons. */
import type { EmbeddedDataset } from './embed.ts';
import type { Refusal } from './encoded-image.ts';

export interface Enrolment {
  readonly images: number;
  readonly encoded: number;
  readonly refused: Readonly<Record<Refusal, number>>;
  /** Share refused despite a single visible person: every refusal except MultipleFacesFound. */
  readonly failureToEnrol: number;
  /** Share refused, by design, because of several faces of similar size. */
  readonly severalPeople: number;
  /** Photographs that were rotated upright. */
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
