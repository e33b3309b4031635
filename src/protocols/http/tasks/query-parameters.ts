/** Query parameters taken strictly: each at most once, each of its kind, or named in the refusal. */
import { InvalidArgument } from '../../../errors.ts';
import { booleanOf } from '../plugins/lenient.ts';

export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The text of a parameter. @throws InvalidArgument it is given more than once */
export function textParameter(query: Query, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value;
  throw new InvalidArgument(`${name}: given more than once`);
}

/** A whole number in that range, else `fallback` when it is not given. @throws InvalidArgument */
export function integerParameter(
  query: Query,
  name: string,
  { least, most, fallback }: { least: number; most: number; fallback: number },
): number {
  const text = textParameter(query, name);
  if (text === undefined) return fallback;
  const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new InvalidArgument(`${name}: expected a whole number from ${least} to ${most}`);
}

/** `true`, `false`, 1 or 0, else `fallback` when it is not given. @throws InvalidArgument */
export function booleanParameter<Fallback extends boolean | undefined>(
  query: Query,
  name: string,
  fallback: Fallback,
): boolean | Fallback {
  const text = textParameter(query, name);
  if (text === undefined) return fallback;
  const value = booleanOf(text);
  if (value !== undefined) return value;
  throw new InvalidArgument(`${name}: expected true or false`);
}

/** One of the names, in any case. @throws InvalidArgument */
export function oneOf<T extends string>(text: string, name: string, known: readonly T[]): T {
  const found = known.find((one) => one.toLowerCase() === text.toLowerCase());
  if (found !== undefined) return found;
  throw new InvalidArgument(`${name}: expected one of ${known.join(', ')}`);
}
