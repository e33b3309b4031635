/** JSON whose whole numbers stay exact: class ids have 64 bits, numbers of JavaScript 53. */

/** What browsers give a reviver, and write unchanged, where they know how. */
declare global {
  interface JSON {
    rawJSON?(text: string): unknown;
  }
}

type Reviver = (
  this: unknown,
  key: string,
  value: unknown,
  context?: { source?: string },
) => unknown;

/** Parses; whole numbers beyond 2^53 become `bigint` where the browser tells how they were written. */
export function parseExact(text: string): unknown {
  const revive: Reviver = (_key, value, context) => {
    const source = context?.source;
    const isRounded = typeof value === 'number' && !Number.isSafeInteger(value);
    return isRounded && source !== undefined && /^\d+$/.test(source) ? BigInt(source) : value;
  };
  return JSON.parse(text, revive);
}

/** Indented JSON for people; long texts, such as images, are cut. */
export function printExact(value: unknown): string {
  const replace = (_key: string, member: unknown) => {
    if (typeof member === 'bigint') return JSON.rawJSON?.(String(member)) ?? Number(member);
    return typeof member === 'string' && member.length > LONG ? shorten(member) : member;
  };
  return JSON.stringify(value, replace, 2);
}

const LONG = 400;

const shorten = (text: string) => `${text.slice(0, 24)}… (${Math.round(text.length / 1000)} kB)`;
