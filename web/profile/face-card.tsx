/** Stored data about the face, and enrolling it again. */
import { useEffect, useState } from 'preact/hooks';
import type { Enrolment, FaceStatus } from '../account/answers.ts';
import { EnrolFace } from '../account/enrol-face.tsx';
import { Advice } from '../account/enrolled-face.tsx';
import { Refused } from '../account/failures.tsx';
import { RecoveryCodes } from '../account/recovery-codes.tsx';
import { ask } from '../account/service.ts';
import { Thumbnails } from '../account/thumbnails.tsx';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { useKeptFocus } from '../design/kept-focus.ts';
import { Notice } from '../design/notice.tsx';
import { fill, formatNumber, formatTime, t } from '../language.ts';
import type { CardProps } from './card-props.ts';

interface FaceCardProps extends CardProps {
  readonly onEnrolled: () => void;
}

export function FaceCard({ user, locked, onEnrolled }: FaceCardProps) {
  const { account, profile } = t.value;
  const { refusal, run } = useCalls();
  const [face, setFace] = useState<FaceStatus>();
  const [enrolling, setEnrolling] = useState(!user.enrolled && !locked);
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const place = useKeptFocus<HTMLDivElement>(enrolling);
  const load = () => run(async () => setFace(await ask('GET', '/account/v1/face')));
  useEffect(load, []);
  return (
    <Card title={profile.face}>
      <div class="stack kept-focus" ref={place} tabIndex={-1}>
        <Refused refusal={refusal} onAgain={load} />
        {enrolment !== undefined && (
          <>
            <Notice tone="good" live>
              {profile.enrolled}
            </Notice>
            <Advice advice={enrolment.advice} />
            <RecoveryCodes codes={enrolment.recoveryCodes} />
          </>
        )}
        {face === undefined && refusal === undefined && <p>{account.loading}</p>}
        {face?.available && <Stored face={face} />}
        {!user.enrolled && <Notice tone="warn">{profile.noFace}</Notice>}
        {enrolling && (
          <EnrolFace
            again={user.enrolled}
            remembers={!user.enrolled}
            onEnrolled={(done) => {
              setFace(done.face);
              setEnrolment(done);
              setEnrolling(false);
              onEnrolled();
            }}
          />
        )}
        {user.enrolled && (
          <div>
            <Button disabled={locked} onClick={() => setEnrolling(!enrolling)}>
              {enrolling ? profile.keepFace : profile.enrolAgain}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

function Stored({ face }: { readonly face: FaceStatus }) {
  const { profile } = t.value;
  const [consent] = face.consents;
  return (
    <>
      <p>
        {fill(profile.stored, {
          vectors: formatNumber(face.featureVectors, 0),
          time: formatTime(face.enrolled),
        })}
      </p>
      {face.thumbnails.length > 0 && <Thumbnails face={face} />}
      {consent !== undefined && (
        <details>
          <summary>
            {fill(profile.consent, { time: formatTime(consent.given), version: consent.version })}
          </summary>
          <p class="small" lang={consent.language} dir="auto">
            {consent.text}
          </p>
        </details>
      )}
    </>
  );
}
