/** The liveness decision, and the result of each check on each image. */
import { Gauge } from '../../design/gauge.tsx';
import { Notice } from '../../design/notice.tsx';
import { t } from '../../language.ts';
import type { LivenessAnswer } from '../answers.ts';
import type { Sample } from '../sample.ts';
import { Annotated } from './annotated.tsx';
import { JobErrors } from './job-errors.tsx';

interface LivenessResultProps {
  readonly answer: LivenessAnswer;
  readonly samples: readonly Sample[];
}

export function LivenessResult({ answer, samples }: LivenessResultProps) {
  const { result } = t.value;
  return (
    <>
      <LivenessVerdict answer={answer} />
      {answer.imageProperties.map((properties, index) => (
        <Annotated
          key={samples[index]?.url ?? index}
          sample={samples[index]}
          properties={properties}
          title={`${result.image} ${index + 1}`}
        />
      ))}
    </>
  );
}

/** The decision with its errors, and the informative score. */
export function LivenessVerdict({ answer }: { readonly answer: LivenessAnswer }) {
  const { liveness: texts } = t.value;
  const { live, livenessScore, errors } = answer;
  return (
    <>
      <Notice tone={live ? 'good' : 'bad'} title={live ? texts.live : texts.notLive} />
      <JobErrors errors={errors} />
      <Gauge
        label={texts.score}
        value={livenessScore === 0 ? undefined : livenessScore}
        absent={t.value.result.notCalculated}
        note={texts.scoreNote}
      />
    </>
  );
}
