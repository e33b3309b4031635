/** Recognises the browser, only to explain where it keeps its permissions. */

export type Browser = 'chrome' | 'android' | 'firefox' | 'safari' | 'ios' | 'other';

/** All browsers on iPhones and iPads keep them where Safari does. */
const SIGNS: readonly (readonly [RegExp, Browser])[] = [
  [/iPhone|iPad/, 'ios'],
  [/Firefox\//, 'firefox'],
  [/Android.*Chrome\//, 'android'],
  [/Chrome\//, 'chrome'],
  [/Safari\//, 'safari'],
];

export const browserOf = (userAgent: string): Browser =>
  SIGNS.find(([sign]) => sign.test(userAgent))?.[1] ?? 'other';
