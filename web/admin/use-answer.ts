/** What a page of the administration shows: asked for when it opens, and again when it asks else. */
import { useEffect, useState } from 'preact/hooks';
import { ask, type Refusal } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';

export interface Answer<T> {
  /** Undefined: not there yet, or refused. */
  readonly answer: T | undefined;
  readonly busy: boolean;
  readonly refusal: Refusal | undefined;
  readonly reload: () => void;
}

export const BASE = '/admin/v1';

/** @param path below `/admin/v1`; undefined: ask nothing yet */
export function useAnswer<T>(path: string | undefined): Answer<T> {
  const { busy, refusal, run } = useCalls();
  const [kept, setKept] = useState<{ readonly path: string; readonly answer: T }>();
  const reload = () => {
    if (path === undefined) return;
    run(async () => setKept({ path, answer: await ask<T>('GET', BASE + path) }));
  };
  useEffect(reload, [path]);
  return { answer: kept?.path === path ? kept?.answer : undefined, busy, refusal, reload };
}

/** Only parameters that say something. */
export function query(parameters: Readonly<Record<string, string | number | undefined>>): string {
  const said = Object.entries(parameters).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  if (said.length === 0) return '';
  return `?${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}`;
}
