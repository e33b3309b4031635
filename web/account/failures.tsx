/** Explains why something failed, and how long to wait. */
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { focusSurroundings } from '../design/kept-focus.ts';
import { Notice } from '../design/notice.tsx';
import { fill, language, locale, t } from '../language.ts';
import { operator } from '../operator.ts';
import { spanText } from '../span.ts';
import type { JobError } from './answers.ts';
import type { Refusal } from './service.ts';

/** Errors of steps without a face. */
const OF_NO_FACE: readonly string[] = ['WrongCode', 'WrongLink', 'WrongPasskey'];

interface StepErrorsProps {
  readonly errors: readonly JobError[];
  /** True: the user has not enrolled a face yet. */
  readonly newcomer?: boolean;
}

/**
 * Explains why a face or code was rejected. Reports a problem of both images once. From the second
 * rejected face on, adds what helps and whom to ask.
 */
export function StepErrors({ errors, newcomer = false }: StepErrorsProps) {
  const { account } = t.value;
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    if (isOfFace(errors)) setFailures((before) => before + 1);
  }, [errors]);
  if (errors.length === 0) return null;
  const codes = toldOf([...new Set(errors.map(({ errorCode }) => errorCode))]);
  return (
    <>
      <Notice tone="bad" live title={account.notPassed}>
        <ul class="plain-list">
          {codes.map((code) => (
            <li key={code}>{errorText(code)}</li>
          ))}
        </ul>
      </Notice>
      {failures > 1 && isOfFace(errors) && <WhatHelps newcomer={newcomer} />}
    </>
  );
}

const OF_THE_TURN = ['RejectedByActiveLiveDetection', 'RejectedByChallengeResponse'];

/** What was wrong with a turn takes the place of the errors that only say that it failed. */
const toldOf = (codes: readonly string[]): readonly string[] =>
  codes.includes('TurnFurther') || codes.includes('TurnSlower')
    ? codes.filter((code) => !OF_THE_TURN.includes(code))
    : codes;

/** Explains an error to the person before the camera. */
export function errorText(code: string): string {
  const { faceErrors } = t.value;
  return faceErrors[code as keyof typeof faceErrors] ?? faceErrors.other;
}

const isOfFace = (errors: readonly JobError[]): boolean =>
  errors.some(({ errorCode }) => !OF_NO_FACE.includes(errorCode));

function WhatHelps({ newcomer }: { readonly newcomer: boolean }) {
  const { account, camera, shell } = t.value;
  const { contact } = operator.value;
  return (
    <Notice tone="info">
      {/* Folded, so that the next attempt stays in sight on a phone. */}
      <details>
        <summary class="notice-title">{account.stillNot}</summary>
        <ul>
          {(newcomer ? camera.helps : account.stillNotHelps).map((help) => (
            <li key={help}>{help}</li>
          ))}
        </ul>
        {(!newcomer || contact) && (
          <p>
            {!newcomer && account.otherWay} {contact && <a href={contact}>{shell.contact}</a>}
          </p>
        )}
      </details>
    </Notice>
  );
}

interface RefusedProps {
  readonly refusal: Refusal | undefined;
  /** Texts for statuses with a particular meaning here. */
  readonly words?: Readonly<Record<number, string>>;
  /** Repeats the call, if nothing else on the page does. */
  readonly onAgain?: (() => void) | undefined;
}

/** The service explains these better than their status can, in English. */
const EXPLAINED: readonly number[] = [400, 403];

/** The text for these asks to reload the page. */
const OUTDATED: readonly number[] = [401, 404];

/** The service's refusal. */
export function Refused({ refusal, words = {}, onAgain }: RefusedProps) {
  const { account } = t.value;
  if (refusal === undefined) return null;
  const { status, message, retryAfter } = refusal;
  if (status === 429) return <Wait key={refusal} seconds={retryAfter ?? 1} onAgain={onAgain} />;
  const known = words[status] ?? account.refusals[status as keyof typeof account.refusals];
  const [title, more] = firstSentence(known ?? fill(account.refusals.other, { status }));
  const isExplained =
    words[status] === undefined && (known === undefined || EXPLAINED.includes(status));
  return (
    <Notice tone="bad" live title={title} more={more}>
      {isExplained && message !== '' && language.value === 'en' && <p>{message}</p>}
      {OUTDATED.includes(status) && words[status] === undefined && (
        <Again onAgain={() => location.reload()} />
      )}
      {(status === 0 || status >= 500) && <Again onAgain={onAgain} />}
    </Notice>
  );
}

/** The event, and separately what to do about it. */
function firstSentence(text: string): readonly [string, string?] {
  const [, first, rest] = /^(.+?(?:[.?!؟](?=\s)|[。？！]))\s*(.+)$/s.exec(text) ?? [];
  return first === undefined || rest === undefined ? [text] : [first, rest];
}

function Again({ onAgain }: Pick<RefusedProps, 'onAgain'>) {
  if (onAgain === undefined) return null;
  const again = () => {
    focusSurroundings();
    onAgain();
  };
  return (
    <Button size="small" onClick={again}>
      {t.value.account.again}
    </Button>
  );
}

interface WaitProps extends Pick<RefusedProps, 'onAgain'> {
  readonly seconds: number;
}

/** Counts down the seconds of a delay. */
function Wait({ seconds, onAgain }: WaitProps) {
  const { account } = t.value;
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  if (left === 0)
    return (
      <Notice tone="info">
        <p>{account.waited}</p>
        <Again onAgain={onAgain} />
      </Notice>
    );
  return (
    <Notice tone="warn" title={account.tooMany}>
      <p class="visually-hidden" role="alert">
        {account.tooMany} {fill(account.wait, { time: spanText(seconds, locale.value) })}
      </p>
      <p aria-hidden="true">{fill(account.wait, { time: spanText(left, locale.value) })}</p>
    </Notice>
  );
}
