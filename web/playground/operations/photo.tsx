/** Verification of an ID photo against live images. */
import { useState } from 'preact/hooks';
import { Check } from '../../design/field.tsx';
import { Gauge } from '../../design/gauge.tsx';
import { Notice } from '../../design/notice.tsx';
import { t } from '../../language.ts';
import type { PhotoVerifyAnswer, VerificationLevel } from '../answers.ts';
import { Operation } from '../operation.tsx';
import { Annotated } from '../results/annotated.tsx';
import { JobErrors } from '../results/job-errors.tsx';
import { LivenessVerdict } from '../results/liveness-result.tsx';
import type { Sample } from '../sample.ts';
import { SamplesInput } from '../samples-input.tsx';
import { liveImagesOf } from './live-images.ts';

interface Sent {
  readonly photo: readonly Sample[];
  readonly live: readonly Sample[];
  readonly disableLivenessDetection: boolean;
}

export function Photo() {
  const { photo: texts } = t.value;
  const [photo, setPhoto] = useState<readonly Sample[]>([]);
  const [live, setLive] = useState<readonly Sample[]>([]);
  const [disableLivenessDetection, setDisabled] = useState(false);
  const given = { photo, live, disableLivenessDetection };
  const [sent, setSent] = useState<Sent>(given);
  const ready = photo.length === 1 && live.length > 0;
  return (
    <Operation<PhotoVerifyAnswer>
      title={texts.title}
      about={texts.about}
      run={texts.run}
      onSend={() => setSent(given)}
      call={
        ready
          ? {
              method: 'POST',
              path: '/api/v1/photoverify',
              body: {
                liveImages: liveImagesOf(live),
                photo: photo[0]!.blob,
                disableLivenessDetection,
              },
            }
          : undefined
      }
      result={(answer) => <PhotoResult answer={answer} sent={sent} />}
    >
      <SamplesInput label={texts.idPhoto} samples={photo} onSamples={setPhoto} most={1} />
      <SamplesInput
        label={texts.liveImages}
        samples={live}
        onSamples={setLive}
        camera={{ take: 'turns' }}
        most={2}
      />
      <Check checked={disableLivenessDetection} onChecked={setDisabled}>
        {texts.disable}
      </Check>
    </Operation>
  );
}

const LEVELS: readonly Exclude<VerificationLevel, 'NOT_RECOGNIZED'>[] = [
  'LEVEL_5',
  'LEVEL_4',
  'LEVEL_3',
  'LEVEL_2',
  'LEVEL_1',
];

interface PhotoResultProps {
  readonly answer: PhotoVerifyAnswer;
  readonly sent: Sent;
}

function PhotoResult({ answer, sent }: PhotoResultProps) {
  const { photo: texts, result } = t.value;
  const { verificationLevel: level, verificationScore, photoProperties, imageProperties } = answer;
  const recommended = level === 'LEVEL_5' || level === 'LEVEL_4';
  const tone = recommended ? 'good' : level === 'NOT_RECOGNIZED' ? 'bad' : 'warn';
  return (
    <>
      <Notice tone={tone} title={texts.levels[level]} />
      <ol class="levels">
        {LEVELS.map((each) => (
          <li key={each} class={each === level ? 'level level-reached' : 'level'}>
            <span>{texts.levels[each]}</span>
            <span class="quiet nowrap">{texts.rates[each]}</span>
          </li>
        ))}
      </ol>
      <p class="small quiet">{texts.ratesNote}</p>
      <Gauge
        label={result.score}
        value={verificationScore === 0 ? undefined : verificationScore}
        absent={result.notCalculated}
        tone={tone}
      />
      {sent.disableLivenessDetection ? (
        <>
          <Notice>{texts.disabled}</Notice>
          <JobErrors errors={answer.errors} />
        </>
      ) : (
        <LivenessVerdict answer={answer} />
      )}
      {photoProperties !== null && (
        <Annotated sample={sent.photo[0]} properties={photoProperties} title={texts.idPhoto} />
      )}
      {imageProperties.map((properties, index) => (
        <Annotated
          key={sent.live[index]?.url ?? index}
          sample={sent.live[index]}
          properties={properties}
          title={`${result.image} ${index + 1}`}
        />
      ))}
    </>
  );
}
