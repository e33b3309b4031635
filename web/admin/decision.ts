/** The outcome of a job, in the words of the bookkeeping. */
import { t } from '../language.ts';

/** The decision in the page's language. Unknown ones stay as they are: `1 of 2 identified`. */
export function decisionText(decision: string): string {
  const words: Readonly<Record<string, string>> = t.value.admin.jobs.decisions;
  return decision
    .split(', ')
    .map((part) => {
      const known = words[part.replace(/\d+/g, '#')];
      const numbers = part.match(/\d+/g) ?? [];
      return known === undefined
        ? part
        : numbers.reduce<string>((text, number) => text.replace('#', number), known);
    })
    .join(', ');
}
