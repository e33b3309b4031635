/** The comparison scores from which a search identifies. */
import type { ClientSettings } from '../../access/clients/client-settings.ts';
import type { FaceEngine } from '../../faces/analysis.ts';
import { identificationThreshold } from '../../faces/calibration/calibration.ts';

export type SearchThresholds = ReturnType<typeof thresholdsOf>;

/** The thresholds of a client. */
export function thresholdsOf(
  engine: Pick<FaceEngine, 'threshold'>,
  {
    falseMatchRate,
    falsePositiveIdentificationRate,
  }: Pick<ClientSettings, 'falseMatchRate' | 'falsePositiveIdentificationRate'>,
) {
  const verify = engine.threshold(falseMatchRate);
  return {
    verify,
    /** Never below that of verification: otherwise a search among few would be the easier way. */
    identify: (searched: number) =>
      Math.max(verify, identificationThreshold(engine, falsePositiveIdentificationRate, searched)),
  };
}
