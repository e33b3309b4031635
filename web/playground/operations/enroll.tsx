/** Enrolment of one or more face images. */
import { useState } from 'preact/hooks';
import { Field } from '../../design/field.tsx';
import { Notice } from '../../design/notice.tsx';
import { fill, t } from '../../language.ts';
import type { EnrollAnswer } from '../answers.ts';
import { Operation } from '../operation.tsx';
import { Annotated } from '../results/annotated.tsx';
import { JobErrors } from '../results/job-errors.tsx';
import type { Sample } from '../sample.ts';
import { MOST_SAMPLES, SamplesInput } from '../samples-input.tsx';
import { classId, isClassId, portrait } from '../state.ts';
import { ClassField } from './class-field.tsx';

export function Enroll() {
  const { enroll: texts, files } = t.value;
  const [samples, setSamples] = useState<readonly Sample[]>(portrait.value);
  const [sent, setSent] = useState(samples);
  const [consent, setConsent] = useState('');
  const choose = (chosen: readonly Sample[]) => {
    setSamples(chosen);
    portrait.value = chosen.slice(-1);
  };
  const images = samples.map(({ blob }) => ({ image: blob }));
  const id = classId.value;
  const ready = samples.length > 0 && isClassId(id);
  return (
    <Operation<EnrollAnswer>
      title={texts.title}
      about={texts.about}
      run={texts.run}
      onSend={() => setSent(samples)}
      call={
        ready
          ? {
              method: 'POST',
              path: `/api/face/v1/enroll/${id}`,
              body: consent === '' ? images : { images, consent },
            }
          : undefined
      }
      result={(answer) => <EnrollResult answer={answer} samples={sent} />}
    >
      <ClassField />
      <SamplesInput
        label={files.pictures}
        samples={samples}
        onSamples={choose}
        camera={{ take: 'one' }}
        most={MOST_SAMPLES}
      />
      <Field
        label={texts.consent}
        hint={texts.consentHint}
        value={consent}
        onValue={setConsent}
        maxLength={256}
      />
    </Operation>
  );
}

interface EnrollResultProps {
  readonly answer: EnrollAnswer;
  readonly samples: readonly Sample[];
}

function EnrollResult({ answer, samples }: EnrollResultProps) {
  const { enroll: texts, result } = t.value;
  const { performedAction, enrolledImages, templateStatus, imageProperties, errors } = answer;
  const failed = performedAction === 'ENROLLMENT_FAILED';
  return (
    <>
      <Notice tone={failed ? 'bad' : 'good'} title={texts.actions[performedAction]}>
        <p>
          {fill(texts.counts, {
            enrolled: enrolledImages,
            sent: imageProperties.length,
            vectors: templateStatus.featureVectors,
          })}
        </p>
      </Notice>
      <JobErrors errors={errors} />
      {imageProperties.map((properties, index) => (
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
