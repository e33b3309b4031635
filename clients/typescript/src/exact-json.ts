/** JSON that keeps all digits of class ids, which are 64-bit integers. */

type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

const INTEGER = /^-?[0-9]+$/;

/** The engine does not reveal the digits behind a number. */
export class InexactEngineError extends TypeError {
  constructor() {
    super('this engine cannot read 64-bit integers exactly');
  }
}

/**
 * Integers that a number would round become bigints.
 * @throws InexactEngineError instead of naming another class
 */
export function parseExact(text: string): unknown {
  const revive: Reviver = (_key, value, context) => {
    if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value;
    if (context?.source === undefined) throw new InexactEngineError();
    return INTEGER.test(context.source) ? BigInt(context.source) : value;
  };
  return JSON.parse(text, revive as Parameters<typeof JSON.parse>[1]);
}
