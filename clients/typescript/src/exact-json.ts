/** JSON that keeps all digits of class ids, which are 64-bit integers. */

type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

const INTEGER = /^-?[0-9]+$/;

/** Integers that a number would round become bigints, if the engine reveals their digits. */
export function parseExact(text: string): unknown {
  const revive: Reviver = (_key, value, context) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    const source = context?.source ?? '';
    return INTEGER.test(source) ? BigInt(source) : value;
  };
  return JSON.parse(text, revive as Parameters<typeof JSON.parse>[1]);
}
