/** JSON in which class ids, integers of 64 bits, keep every digit. */

type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

const INTEGER = /^-?[0-9]+$/;

/** An integer that a number would round becomes a bigint, where the engine tells how it was written. */
export function parseExact(text: string): unknown {
  const revive: Reviver = (_key, value, context) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    const source = context?.source ?? '';
    return INTEGER.test(source) ? BigInt(source) : value;
  };
  return JSON.parse(text, revive as Parameters<typeof JSON.parse>[1]);
}
