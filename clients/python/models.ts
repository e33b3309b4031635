/** Generates Python types of the responses from the schemas of the API reference. */

interface Schema {
  readonly type?: string;
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly description?: string;
}

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'str',
  boolean: 'bool',
  integer: 'int',
  number: 'float',
  null: 'None',
};

const literal = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);

/** A member and its type. */
type Line = readonly [string, string];

/** Words that cannot name a member of a class. */
const RESERVED = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for ' +
    'from global if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);
const isReserved = ([member]: Line) => RESERVED.has(member);

function asClass(name: string, lines: readonly Line[], about: string | undefined): string {
  const body = lines.map(([member, type]) => `    ${member}: ${type}\n`).join('') || '    pass\n';
  return `class ${name}(TypedDict):\n${about === undefined ? '' : `    """${about}"""\n\n`}${body}`;
}

/** The only syntax for reserved member names. */
function functional(name: string, lines: readonly Line[]): string {
  const quoted = (type: string) => (type.includes('"') ? `'${type}'` : `"${type}"`);
  const members = lines.map(([member, type]) => `        "${member}": ${quoted(type)},\n`).join('');
  return `${name} = TypedDict(\n    "${name}",\n    {\n${members}    },\n)\n`;
}

/** Turns schemas into TypedDicts. Nested objects get their own names. */
function createWriter() {
  const classes = new Map<string, string>();
  const typeOf = (schema: Schema, name: string): string => {
    if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!;
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices !== undefined)
      return [...new Set(choices.map((one) => typeOf(one, name)))].join(' | ');
    if (schema.enum !== undefined) return `Literal[${schema.enum.map(literal).join(', ')}]`;
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.type === 'array') return `list[${typeOf(schema.items ?? {}, name)}]`;
    if (schema.properties !== undefined) return write(name, schema);
    if (schema.type === 'object') return 'dict[str, Any]';
    return SIMPLE[schema.type ?? ''] ?? 'Any';
  };
  const write = (name: string, { properties = {}, required = [], description }: Schema): string => {
    const lines = Object.entries(properties).map(([member, schema]) => {
      const type = typeOf(schema, name + member[0]!.toUpperCase() + member.slice(1));
      return [member, required.includes(member) ? type : `NotRequired[${type}]`] as const;
    });
    classes.set(
      name,
      lines.some(isReserved) ? functional(name, lines) : asClass(name, lines, description),
    );
    return name;
  };
  return { write, classes };
}

/** The module `models.py`. */
export function pythonModels({ components }: Document): string {
  const { write, classes } = createWriter();
  for (const [name, schema] of Object.entries(components.schemas))
    if (schema.properties !== undefined) write(name, schema);
  return `"""What the service answers. Made from clients/openapi.json: not to be edited."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

${[...classes.values()].join('\n\n')}`;
}
