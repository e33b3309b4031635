/** The language of the page: the browser's, unless the person has chosen another. */
import { computed, effect, signal } from '@preact/signals';
import { de } from './messages/de.ts';
import { en, type Messages } from './messages/en.ts';
import { recall, remember } from './remembered.ts';

export type Language = 'en' | 'de';

const CATALOGUES: Readonly<Record<Language, Messages>> = { en, de };
const STORED = 'prosopon.language';

export const language = signal<Language>(firstLanguage());

/** Every text of the pages in the language of now: `t.value.login.title`. */
export const t = computed(() => CATALOGUES[language.value]);

effect(() => {
  document.documentElement.lang = language.value;
});

/** Changes the language, and remembers it for the next visit. */
export function chooseLanguage(chosen: Language): void {
  language.value = chosen;
  remember(STORED, chosen);
}

function firstLanguage(): Language {
  const asked = new URLSearchParams(location.search).get('ui_locales')?.split(' ') ?? [];
  const wanted = [...asked, recall(STORED) ?? '', ...navigator.languages];
  for (const tag of wanted) {
    const [base] = tag.toLowerCase().split('-');
    if (base === 'en' || base === 'de') return base;
  }
  return 'en';
}

/** Puts values into a text: `fill('{n} of {of}', { n: 1, of: 3 })` is “1 of 3”. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The language as the person's country writes it, where the browser says which: `en-GB`. */
export const locale = computed(
  () => navigator.languages.find((tag) => tag.split('-')[0] === language.value) ?? language.value,
);

/** A number as people of that language write it. */
export function formatNumber(value: number, digits = 2): string {
  return value.toLocaleString(locale.value, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** A time of the service (RFC 3339) in the time zone of the person. */
export function formatTime(time: string): string {
  return new Date(time).toLocaleString(locale.value, { dateStyle: 'medium', timeStyle: 'short' });
}
