/** How a job ended: the bookkeeping writes it in words of its own. */
import { t } from '../language.ts';

/** In the words of the page; as it is, where these have none: `1 of 2 identified`. */
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
