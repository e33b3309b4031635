/** Two attempts of a person on near paths at once: one may be a recording of the other. */
import { jobError } from '../../errors.ts';

/** The error of the second. */
export const answeredMeanwhile = () =>
  jobError(
    'RejectedByChallengeResponse',
    'Another attempt went the same way meanwhile: follow the point once more.',
  );
