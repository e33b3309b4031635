/** The quality measures in the groups of the standard, worst advice first. */
import { AnnotatedImage } from '../../design/annotated-image.tsx';
import { Gauge } from '../../design/gauge.tsx';
import { Notice } from '../../design/notice.tsx';
import { fill, formatNumber, t } from '../../language.ts';
import type {
  QualityAnswer,
  QualityExplanation,
  QualityGroup,
  QualityMeasurement,
} from '../answers.ts';
import type { Sample } from '../sample.ts';
import { JobErrors } from './job-errors.tsx';
import { adviceOn } from './quality-advice.ts';
import { Explanation } from './quality-explanation.tsx';

/** Our bounds of colours and advice. The standard leaves sufficient scores to each use. */
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
  const explained = explanation?.measures ?? [];
  const inGroup = (group: QualityGroup): GroupProps => {
    const names = explained.filter((of) => of.group === group).map(({ measure }) => measure);
    const measurements = all.filter(({ measure }) => names.includes(measure));
    const given = measurements.map(({ measure }) => measure);
    return { measurements, absent: names.filter((name) => !given.includes(name)) };
  };
  return (
    <>
      <div class="finding finding-graded">
        {sample !== undefined && <AnnotatedImage src={sample.url} alt={result.image} />}
        <div class="stack">
          {inGroup('unified').measurements.map((measurement) => (
            <Measure key={measurement.measure} measurement={measurement} />
          ))}
          <Advice measurements={all} explained={explained} />
        </div>
      </div>
      <Group title={texts.capture} {...inGroup('capture')} />
      <Group title={texts.subject} {...inGroup('subject')} />
      {explanation && <Explanation explanation={explanation} />}
      <p class="small quiet">{fill(texts.bounds, { good: GOOD, poor: POOR })}</p>
      <JobErrors errors={errors} />
    </>
  );
}

interface AdviceProps {
  readonly measurements: readonly QualityMeasurement[];
  readonly explained: QualityExplanation['measures'];
}

/** Advice on the measures that the service comments on, worst first. */
function Advice({ measurements, explained }: AdviceProps) {
  const { quality: texts } = t.value;
  const advised = new Set(explained.flatMap(({ measure, advice }) => (advice ? measure : [])));
  const words = measurements
    .filter(({ measure }) => advised.has(measure))
    .toSorted((a, b) => a.scalarScore - b.scalarScore)
    .flatMap(({ measure, rawValue }) => adviceOn(measure, rawValue) ?? []);
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

interface GroupProps {
  readonly measurements: readonly QualityMeasurement[];
  /** Names of measures that were not computed. */
  readonly absent: readonly string[];
}

function Group({ title, measurements, absent }: GroupProps & { readonly title: string }) {
  const { quality: texts } = t.value;
  return (
    <section class="stack-tight">
      <h3>{title}</h3>
      <div class="measures">
        {measurements.map((measurement) => (
          <Measure key={measurement.measure} measurement={measurement} />
        ))}
      </div>
      {absent.length > 0 && (
        <p class="small quiet">
          {fill(texts.notComputed, { measures: absent.map(nameOf).join(', ') })}
        </p>
      )}
    </section>
  );
}

function nameOf(measure: string): string {
  const { measures } = t.value;
  return measures[measure as keyof typeof measures] ?? measure;
}

function Measure({ measurement }: { readonly measurement: QualityMeasurement }) {
  const { quality: texts } = t.value;
  const { measure, rawValue, scalarScore } = measurement;
  const raw = formatNumber(rawValue, Number.isInteger(rawValue) ? 0 : 3);
  return (
    <Gauge
      label={nameOf(measure)}
      value={scalarScore}
      max={100}
      digits={0}
      threshold={GOOD}
      tone={scalarScore >= GOOD ? 'good' : scalarScore >= POOR ? 'warn' : 'bad'}
      note={fill(texts.raw, { value: raw })}
    />
  );
}
