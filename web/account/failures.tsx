/** Why something did not work, in words, and how long to wait. */
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { focusSurroundings } from '../design/kept-focus.ts';
import { Notice } from '../design/notice.tsx';
import { fill, language, locale, t } from '../language.ts';
import { operator } from '../operator.ts';
import { spanText } from '../span.ts';
import type { JobError } from './answers.ts';
import type { Refusal } from './service.ts';

/** Errors of steps that are about no face. */
const OF_NO_FACE: readonly string[] = ['WrongCode', 'WrongLink', 'WrongPasskey'];

interface StepErrorsProps {
  readonly errors: readonly JobError[];
  /** True: of somebody who has enrolled no face yet. */
  readonly newcomer?: boolean;
}

/**
 * Why a face or a code was not accepted; what is wrong with both images is said once. From the second
 * face on that is refused, for whatever reason, it says what helps, and who.
 */
export function StepErrors({ errors, newcomer = false }: StepErrorsProps) {
  const { account } = t.value;
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    if (isOfFace(errors)) setFailures((before) => before + 1);
  }, [errors]);
  if (errors.length === 0) return null;
  const codes = [...new Set(errors.map(({ errorCode }) => errorCode))];
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

/** In words for the person before the camera. */
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
  /** Words for statuses that mean something of their own here. */
  readonly words?: Readonly<Record<number, string>>;
  /** Makes the call once more; for calls that nothing else on the page makes. */
  readonly onAgain?: (() => void) | undefined;
}

/** Of which the service says more than a status can: in English, to who reads it. */
const TOLD: readonly number[] = [400, 403];

/** Of which the words say that the page is to be loaded again. */
const OUTDATED: readonly number[] = [401, 404];

/** What the service said instead of doing it. */
export function Refused({ refusal, words = {}, onAgain }: RefusedProps) {
  const { account } = t.value;
  if (refusal === undefined) return null;
  const { status, message, retryAfter } = refusal;
  if (status === 429) return <Wait key={refusal} seconds={retryAfter ?? 1} onAgain={onAgain} />;
  const known = words[status] ?? account.refusals[status as keyof typeof account.refusals];
  const [title, more] = firstSentence(known ?? fill(account.refusals.other, { status }));
  const isTold = words[status] === undefined && (known === undefined || TOLD.includes(status));
  return (
    <Notice tone="bad" live title={title} more={more}>
      {isTold && message !== '' && language.value === 'en' && <p>{message}</p>}
      {OUTDATED.includes(status) && words[status] === undefined && (
        <Again onAgain={() => location.reload()} />
      )}
      {(status === 0 || status >= 500) && <Again onAgain={onAgain} />}
    </Notice>
  );
}

/** What happened, and apart from that what to do about it. */
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

/** Counts the seconds of a delay down. */
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
