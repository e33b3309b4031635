/** Keys in common forms: a JWK set, a list of JWKs, or a single JWK. */

/** The keys in the JSON text. @throws SyntaxError */
export function keysIn(text: string): readonly unknown[] {
  const parsed: unknown = JSON.parse(text);
  if (Array.isArray(parsed)) return parsed;
  const { keys } = (parsed ?? {}) as { readonly keys?: unknown };
  return Array.isArray(keys) ? keys : [parsed];
}
