/** Loads data for a page of the administration when it opens, and when its question changes. */
import { useEffect, useState } from 'preact/hooks';
import { ask, type Refusal, refusalOf } from '../account/service.ts';

export interface Answer<T> {
  /** Undefined: not loaded yet, or refused. */
  readonly answer: T | undefined;
  readonly busy: boolean;
  readonly refusal: Refusal | undefined;
  readonly reload: () => void;
}

export const BASE = '/admin/v1';

/** Result of a question. */
interface Heard<T> extends Partial<Pick<Answer<T>, 'answer' | 'refusal'>> {
  readonly question: string;
  readonly path: string;
}

/** @param path below `/admin/v1`; undefined: ask nothing yet */
export function useAnswer<T>(path: string | undefined): Answer<T> {
  const [times, setTimes] = useState(1);
  const [heard, setHeard] = useState<Heard<T>>();
  const question = `${times} ${path}`;
  useEffect(() => {
    if (path === undefined) return;
    // A late answer must not replace the answer to a newer question.
    let isLast = true;
    const hear = (said: Pick<Heard<T>, 'answer' | 'refusal'>) => {
      if (isLast) setHeard({ question, path, ...said });
    };
    ask<T>('GET', BASE + path).then(
      (answer) => hear({ answer }),
      (error: unknown) => hear({ refusal: refusalOf(error) }),
    );
    return () => {
      isLast = false;
    };
  }, [question]);
  return {
    answer: heard?.path === path ? heard?.answer : undefined,
    busy: path !== undefined && heard?.question !== question,
    refusal: heard?.question === question ? heard.refusal : undefined,
    reload: () => setTimes((before) => before + 1),
  };
}

/** Omits empty parameters. */
export function query(parameters: Readonly<Record<string, string | number | undefined>>): string {
  const said = Object.entries(parameters).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  if (said.length === 0) return '';
  return `?${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}`;
}
