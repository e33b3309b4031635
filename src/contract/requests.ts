/** Requests as operations take them: only members of the contract, and files as bytes. */
import type { Static, TSchema } from 'typebox';
import { InvalidArgument, InvalidImage } from '../errors.ts';
import type { SubmittedImage } from '../operations/submitted-image.ts';
import { SecurityObject, VideoText } from './members.ts';

/** How a protocol writes values for which JSON has no type. */
export interface Notation {
  /** Bytes of a file. @throws InvalidArgument naming the member */
  bytes(given: unknown, field: string): Uint8Array;
  /** Whether a present member has no value, besides blank text. */
  isAbsent(given: unknown): boolean;
}

/** Text that says nothing. Capture programs send it where they mean nothing. */
export const isBlank = (value: unknown): boolean =>
  typeof value === 'string' && value.trim() === '';

/** The parts of a request's schema. */
export interface RequestShape {
  readonly type?: string;
  readonly contentEncoding?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
}

/** @throws InvalidArgument, InvalidImage naming the member */
export function readRequest<T extends TSchema>(
  schema: T,
  given: unknown,
  notation: Notation,
): Static<T> {
  return read(schema, given, notation, '') as Static<T>;
}

function read(schema: TSchema, given: unknown, notation: Notation, field: string): unknown {
  const { contentEncoding, properties, items, anyOf } = schema as RequestShape;
  if (anyOf !== undefined) return read(anyOf[0]!, given, notation, field);
  if (contentEncoding !== undefined) return submitted(schema, notation.bytes(given, field), field);
  if (items !== undefined) {
    // An empty tag is no tag.
    const meant = isText(items)
      ? (given as readonly unknown[]).filter((item) => !isBlank(item))
      : (given as readonly unknown[]);
    return meant.map((item, i) => read(items, item, notation, `${field}[${i}]`));
  }
  if (properties === undefined) return given;
  const members = given as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, member]) => {
      const value = members[name];
      if ((notation.isAbsent(value) || isBlank(value)) && !isFile(member)) return [];
      return [[name, read(member, value, notation, field === '' ? name : `${field}.${name}`)]];
    }),
  );
}

export const isFile = (schema: TSchema) => (schema as RequestShape).contentEncoding !== undefined;
const isText = (schema: TSchema) => (schema as RequestShape).type === 'string' && !isFile(schema);

function submitted(schema: TSchema, bytes: Uint8Array, field: string): SubmittedImage {
  if (bytes.length > 0) return { bytes, field };
  if (schema === VideoText) throw new InvalidArgument(`${field}: the video is empty`);
  if (schema === SecurityObject)
    throw new InvalidArgument(`${field}: the security object is empty`);
  throw new InvalidImage('the image is empty', field);
}
