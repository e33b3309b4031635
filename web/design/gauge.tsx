/** A score as a bar, with its threshold. */
import { formatNumber } from '../language.ts';

interface GaugeProps {
  readonly label: string;
  /** From 0 to `max`; undefined: not calculated. */
  readonly value: number | undefined;
  readonly max?: number;
  /** Drawn as a line. The colour shows whether it was reached. */
  readonly threshold?: number;
  readonly tone?: 'good' | 'warn' | 'bad';
  readonly digits?: number;
  /** Replaces a value that was not calculated. */
  readonly absent?: string;
  readonly note?: string;
}

export function Gauge(props: GaugeProps) {
  const { label, value, max = 1, threshold, digits = 2, absent = '–', note } = props;
  const percent = (part: number) => `${Math.min(100, Math.max(0, (part / max) * 100))}%`;
  const reached = threshold === undefined || value === undefined || value >= threshold;
  const tone = props.tone ?? (threshold === undefined ? undefined : reached ? 'good' : 'bad');
  return (
    <div class={tone === undefined ? 'gauge' : `gauge gauge-${tone}`}>
      <span>{label}</span>
      {value === undefined ? (
        <span class="small quiet">{absent}</span>
      ) : (
        <span class="gauge-value">{formatNumber(value, digits)}</span>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a meter element cannot draw the threshold */}
      <div
        class="gauge-track"
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value ?? 0}
        aria-valuetext={value === undefined ? absent : formatNumber(value, digits)}
      >
        {value !== undefined && <div class="gauge-fill" style={{ width: percent(value) }} />}
        {threshold !== undefined && (
          <div class="gauge-threshold" style={{ left: percent(threshold) }} />
        )}
      </div>
      {note && <span class="gauge-note">{note}</span>}
    </div>
  );
}
