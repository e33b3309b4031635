/** The kinds of values that settings of a client have: a schema, and a description for callers. */
import { Type } from 'typebox';
import { OPERATIONS } from './callable-operations.ts';

export const FLAG = { schema: Type.Boolean(), expected: 'true or false' };
export const RATE = {
  schema: Type.Number({ minimum: 1e-9, exclusiveMaximum: 1 }),
  expected: 'a number between 0 and 1',
};
export const whole = (minimum: number, maximum: number) => ({
  schema: Type.Integer({ minimum, maximum }),
  expected: `a whole number from ${minimum} to ${maximum}`,
});
export const oneOf = <const T extends readonly string[]>(...names: T) => ({
  schema: Type.Enum([...names] as T[number][]),
  expected: `one of ${names.join(', ')}`,
});
export const SCORES = {
  schema: Type.Record(
    Type.String({ pattern: '^[A-Za-z]{1,64}$' }),
    Type.Integer({ minimum: 0, maximum: 100 }),
    { additionalProperties: false, maxProperties: 64 },
  ),
  expected: 'scores of 0 to 100 by the names of quality measures',
};
export const CALLABLE = {
  schema: Type.Array(Type.Enum([...OPERATIONS]), { maxItems: OPERATIONS.length }),
  expected: `a list of operations: ${OPERATIONS.join(', ')}`,
};
