/** Names that would write to the terminal of the operator, or pose as further lines. */
import { afterEach, expect, it, vi } from 'vitest';
import { note, onOneLine, print, table } from '../../src/cli/output.ts';

const EVIL = 'Ada\u001b[2J\u009b8m\u202egnp\rroot\u0007';
const SHOWN = 'Ada\\u{1b}[2J\\u{9b}8m\\u{202e}gnp\\u{d}root\\u{7}';

afterEach(() => {
  vi.restoreAllMocks();
});
const written = (stream: NodeJS.WriteStream) => {
  const write = vi.spyOn(stream, 'write').mockReturnValue(true);
  return () => write.mock.calls.map(([text]) => text).join('');
};

it('moves no cursor, in text, in notes and in tables', () => {
  const out = written(process.stdout);
  print({}, EVIL, (name) => `${name}\nsecond line\tof ours`);
  expect(out()).toBe(`${SHOWN}\nsecond line\tof ours\n`);
  const err = written(process.stderr);
  note(EVIL);
  expect(err()).toBe(`${SHOWN}\n`);
  vi.restoreAllMocks();
  expect(table(['NAME'], [[EVIL]])).toBe(`NAME\n${SHOWN}`);
});

it('a name is no second line', () => {
  expect(table(['NAME', 'STATE'], [['a\nroot', 'ok']])).toBe('NAME        STATE\na\\u{a}root  ok');
  expect(onOneLine('Not enrolled: a\nb\u2028c')).toBe('Not enrolled: a\\u{a}b\\u{2028}c');
  expect(onOneLine('Zoë 李\u200d')).toBe('Zoë 李\u200d');
});
