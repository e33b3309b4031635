/** What commands print: JSON with exact 64-bit integers, or text and tables for people. */
import type { Command, OptionValues } from '@commander-js/extra-typings';
import { stringifyExact } from '../text/exact-json.ts';

export interface OutputOptions {
  readonly json?: boolean;
}

/** Adds the `--json` option, which every command has. */
export function withJson<A extends unknown[], O extends OptionValues>(command: Command<A, O>) {
  return command.option('--json', 'print JSON for programs instead of text for people');
}

/** Prints a value: as JSON if requested, else as the text from `describe`. */
export function print<T>(options: OutputOptions, value: T, describe: (value: T) => string): void {
  process.stdout.write(`${options.json ? toJson(value) : harmless(describe(value))}\n`);
}

/** Prints a note on standard error. */
export function note(message: string): void {
  process.stderr.write(`${harmless(message)}\n`);
}

/** Text that moves no cursor and turns no direction: names in it may come from anybody. */
const harmless = (text: string): string => text.replace(/[^\P{C}\n\t\u200c\u200d]/gu, escaped);

/** The same, and on one line: a name that cannot pose as a further line. */
export const onOneLine = (text: string): string =>
  harmless(text).replace(/[\n\t\p{Zl}\p{Zp}]/gu, escaped);

const escaped = (character: string) => `\\u{${character.codePointAt(0)!.toString(16)}}`;

/** JSON of a value; `bigint` becomes a number with all its digits, bytes become base64. */
export function toJson(value: unknown, indent = 2): string {
  return stringifyExact(value, indent, (member) =>
    member instanceof Uint8Array ? Buffer.from(member).toString('base64') : member,
  );
}

/** Left-aligned columns under a heading. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heading, ...rows.map((row) => row.map(onOneLine))];
  const widths = heading.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** `1 face`, `2 faces`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}
