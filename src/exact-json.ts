/** JSON in which 64-bit integers keep every digit. The pages use it, too: it imports nothing. */

declare global {
  interface JSON {
    /** ES2026: a value that `stringify` writes as it is. Node has it, older browsers do not. */
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

/** What a bigint becomes, so that `JSON.stringify` writes its digits. */
export const exactNumber = (value: bigint): unknown =>
  JSON.rawJSON?.(String(value)) ?? Number(value);

/** JSON text; a bigint becomes a number with all its digits. `replace` stands for other members. */
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
 * Parses JSON; an integer that a number would round becomes a bigint, where the engine tells how it
 * was written. Slower than JSON.parse: for bodies that carry class ids.
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
