/** Enrols the user's own face: first the consent text, then images with a drawn movement. */
import { useEffect, useState } from 'preact/hooks';
import type { CaptureReport, Direction } from '../capture/index.ts';
import { Check } from '../design/field.tsx';
import { Notice } from '../design/notice.tsx';
import { fill, language, t } from '../language.ts';
import type { ConsentText, Enrolment, JobError } from './answers.ts';
import { remembering } from './browser-key.ts';
import { type LiveImage, ShowFace } from './face-step.tsx';
import { Refused, StepErrors } from './failures.tsx';
import { Remember } from './remember.tsx';
import { ask, Refusal, signInReason } from './service.ts';
import { useCalls } from './use-calls.ts';
import { WhoKeepsIt } from './who-keeps-it.tsx';

/** Where the head goes for the third image: back. */
const BACK: Readonly<Record<Direction, Direction>> = {
  up: 'down',
  down: 'up',
  left: 'right',
  right: 'left',
};

/** The service did not respond, was busy, or requires another step first. */
const LATER: readonly number[] = [0, 403, 429, 500, 503];

/** Whether the refused images can be used for another attempt. */
const mayDoLater = (refusal: unknown): boolean =>
  refusal instanceof Refusal && LATER.includes(refusal.status);

interface EnrolFaceProps {
  readonly onEnrolled: (enrolment: Enrolment) => void;
  /** True: replaces an earlier face of the same person. */
  readonly again?: boolean;
  /** True: this browser can be remembered with the face. */
  readonly remembers?: boolean;
}

export function EnrolFace({ onEnrolled, again = false, remembers = false }: EnrolFaceProps) {
  const { shell, account, directions: words, enrolFace: texts } = t.value;
  const { busy, refusal, run } = useCalls();
  const [consent, setConsent] = useState<ConsentText>();
  const [challenge, setChallenge] = useState<readonly Direction[]>([]);
  const [agreed, setAgreed] = useState(false);
  const [remembered, setRemembered] = useState(true);
  const [errors, setErrors] = useState<readonly JobError[]>([]);
  const [changed, setChanged] = useState(false);
  const spoken = language.value;
  const textNow = () => ask<ConsentText>('GET', `/account/v1/consent-text?language=${spoken}`);
  const [unseen, setUnseen] = useState(false);
  /** Whether the movement is the same as before, so that existing images still show it. */
  const draw = async () => {
    const drawn = await ask<Pick<Enrolment, 'challenge'>>('POST', '/account/v1/face/challenge');
    setChallenge(drawn.challenge);
    return drawn.challenge[0] === challenge[0];
  };
  const begin = () => {
    setAgreed(false);
    run(async () => {
      await draw();
      setConsent(await textNow());
      // A user who has agreed meanwhile has agreed to the previous text.
      setAgreed(false);
    });
  };
  useEffect(begin, [spoken]);
  /** Whether the operator has changed the text since the user agreed. If so, shows the new one. */
  const consentChanged = async () => {
    const text = await textNow();
    if (text.version === consent?.version) return false;
    setConsent(text);
    setAgreed(false);
    setChanged(true);
    return true;
  };
  const [direction = 'down'] = challenge;
  const back = BACK[direction];

  const send = (images: readonly LiveImage[], capture: CaptureReport) =>
    run(async () => {
      setErrors([]);
      if (unseen && !(await draw())) {
        setUnseen(false);
        throw new Refusal(409, '');
      }
      const enrolment = await ask<Enrolment>('POST', '/account/v1/face', {
        images: images.map((image, i) =>
          i === 1 ? { ...image, tags: challenge } : { image: image.image },
        ),
        capture,
        consent: { version: consent?.version, language: consent?.language },
        ...(remembers && remembered && (await remembering())),
      }).catch(async (refusal: unknown) => {
        // Drawing a movement needs a sign-in, too, so the user would be asked again.
        const cancelled = signInReason(refusal) !== undefined;
        const asked = cancelled || (await draw().catch(() => true));
        setUnseen(asked && mayDoLater(refusal));
        if (await consentChanged()) return undefined;
        throw refusal;
      });
      if (enrolment === undefined) return;
      setUnseen(false);
      setErrors(enrolment.errors);
      setChallenge(enrolment.challenge);
      if (enrolment.enrolled) onEnrolled(enrolment);
    });
  return (
    <div class="stack">
      {changed && !agreed && (
        <Notice tone="warn" live>
          {texts.changed}
        </Notice>
      )}
      {consent === undefined && refusal === undefined && <p role="status">{account.loading}</p>}
      {consent !== undefined && (
        <div class="consent-text">
          {!agreed && (
            <>
              <h2>{texts.consent}</h2>
              <p lang={consent.language} dir="auto">
                {consent.text}
              </p>
              <WhoKeepsIt />
              <p class="small quiet">
                {fill(texts.version, { version: consent.version })}
                {consent.drafted && ` ${shell.drafted}`}
              </p>
            </>
          )}
          <Check checked={agreed} onChecked={setAgreed}>
            {texts.agree}
          </Check>
        </div>
      )}
      <StepErrors errors={errors} newcomer={!again} />
      <Refused
        refusal={refusal}
        words={{
          403: account.signInAgain,
          404: texts.expired,
          409: texts.expired,
        }}
        onAgain={consent === undefined ? begin : undefined}
      />
      {agreed && (
        <>
          {again && <p>{texts.samePerson}</p>}
          <ShowFace
            review
            unseen={unseen}
            start={errors.length > 0 ? account.showAgain : texts.start}
            directions={[direction, back]}
            disabled={challenge.length === 0}
            checking={busy && consent !== undefined}
            onImages={send}
          >
            {challenge.length > 0 && (
              <p>{fill(texts.how, { direction: words[direction], back: words[back] })}</p>
            )}
          </ShowFace>
          {remembers && <Remember checked={remembered} onChecked={setRemembered} />}
        </>
      )}
    </div>
  );
}
