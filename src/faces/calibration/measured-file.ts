/** Files with measurements of an encoder: JSON with a schema each. */
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { ModelError } from '../../inference/models/model-error.ts';

/**
 * Parses such a file.
 * @param origin name of the file for errors
 * @throws ModelError in one line naming the invalid member
 */
export function parseMeasured<T extends TSchema>(
  schema: T,
  text: string,
  origin: string,
): Static<T> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ModelError(`${origin}: not JSON`);
  }
  if (Value.Check(schema, value)) return value;
  const [first] = Value.Errors(schema, value);
  throw new ModelError(`${origin}: ${first?.instancePath || 'the file'} ${first?.message}`);
}
