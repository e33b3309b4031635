/** The language of the page: the browser's, unless the user has chosen another. */
import { batch, computed, effect, signal } from '@preact/signals';
import type { DeskMessages } from './messages/admin/en.ts';
import { en, type PeopleMessages } from './messages/en.ts';
import { recall, remember } from './remembered.ts';

/** All languages, as their speakers write them. */
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

/** Languages whose texts a speaker has reviewed. */
const REVIEWED: readonly Language[] = ['en', 'de'];
/** Languages written from right to left. */
const RIGHT_TO_LEFT: readonly Language[] = ['ar'];

/** All texts. Those of the desk load before a page of the desk is drawn. */
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

/** Only loaded by pages of the desk. */
const DESK: Readonly<Partial<Record<Language, () => Promise<DeskMessages>>>> = {
  en: async () => (await import('./messages/admin/en.ts')).en,
  de: async () => (await import('./messages/admin/de.ts')).de,
};

const STORED = 'prosopon.language';

/** Languages of this page. The desk has only a few. */
export const languages = signal<readonly Language[]>(REVIEWED);
export const language = signal<Language>('en');
/** Differs from the current language while its texts load. */
export const wanted = signal<Language>('en');
const texts = signal(en as Messages);

/** All texts in the current language: `t.value.login.title`. */
/** How texts name the program: a checkout and a package have it at different places. */
const NAMED = 'bin/prosopon';
export const program = signal(NAMED);

export const t = computed(() =>
  program.value === NAMED ? texts.value : renamed(texts.value, program.value),
);

function renamed<T>(value: T, name: string): T {
  if (typeof value === 'string') return value.replaceAll(NAMED, name) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => renamed(one, name)) as T;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, renamed(one, name)]),
  ) as T;
}

/** Whether no speaker has reviewed the texts. */
export const isDraft = computed(() => !REVIEWED.includes(language.value));

effect(() => {
  document.documentElement.lang = language.value;
  document.documentElement.dir = RIGHT_TO_LEFT.includes(language.value) ? 'rtl' : 'ltr';
});

/** Starts with the user's most preferred language among those of the page. */
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

/** If its texts cannot be loaded, the language stays. */
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

/** Letters of right-to-left scripts, and marks that turn text. */
const RUNS_LEFT =
  /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}|\p{Bidi_Control}/u;

/**
 * Inserts values into a text. `fill('{n} of {of}', { n: 1, of: 3 })` is “1 of 3”. `{n|call|calls}`
 * is “call” here; only the desk uses it, whose languages have one plural form. Numbers follow the
 * language. In right-to-left text, values keep their own direction; otherwise “2026-11” would read
 * “11-2026”.
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
    // Words that run against the sentence would take their neighbours along.
    return rightToLeft || RUNS_LEFT.test(written) ? `\u2068${written}\u2069` : written;
  });
}

/** Separates parts of a sentence that contain commas. */
export const separator = computed(() => (language.value === 'ar' ? '؛ ' : '; '));

/** The regional language, if the browser names it: `en-GB`. */
export const locale = computed(
  () => navigator.languages.find((tag) => tag.split('-')[0] === language.value) ?? language.value,
);

/** A number in the format of that language. */
export function formatNumber(value: number, digits = 2): string {
  return value.toLocaleString(locale.value, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** A time from the service (RFC 3339) in the user's time zone. */
export function formatTime(time: string): string {
  return writeTime(time, { dateStyle: 'medium', timeStyle: 'short' });
}

/** The same to the second. */
export function formatMoment(time: string): string {
  return writeTime(time, { dateStyle: 'medium', timeStyle: 'medium' });
}

/** A line only breaks between date and time. */
function writeTime(time: string, style: Intl.DateTimeFormatOptions): string {
  const parts = new Intl.DateTimeFormat(locale.value, style).formatToParts(new Date(time));
  const between = parts.findIndex(({ type }) => type === 'hour' || type === 'dayPeriod') - 1;
  return parts
    .map(({ value }, n) => (n === between ? value : value.replaceAll(' ', '\u00a0')))
    .join('');
}
