/** The comparison scores from which a search identifies. */
import type { ClientSettings } from '../../access/clients/client-settings.ts';
import type { FaceEngine } from '../../faces/analysis.ts';
import { identificationThreshold } from '../../faces/calibration/calibration.ts';

export type SearchThresholds = ReturnType<typeof thresholdsOf>;

/** The thresholds of a client, for a reference with this number of feature vectors. */
export function thresholdsOf(
  engine: Pick<FaceEngine, 'threshold'>,
  {
    falseMatchRate,
    falsePositiveIdentificationRate,
  }: Pick<ClientSettings, 'falseMatchRate' | 'falsePositiveIdentificationRate'>,
) {
  const verify = (vectors: number) => engine.threshold(falseMatchRate, vectors);
  return {
    verify,
    /** Never below that of verification: otherwise a search among few would be the easier way. */
    identify: (searched: number, vectors: number) =>
      Math.max(
        verify(vectors),
        identificationThreshold(engine, falsePositiveIdentificationRate, searched, vectors),
      ),
  };
}
