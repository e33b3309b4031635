/** JSON in which 64-bit integers keep every digit, in both directions. */

/** The global JSON with what Node 24 has and the type library lacks. */
const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown };

type Reviver = (
  this: unknown,
  key: string,
  value: unknown,
  context?: { source?: string },
) => unknown;

const INTEGER = /^-?[0-9]+$/;

/** JSON text; a bigint becomes a number with all its digits. */
export function stringifyExact(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'bigint' ? rawJSON(member.toString()) : member,
  );
}

/**
 * Parses JSON; an integer that a number would round becomes a bigint. Slower than JSON.parse: for
 * bodies that carry class ids.
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
