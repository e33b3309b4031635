/** Files of what was measured of an encoder: JSON of one form each. */
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { ModelError } from '../../inference/models/model-error.ts';

/**
 * What the text of such a file says.
 * @param origin how to name the file in errors
 * @throws ModelError in one line naming the member that is wrong
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
