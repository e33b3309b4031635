/** What the scopes of an application mean, in words. */
import { t } from '../language.ts';

/** One line for each; that somebody logs in at all is said only where nothing else is told. */
export function scopeTexts(scopes: readonly string[]): readonly string[] {
  const words: Readonly<Record<string, string>> = t.value.scopes;
  const telling = scopes.filter((scope) => scope !== 'openid' || scopes.length === 1);
  return telling.map((scope) => words[scope] ?? scope);
}
