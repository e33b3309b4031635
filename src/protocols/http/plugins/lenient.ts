/** Reads bodies and queries leniently: null and blank text are absent, 1 and 0 are booleans. */
import type { TSchema } from 'typebox';
import { booleanOf } from '../../../contract/query.ts';
import { isBlank, isFile, type RequestShape } from '../../../contract/requests.ts';

/** The value, with members converted to the schema where possible. Others stay unchanged. */
export function readLeniently(schema: TSchema, value: unknown): unknown {
  const shapes = ((schema as RequestShape).anyOf ?? [schema]) as readonly RequestShape[];
  if (Array.isArray(value)) {
    const items = shapes.find((shape) => shape.items !== undefined)?.items;
    if (items !== undefined && takesMembers(items))
      for (const item of value) readLeniently(items, item);
    return value;
  }
  if (typeof value === 'object' && value !== null) {
    const properties = shapes.find((shape) => shape.properties !== undefined)?.properties ?? {};
    const members = value as Record<string, unknown>;
    for (const [name, member] of Object.entries(properties)) {
      if (!Object.hasOwn(members, name)) continue;
      // The operation names empty files.
      const isNothing = isBlank(members[name]) && !isFile(member);
      if (members[name] === null || isNothing) delete members[name];
      else members[name] = readLeniently(member, members[name]);
    }
    return value;
  }
  const isBoolean = shapes.some(({ type }) => type === 'boolean');
  return isBoolean ? (booleanOf(value) ?? value) : value;
}

const takesMembers = (schema: TSchema) => (schema as RequestShape).properties !== undefined;
