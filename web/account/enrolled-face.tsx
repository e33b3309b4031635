/** The newly enrolled face, and advice for better images. */
import { Notice } from '../design/notice.tsx';
import { t } from '../language.ts';
import type { Enrolment } from './answers.ts';
import { errorText } from './failures.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { Thumbnails } from './thumbnails.tsx';

export function EnrolledFace({ enrolment }: { readonly enrolment: Enrolment }) {
  const { face, advice, recoveryCodes } = enrolment;
  return (
    <>
      <p>{t.value.register.done}</p>
      <Thumbnails face={face} />
      <Advice advice={advice} />
      <RecoveryCodes codes={recoveryCodes} />
    </>
  );
}

/** Renders nothing if there is no advice. */
export function Advice({ advice }: Pick<Enrolment, 'advice'>) {
  if (advice.length === 0) return null;
  return (
    <Notice tone="info" title={t.value.enrolFace.better}>
      <ul class="plain-list">
        {advice.map(({ errorCode }) => (
          <li key={errorCode}>{errorText(errorCode)}</li>
        ))}
      </ul>
    </Notice>
  );
}
