/** The language of the page: the browser's, unless the person has chosen another. */
import { batch, computed, effect, signal } from '@preact/signals';
import type { DeskMessages } from './messages/desk/en.ts';
import { en, type PeopleMessages } from './messages/en.ts';
import { recall, remember } from './remembered.ts';

/** Every language there is, as its speakers write it. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  pt: 'Português',
  pl: 'Polski',
  tr: 'Türkçe',
  ar: 'العربية',
  zh: '简体中文',
} as const;

export type Language = keyof typeof LANGUAGES;

/** Languages that somebody who speaks them has read. */
const REVIEWED: readonly Language[] = ['en', 'de'];
/** Read from right to left. */
const RIGHT_TO_LEFT: readonly Language[] = ['ar'];

/** Every text; those of the desk are there before a page of the desk is drawn. */
export type Messages = PeopleMessages & DeskMessages;

const PEOPLE: Readonly<Record<Language, () => Promise<PeopleMessages>>> = {
  en: async () => en,
  de: async () => (await import('./messages/de.ts')).de,
  es: async () => (await import('./messages/es.ts')).es,
  fr: async () => (await import('./messages/fr.ts')).fr,
  it: async () => (await import('./messages/it.ts')).it,
  pt: async () => (await import('./messages/pt.ts')).pt,
  pl: async () => (await import('./messages/pl.ts')).pl,
  tr: async () => (await import('./messages/tr.ts')).tr,
  ar: async () => (await import('./messages/ar.ts')).ar,
  zh: async () => (await import('./messages/zh.ts')).zh,
};

/** Loaded by pages of the desk alone. */
const DESK: Readonly<Partial<Record<Language, () => Promise<DeskMessages>>>> = {
  en: async () => (await import('./messages/desk/en.ts')).en,
  de: async () => (await import('./messages/desk/de.ts')).de,
};

const STORED = 'prosopon.language';

/** Languages of this page: those of the desk are spoken in few. */
export const languages = signal<readonly Language[]>(REVIEWED);
export const language = signal<Language>('en');
/** Another one than that while its texts are loaded. */
export const wanted = signal<Language>('en');
const texts = signal(en as Messages);

/** Every text of the pages in the language of now: `t.value.login.title`. */
export const t = computed(() => texts.value);

/** Whether nobody who speaks the language has read its texts. */
export const isDraft = computed(() => !REVIEWED.includes(language.value));

effect(() => {
  document.documentElement.lang = language.value;
  document.documentElement.dir = RIGHT_TO_LEFT.includes(language.value) ? 'rtl' : 'ltr';
});

/** Begins with the language that the person wants most of those of the page. */
export function speakFirst(ofPage: 'people' | 'desk'): Promise<void> {
  atDesk = ofPage === 'desk';
  languages.value = atDesk ? REVIEWED : (Object.keys(LANGUAGES) as Language[]);
  return speak(firstLanguage());
}

/** Changes the language, and remembers it for the next visit. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  remember(STORED, chosen);
  await speak(chosen);
}

let atDesk = false;

/** Where its texts cannot be loaded, the language stays as it is. */
async function speak(chosen: Language): Promise<void> {
  wanted.value = chosen;
  const desk = atDesk ? DESK[chosen]?.() : undefined;
  const loaded = await Promise.all([PEOPLE[chosen](), desk]).catch(console.error);
  if (wanted.value !== chosen) return;
  if (!loaded) {
    wanted.value = language.value;
    return;
  }
  batch(() => {
    language.value = chosen;
    texts.value = { ...texts.value, ...loaded[0], ...loaded[1] };
  });
}

function firstLanguage(): Language {
  const asked = new URLSearchParams(location.search).get('ui_locales')?.split(' ') ?? [];
  for (const tag of [...asked, recall(STORED) ?? '', ...navigator.languages]) {
    const base = tag.toLowerCase().split('-')[0];
    const found = languages.value.find((name) => name === base);
    if (found !== undefined) return found;
  }
  return 'en';
}

/** Letters of scripts that run from right to left, and marks that turn text. */
const RUNS_LEFT =
  /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}|\p{Bidi_Control}/u;

/**
 * Puts values into a text: `fill('{n} of {of}', { n: 1, of: 3 })` is “1 of 3”, and the `{n|call|calls}`
 * of the desk, whose languages tell one from more alone, is “call”. Numbers are written as people of the
 * language do. In a text from right to left values keep the direction of their own letters, without which
 * “2026-11” reads “11-2026”.
 */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  const rightToLeft = RIGHT_TO_LEFT.includes(language.value);
  const chosen = text.replace(/\{(\w+)\|([^|}]*)\|([^|}]*)\}/g, (_, name: string, one, more) =>
    String(values[name]) === '1' ? one : more,
  );
  return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    const written = typeof value === 'number' ? value.toLocaleString(locale.value) : value;
    // Words that run against the sentence would take what stands beside them along.
    return rightToLeft || RUNS_LEFT.test(written) ? `\u2068${written}\u2069` : written;
  });
}

/** Between parts of a sentence that have commas of their own. */
export const separator = computed(() => (language.value === 'ar' ? '؛ ' : '; '));

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
  return writeTime(time, { dateStyle: 'medium', timeStyle: 'short' });
}

/** The same to the second. */
export function formatMoment(time: string): string {
  return writeTime(time, { dateStyle: 'medium', timeStyle: 'medium' });
}

/** A line ends between the date and the time of day only. */
function writeTime(time: string, style: Intl.DateTimeFormatOptions): string {
  const parts = new Intl.DateTimeFormat(locale.value, style).formatToParts(new Date(time));
  const between = parts.findIndex(({ type }) => type === 'hour' || type === 'dayPeriod') - 1;
  return parts
    .map(({ value }, n) => (n === between ? value : value.replaceAll(' ', '\u00a0')))
    .join('');
}
