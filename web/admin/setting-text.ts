/** Converts settings of clients between values and the text of a field. */
import { locale } from '../language.ts';
import type { SettingDescription } from './answers.ts';

/** Kind of input: a checkbox, a choice, or text. */
export function kindOf({ schema }: SettingDescription): 'flag' | 'choice' | 'text' {
  if (schema.type === 'boolean') return 'flag';
  return schema.enum === undefined ? 'text' : 'choice';
}

/** Numbers in the user's format, lists separated by blanks, scores as `measure=score`. */
export function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.join(' ');
  // Rates are small, so none may be rounded or use powers of ten.
  if (typeof value === 'number')
    return value.toLocaleString(locale.value, { maximumFractionDigits: 12, useGrouping: false });
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, score]) => `${name}=${score}`)
    .join(' ');
}

/** The value. Null: empty text. Undefined: invalid text. */
export function readText({ schema }: SettingDescription, text: string): unknown {
  const words = text.split(/[\s,]+/).filter(Boolean);
  if (words.length === 0) return null;
  if (schema.type === 'array') return words;
  if (schema.type !== 'object') return readNumber(text);
  const scores = words.map((word) => word.split('='));
  const given = scores.map(([name = '', score = '']) => [name, readNumber(score)] as const);
  return given.some(([, score]) => score === undefined) ? undefined : Object.fromEntries(given);
}

function readNumber(text: string): number | undefined {
  const value = Number(text.trim().replace(',', '.') || Number.NaN);
  return Number.isNaN(value) ? undefined : value;
}
