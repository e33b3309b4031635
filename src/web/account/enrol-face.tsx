/** Enrols one's own face: the text that is agreed to, then several pictures. */
import { useEffect, useState } from 'preact/hooks';
import type { Direction } from '../capture/index.ts';
import { Check } from '../design/field.tsx';
import { fill, language, t } from '../language.ts';
import type { Enrolment, FaceConsent, JobError } from './answers.ts';
import { ShowFace } from './face-step.tsx';
import { Refused, StepErrors } from './failures.tsx';
import { ask } from './service.ts';
import { useCalls } from './use-calls.ts';

/** After the straight look; each from where the head was before. */
const TURNS: readonly Direction[] = ['left', 'right'];

interface EnrolFaceProps {
  readonly onEnrolled: (enrolment: Enrolment) => void;
}

export function EnrolFace({ onEnrolled }: EnrolFaceProps) {
  const { account, enrolFace: texts } = t.value;
  const { busy, refusal, run } = useCalls();
  const [consent, setConsent] = useState<FaceConsent>();
  const [agreed, setAgreed] = useState(false);
  const [errors, setErrors] = useState<readonly JobError[]>([]);
  const spoken = language.value;
  useEffect(() => {
    setAgreed(false);
    run(async () => setConsent(await ask('GET', `/account/v1/consent-text?language=${spoken}`)));
  }, [spoken]);

  const send = (images: readonly string[]) =>
    run(async () => {
      setErrors([]);
      const enrolment = await ask<Enrolment>('POST', '/account/v1/face', {
        images: images.map((image) => ({ image })),
        consent: { version: consent?.version, language: consent?.language },
      });
      setErrors(enrolment.errors);
      if (enrolment.enrolled) onEnrolled(enrolment);
    });
  return (
    <div class="stack">
      {consent !== undefined && (
        <div class="consent-text">
          <h2>{texts.consent}</h2>
          <p lang={consent.language}>{consent.text}</p>
          <p class="small quiet">{fill(texts.version, { version: consent.version })}</p>
          <Check checked={agreed} onChecked={setAgreed}>
            {texts.agree}
          </Check>
        </div>
      )}
      <StepErrors errors={errors} />
      <Refused refusal={refusal} words={{ 403: account.signInAgain }} />
      <ShowFace
        start={errors.length > 0 ? account.showAgain : texts.start}
        directions={TURNS}
        disabled={!agreed}
        checking={busy && consent !== undefined}
        onImages={send}
      >
        <p>{texts.how}</p>
        {!agreed && <p class="small quiet">{texts.agreeFirst}</p>}
      </ShowFace>
    </div>
  );
}
