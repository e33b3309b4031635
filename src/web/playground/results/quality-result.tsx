/** The quality measures in the groups of the standard, worst advice first. */
import { AnnotatedImage } from '../../design/annotated-image.tsx';
import { Gauge } from '../../design/gauge.tsx';
import { Notice } from '../../design/notice.tsx';
import { fill, formatNumber, t } from '../../language.ts';
import type { QualityAnswer, QualityGroup, QualityMeasurement } from '../answers.ts';
import type { Sample } from '../sample.ts';
import { JobErrors } from './job-errors.tsx';
import { Explanation } from './quality-explanation.tsx';

/**
 * Bounds of the colours and of the advice. They are ours: the standard leaves it to each use which
 * score suffices.
 */
const GOOD = 50;
const POOR = 20;

interface QualityResultProps {
  readonly answer: QualityAnswer;
  readonly sample: Sample | undefined;
}

export function QualityResult({ answer, sample }: QualityResultProps) {
  const { quality: texts, result } = t.value;
  const { qualityMeasurements: all, errors, explanation } = answer;
  if (all.length === 0) return <JobErrors errors={errors} />;
  const groups = new Map(explanation?.measures.map(({ measure, group }) => [measure, group]));
  const inGroup = (group: QualityGroup) =>
    all.filter(({ measure }) => groups.get(measure) === group);
  const graded = [...inGroup('capture'), ...inGroup('subject')];
  return (
    <>
      <div class="finding finding-graded">
        {sample !== undefined && <AnnotatedImage src={sample.url} alt={result.image} />}
        <div class="stack">
          {inGroup('unified').map((measurement) => (
            <Measure key={measurement.measure} measurement={measurement} />
          ))}
          <Advice measurements={graded} />
        </div>
      </div>
      <Group title={texts.capture} measurements={inGroup('capture')} />
      <Group title={texts.subject} measurements={inGroup('subject')} />
      {explanation && <Explanation explanation={explanation} />}
      <p class="small quiet">{fill(texts.bounds, { good: GOOD, poor: POOR })}</p>
      <JobErrors errors={errors} />
    </>
  );
}

interface MeasurementsProps {
  readonly measurements: readonly QualityMeasurement[];
}

/** What to do about the measures that are not good, worst first. */
function Advice({ measurements }: MeasurementsProps) {
  const { quality: texts, advice } = t.value;
  const lacking = measurements
    .filter(({ scalarScore }) => scalarScore < GOOD)
    .toSorted((a, b) => a.scalarScore - b.scalarScore);
  const words = lacking.flatMap(({ measure }) => advice[measure as keyof typeof advice] ?? []);
  if (words.length === 0) return <Notice tone="good" title={texts.nothingToImprove} />;
  return (
    <Notice tone="warn" title={texts.improve}>
      <ul class="advice">
        {[...new Set(words)].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Notice>
  );
}

interface GroupProps extends MeasurementsProps {
  readonly title: string;
}

function Group({ title, measurements }: GroupProps) {
  if (measurements.length === 0) return null;
  return (
    <section class="stack-tight">
      <h3>{title}</h3>
      <div class="measures">
        {measurements.map((measurement) => (
          <Measure key={measurement.measure} measurement={measurement} />
        ))}
      </div>
    </section>
  );
}

function Measure({ measurement }: { readonly measurement: QualityMeasurement }) {
  const { quality: texts, measures } = t.value;
  const { measure, rawValue, scalarScore, method } = measurement;
  const raw = formatNumber(rawValue, Number.isInteger(rawValue) ? 0 : 3);
  return (
    <Gauge
      label={measures[measure as keyof typeof measures] ?? measure}
      value={scalarScore}
      max={100}
      digits={0}
      threshold={GOOD}
      tone={scalarScore >= GOOD ? 'good' : scalarScore >= POOR ? 'warn' : 'bad'}
      note={fill(texts.raw, {
        value: raw,
        method: texts.methods[method as keyof typeof texts.methods] ?? method,
      })}
    />
  );
}
