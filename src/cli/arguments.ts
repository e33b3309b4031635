/** Parses arguments from text. Each parser says what it expected. */
import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { LARGEST_CLASS_ID, readClassId } from '../bcid.ts';
import { InvalidArgument } from '../errors.ts';

/** A class id; leading zeros are allowed. */
export function parseClassId(text: string): bigint {
  const classId = readClassId(text.replace(/^0+/, ''));
  if (classId !== undefined) return classId;
  throw new InvalidArgumentError(`A class id is a whole number from 1 to ${LARGEST_CLASS_ID}.`);
}

const UNITS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** Seconds of `90s`, `30m`, `12h` or `7d`. */
export function parseDuration(text: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(text);
  if (match === null) throw new InvalidArgumentError('Expected a duration: 90s, 30m, 12h or 7d.');
  return Number(match[1]) * UNITS[match[2] as keyof typeof UNITS];
}

const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

/** A day (its beginning in UTC), an RFC 3339 time, or an age: `7d`. */
export function parseMoment(text: string): Date {
  if (/^\d+[smhd]$/.test(text)) return new Date(Date.now() - parseDuration(text) * 1000);
  const moment = new Date(DATE.test(text) ? text : Number.NaN);
  if (Number.isNaN(moment.getTime()))
    throw new InvalidArgumentError(
      'Expected 2026-01-31, 2026-01-31T09:30:00Z or how long ago: 7d.',
    );
  return moment;
}

/** A parser of whole numbers within limits. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most))
      throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
    return value;
  };
}

/** Collects an option that may be given several times. The `--no-` form leaves `false`. */
export function collect(
  value: string,
  previous: readonly string[] | false = [],
): readonly string[] {
  return [...(previous || []), value];
}

/** Collects tags. A variable that a shell leaves empty would stand for all people, or for no tag at all. */
export function collectTag(tag: string, previous?: readonly string[]): readonly string[] {
  if (tag.trim() === '') throw new InvalidArgumentError('A tag is not empty.');
  return collect(tag, previous);
}

/**
 * Refuses options that would have no effect, because the user meant something by them. Ignores
 * environment variables for options: they serve other commands, too.
 * @param flags long names of the options
 * @param why such as `only with --task`
 * @throws InvalidArgument naming those that were given
 */
export function refuseOptions(
  command: CommandUnknownOpts,
  flags: readonly string[],
  why: string,
): void {
  const given = command.options.filter(
    (option) =>
      flags.includes(option.long ?? '') &&
      command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (given.length > 0)
    throw new InvalidArgument(`${given.map(({ long }) => long).join(', ')}: ${why}.`);
}
