/** Why something was refused or failed, in words: codes of errors and decisions of the bookkeeping. */
import { t } from '../language.ts';
import { decisionText } from './decision.ts';

export function reasonText(reason: string): string {
  const { admin, errors } = t.value;
  const words: Readonly<Record<string, string>> = { ...errors, ...admin.jobs.faults };
  return words[reason] ?? decisionText(reason);
}
