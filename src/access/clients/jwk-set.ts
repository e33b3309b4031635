/** Keys as people have them at hand: a JWK set, a list of JWKs, or one JWK. */

/** What is in the JSON text. @throws SyntaxError */
export function keysIn(text: string): readonly unknown[] {
  const parsed: unknown = JSON.parse(text);
  if (Array.isArray(parsed)) return parsed;
  const { keys } = (parsed ?? {}) as { readonly keys?: unknown };
  return Array.isArray(keys) ? keys : [parsed];
}
