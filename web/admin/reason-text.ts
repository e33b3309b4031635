/** Reasons for refusals and failures in words: error codes and decisions of the bookkeeping. */
import { locale, t } from '../language.ts';
import { decisionText } from './decision.ts';

export function reasonText(reason: string): string {
  const { admin, errors } = t.value;
  const words: Readonly<Record<string, string>> = { ...errors, ...admin.jobs.faults };
  const text = words[reason] ?? decisionText(reason);
  return text.charAt(0).toLocaleUpperCase(locale.value) + text.slice(1);
}
