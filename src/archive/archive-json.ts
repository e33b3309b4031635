/** JSON inside of archives, held to its form: who seals a file need not be who wrote it. */
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { InvalidArgument } from '../errors.ts';

/** @param refusal what the file is not @throws InvalidArgument */
export function readJson<T extends TSchema>(schema: T, text: string, refusal: string): Static<T> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidArgument(refusal);
  }
  if (Value.Check(schema, value)) return value;
  throw new InvalidArgument(refusal);
}
