/** Describes the scopes of an application. */
import { t } from '../language.ts';

/** One line for each scope. The login itself is only mentioned if there is nothing else. */
export function scopeTexts(scopes: readonly string[]): readonly string[] {
  const words: Readonly<Record<string, string>> = t.value.scopes;
  const named = scopes.filter((scope) => scope !== 'openid' || scopes.length === 1);
  return named.map((scope) => words[scope] ?? scope);
}
