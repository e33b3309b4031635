/** JSON in which 64-bit integers keep every digit. Pages use this file, so it imports nothing. */

declare global {
  interface JSON {
    /** ES2026: a value that `stringify` writes verbatim. Node has it, older browsers do not. */
    rawJSON?(text: string): unknown;
  }
}

type Reviver = (
  this: unknown,
  key: string,
  value: unknown,
  context?: { source?: string },
) => unknown;

const INTEGER = /^-?[0-9]+$/;

/** The form of a bigint in which `JSON.stringify` writes its digits. */
export const exactNumber = (value: bigint): unknown =>
  JSON.rawJSON?.(String(value)) ?? Number(value);

/** JSON text with all digits of each bigint. `replace` replaces other members. */
export function stringifyExact(
  value: unknown,
  indent?: number,
  replace = (member: unknown) => member,
): string {
  return JSON.stringify(
    value,
    (_name, member: unknown) =>
      typeof member === 'bigint' ? exactNumber(member) : replace(member),
    indent,
  );
}

/**
 * Parses JSON. An integer that a number would round becomes a bigint, if the engine reveals its
 * source text. Slower than JSON.parse: use it for bodies with class ids.
 * @throws SyntaxError
 */
export function parseExact(text: string): unknown {
  const revive: Reviver = (_key, value, context) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    const source = context?.source ?? '';
    return INTEGER.test(source) ? BigInt(source) : value;
  };
  return JSON.parse(text, revive);
}
