/** Spans of time in words. */
import { expect, it } from 'vitest';
import { spanText } from '../../web/span.ts';

it("gives spans in minutes and seconds, in the user's language", () => {
  expect([0, 1, 59, 60, 125, 900].map((seconds) => spanText(seconds, 'en-GB'))).toEqual([
    '0 seconds',
    '1 second',
    '59 seconds',
    '1 minute',
    '2 minutes 5 seconds',
    '15 minutes',
  ]);
  expect(spanText(65, 'de')).toBe('1 Minute 5 Sekunden');
  expect(spanText(125, 'pl')).toBe('2 minuty 5 sekund');
});
