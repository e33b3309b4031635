/** Reads query parameters strictly: each at most once, and of its type. */
import type { Static, TObject } from 'typebox';
import { InvalidArgument } from '../errors.ts';

const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** True or false, as text in any case or as a number; undefined: neither. */
export const booleanOf = (value: unknown): boolean | undefined =>
  typeof value === 'object' ? undefined : BOOLEANS.get(String(value).toLowerCase());

/** One of these names, in any case. @throws InvalidArgument */
export function oneOf<T extends string>(text: string, name: string, known: readonly T[]): T {
  const found = known.find((one) => one.toLowerCase() === text.toLowerCase());
  if (found !== undefined) return found;
  throw new InvalidArgument(`${name}: expected one of ${known.join(', ')}`);
}

/** The parts of a parameter's schema. */
interface Shape {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Accepted names. */
  readonly enum?: readonly string[];
  /** Of booleans. */
  readonly pattern?: string;
}

export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The parameters that the schema names. @throws InvalidArgument naming the parameter */
export function readQuery<T extends TObject>(schema: T, query: Query): Static<T> {
  const required: readonly string[] = schema.required ?? [];
  const read = Object.entries(schema.properties).flatMap(([name, shape]) => {
    const text = query[name];
    if (typeof text === 'string') return [[name, readText(name, text, shape as Shape)]];
    if (text !== undefined) throw new InvalidArgument(`${name}: given more than once`);
    if (required.includes(name)) throw new InvalidArgument(`${name}: missing`);
    return [];
  });
  return Object.fromEntries(read) as Static<T>;
}

function readText(name: string, text: string, shape: Shape): unknown {
  if (shape.enum !== undefined) return oneOf(text, name, shape.enum);
  if (shape.pattern !== undefined) {
    const value = booleanOf(text);
    if (value === undefined) throw new InvalidArgument(`${name}: expected true or false`);
    return value;
  }
  if (shape.type !== 'integer') return text;
  const { minimum = 0, maximum = 0 } = shape;
  const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= minimum && value <= maximum) return value;
  throw new InvalidArgument(`${name}: expected a whole number from ${minimum} to ${maximum}`);
}
