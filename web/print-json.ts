/** Responses as indented JSON for people to read. */
import { stringifyExact } from '../src/text/exact-json.ts';

const LONG = 400;

const shorten = (text: string) => `${text.slice(0, 24)}… (${Math.round(text.length / 1000)} kB)`;

/** Indented JSON; long texts, such as images, are cut. */
export const printJson = (value: unknown): string =>
  stringifyExact(value, 2, (member) =>
    typeof member === 'string' && member.length > LONG ? shorten(member) : member,
  );
