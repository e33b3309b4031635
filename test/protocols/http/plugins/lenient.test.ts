/** What bodies and queries may say in more than one way. */
import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { CONTRACTS } from '../../../../src/contract/all.ts';
import { booleanOf } from '../../../../src/contract/query.ts';
import { readLeniently } from '../../../../src/protocols/http/plugins/lenient.ts';

it('reads booleans as true, false, 1 and 0, and nothing else', () => {
  for (const yes of [true, 1, '1', 'true', 'True', 'TRUE']) expect(booleanOf(yes)).toBe(true);
  for (const no of [false, 0, '0', 'false', 'False']) expect(booleanOf(no)).toBe(false);
  for (const neither of [2, '', 'yes', null, undefined, {}, [true], 'constructor'])
    expect(booleanOf(neither)).toBeUndefined();
});

it('treats null as absent in every member of every request', () => {
  for (const { request } of CONTRACTS) {
    const { properties = {} } = (request ?? {}) as { properties?: Record<string, object> };
    const nulls = Object.fromEntries(Object.keys(properties).map((name) => [name, null]));
    expect(readLeniently(request ?? Type.Object({}), nulls)).toEqual({});
  }
});

it('reads members of lists alike, and leaves alone what the schema does not accept', () => {
  const schema = Type.Object({
    images: Type.Array(Type.Object({ tags: Type.Optional(Type.Array(Type.String())) })),
    explain: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    name: Type.Optional(Type.String()),
  });
  const given = { images: [{ tags: null }, { tags: ['1'] }], explain: 1, name: '1', other: null };
  expect(readLeniently(schema, given)).toEqual({
    images: [{}, { tags: ['1'] }],
    explain: true,
    name: '1',
    other: null,
  });
});
