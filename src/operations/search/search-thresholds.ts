/** From which comparison scores on a search identifies. */
import type { ClientSettings } from '../../access/clients/client-settings.ts';
import type { FaceEngine } from '../../faces/analysis.ts';
import { identificationThreshold } from '../../faces/calibration/calibration.ts';

export type SearchThresholds = ReturnType<typeof thresholdsOf>;

/** Those of a client, for a reference of so many feature vectors. */
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
    /** Never below that of verification: among few, a search would else be the easier way. */
    identify: (searched: number, vectors: number) =>
      Math.max(
        verify(vectors),
        identificationThreshold(engine, falsePositiveIdentificationRate, searched, vectors),
      ),
  };
}
