/** Known label errors of a dataset, omitted openly: one person under two names, wrong images. */
import { readFile } from 'node:fs/promises';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

const LabelErrorsSchema = Type.Object({
  about: Type.Optional(Type.String()),
  /** Two names of one person: comparisons between them are neither genuine nor impostor. */
  samePerson: Type.Array(
    Type.Object({
      names: Type.Tuple([Type.String(), Type.String()]),
      reason: Type.String({ minLength: 1 }),
    }),
  ),
  /** Photographs under a wrong name, which are omitted. */
  images: Type.Array(Type.Object({ path: Type.String(), reason: Type.String({ minLength: 1 }) })),
});

export type LabelErrors = Static<typeof LabelErrorsSchema>;

export const NO_LABEL_ERRORS: LabelErrors = { samePerson: [], images: [] };

/** @throws Error not a list of label errors */
export async function readLabelErrors(path: string): Promise<LabelErrors> {
  const value: unknown = JSON.parse(await readFile(path, 'utf8'));
  if (Value.Check(LabelErrorsSchema, value)) return value;
  const [first] = Value.Errors(LabelErrorsSchema, value);
  throw new Error(`${path}: ${first?.instancePath ?? ''} ${first?.message ?? 'is wrong'}`);
}

/** Whether two names are listed as one person. */
export function samePerson({ samePerson }: LabelErrors): (p: string, q: string) => boolean {
  const listed = new Set(samePerson.map(({ names }) => [...names].sort().join('\n')));
  return (p, q) => listed.has([p, q].sort().join('\n'));
}

/** The errors about people or photographs of this run. */
export function applicable(
  errors: LabelErrors,
  people: ReadonlySet<string>,
  paths: ReadonlySet<string>,
): LabelErrors {
  return {
    samePerson: errors.samePerson.filter(({ names }) => names.every((name) => people.has(name))),
    images: errors.images.filter(({ path }) => paths.has(path)),
  };
}
