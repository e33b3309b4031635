/** Validates bodies and queries against their TypeBox schemas, and names the invalid member. */
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import { InvalidArgument, shortened } from '../../../errors.ts';
import { readLeniently } from './lenient.ts';

/** Reads bodies and queries leniently. Hooks check path and headers before the body. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  if (httpPart === 'params' || httpPart === 'headers') return (value: unknown) => ({ value });
  const validator = Compile(schema);
  return (given: unknown) => {
    const read = readLeniently(schema, given);
    const value = httpPart === 'body' ? read : Value.Convert(schema, read);
    if (validator.Check(value)) return { value };
    return { error: firstErrors(validator, value) as FastifySchemaValidationError[] };
  };
};

/** The first errors. The message ignores the rest of the value. */
function firstErrors<E>(
  validator: { Check(value: unknown): boolean; Errors(value: unknown): E[] },
  value: unknown,
): E[] {
  const root = { value };
  shorten(root, 'value', () => !validator.Check(root.value));
  return validator.Errors(root.value);
}

/** List items validated one by one: more than any schema requires at least. */
const FEW = 64;

/** Cuts every long list below that member after its first invalid item. */
function shorten(holder: object, name: string | number, isWrong: () => boolean): void {
  const members = holder as Record<string | number, unknown>;
  const value = members[name];
  if (!Array.isArray(value)) {
    if (typeof value === 'object' && value !== null)
      for (const member in value) shorten(value, member, isWrong);
    return;
  }
  let enough = value.length;
  for (let tooFew = FEW - 1; enough - tooFew > 1; ) {
    const middle = (enough + tooFew) >> 1;
    members[name] = value.slice(0, middle);
    if (isWrong()) enough = middle;
    else tooFew = middle;
  }
  const kept = value.slice(0, enough);
  members[name] = kept;
  for (let i = Math.max(0, enough - FEW); i < enough; i++) shorten(kept, i, isWrong);
}

/** The first error as `images[1].image: must be string`. */
export function describeInvalid(
  errors: readonly FastifySchemaValidationError[],
  part: string,
): InvalidArgument {
  const [error] = errors;
  if (error === undefined) return new InvalidArgument(`${part}: not valid`);
  const missing = (error.params as { requiredProperties?: string[] }).requiredProperties?.[0];
  if (missing !== undefined)
    return new InvalidArgument(`${memberName(`${error.instancePath}/${missing}`, part)}: missing`);
  const problem = error.keyword === 'boolean' ? 'no such member' : error.message;
  return new InvalidArgument(`${memberName(error.instancePath, part)}: ${problem}`);
}

/** `/images/1/image` as `images[1].image`, `/3` as `body[3]`, nothing as `body`. */
function memberName(pointer: string, part: string): string {
  const name = pointer
    .split('/')
    .slice(1)
    .map((token) => (/^[0-9]+$/.test(token) ? `[${token}]` : `.${token}`))
    .join('');
  return shortened(name.startsWith('.') ? name.slice(1) : `${part}${name}`);
}
