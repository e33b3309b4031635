/** Verification: is this the person of the class? */
import { useState } from 'preact/hooks';
import { Gauge } from '../../design/gauge.tsx';
import { Notice } from '../../design/notice.tsx';
import { fill, t } from '../../language.ts';
import type { VerifyAnswer } from '../answers.ts';
import { Operation } from '../operation.tsx';
import { Annotated } from '../results/annotated.tsx';
import { JobErrors } from '../results/job-errors.tsx';
import type { Sample } from '../sample.ts';
import { SamplesInput } from '../samples-input.tsx';
import { classId, isClassId, portrait } from '../state.ts';
import { ClassField } from './class-field.tsx';

/** Score at the service's default false-match rate. */
const DEFAULT_THRESHOLD = 0.5;

export function Verify() {
  const { verify: texts, files } = t.value;
  const [sample] = portrait.value;
  const [sent, setSent] = useState({ sample, id: classId.value });
  const id = classId.value;
  return (
    <Operation<VerifyAnswer>
      title={texts.title}
      about={texts.about}
      run={texts.run}
      onSend={() => setSent({ sample, id })}
      call={
        sample !== undefined && isClassId(id)
          ? { method: 'POST', path: `/api/face/v1/verify/${id}`, body: { image: sample.blob } }
          : undefined
      }
      result={(answer) => <VerifyResult answer={answer} sample={sent.sample} id={sent.id} />}
    >
      <ClassField />
      <SamplesInput
        label={files.pictureOfFace}
        samples={portrait.value.slice(0, 1)}
        onSamples={(samples) => {
          portrait.value = samples;
        }}
        camera={{ take: 'one' }}
        most={1}
      />
    </Operation>
  );
}

interface VerifyResultProps {
  readonly answer: VerifyAnswer;
  readonly sample: Sample | undefined;
  readonly id: string;
}

function VerifyResult({ answer, sample, id }: VerifyResultProps) {
  const { verify: texts, result } = t.value;
  const { verified, score, errors, imageProperties } = answer;
  return (
    <>
      <Notice
        tone={verified ? 'good' : 'bad'}
        title={fill(verified ? texts.verified : texts.notVerified, { id })}
      />
      <JobErrors errors={errors} />
      <Gauge
        label={result.score}
        value={score === 0 ? undefined : score}
        absent={result.notCalculated}
        threshold={DEFAULT_THRESHOLD}
        tone={verified ? 'good' : 'bad'}
        note={texts.scoreNote}
      />
      {imageProperties !== null && (
        <Annotated sample={sample} properties={imageProperties} title={result.image} />
      )}
    </>
  );
}
