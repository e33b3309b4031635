/** Texts of the element, in the languages of the pages and those that a site adds. */
import { english, others } from 'virtual:capture-texts';
import type { Browser } from '../browser-of.ts';
import type { CameraProblem } from '../camera.ts';
import type { Hint } from '../hints.ts';

export interface CaptureTexts {
  readonly camera: {
    readonly start: string;
    readonly starting: string;
    readonly take: { readonly one: string; readonly turns: string; readonly video: string };
    readonly now: string;
    readonly help: string;
    readonly helps: readonly string[];
    /** Instead of these while a turn is awaited. */
    readonly helpTurn: string;
    readonly helpNow: string;
    readonly stop: string;
    readonly choose: string;
    readonly promise: string;
    readonly problem: string;
    readonly problems: Readonly<Record<CameraProblem, string>>;
    /** How to allow a denied camera. */
    readonly allow: Readonly<Record<Browser, string>>;
  };
  readonly hints: Readonly<Record<Hint, string>>;
}

/** Texts and their language, which may differ from the requested one. */
export interface Spoken {
  readonly language: string;
  readonly texts: CaptureTexts;
}

export const ENGLISH: Spoken = { language: 'en', texts: english };

const catalogues = new Map<string, () => Promise<CaptureTexts>>(Object.entries(others));

/** Adds a language, or replaces its texts: `addLanguage('nl', { … })`. */
export function addLanguage(language: string, texts: CaptureTexts): void {
  catalogues.set(baseOf(language), async () => texts);
}

/** The texts of a language tag. English if there are none or they cannot be loaded. */
export async function speak(tag: string): Promise<Spoken> {
  const language = baseOf(tag);
  const texts = await catalogues
    .get(language)?.()
    .catch(() => undefined);
  return texts === undefined ? ENGLISH : { language, texts };
}

/** The language of an element: its own, that of its ancestors, or the browser's first. */
export function languageOf(element: Element): string {
  for (let at: Element | undefined = element; at !== undefined; at = hostOf(at)) {
    const lang = at.closest('[lang]')?.getAttribute('lang');
    if (lang) return lang;
  }
  return navigator.language;
}

const hostOf = (element: Element): Element | undefined => {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : undefined;
};

const baseOf = (tag: string): string => tag.toLowerCase().split('-')[0]!;
