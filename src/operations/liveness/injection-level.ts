/** Combines all evidence against a camera into one level. */

/** How likely a program feeds the page in place of a camera. */
export type InjectionLevel = 'none' | 'possible' | 'likely';

/** A busy device may cause one sign. A program's name is no chance, and two signs hardly are. */
export function injectionLevel(suspicions: readonly string[]): InjectionLevel {
  if (suspicions.length === 0) return 'none';
  return suspicions.length > 1 || suspicions.includes('virtual camera') ? 'likely' : 'possible';
}
