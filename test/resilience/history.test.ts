/** The checker of the proof by killing: what cannot have happened is found, what can is not. */
import { expect, test } from 'vitest';
import {
  type Answer,
  type Call,
  isLinearizable,
  type Operation,
} from '../../resilience/kill/history.ts';

/** Called and answered at those times; no time of answer: killed before it. */
const call = (operation: Operation, called: number, at?: number, answer: Answer = null): Call => ({
  ...{ operation, called },
  ...(at !== undefined && { answered: { at, answer } }),
});
const set = (value: string) => ({ kind: 'set', value }) as const;
const change = (value: string) => ({ kind: 'change', value }) as const;
const end = { kind: 'delete' } as const;
const look = { kind: 'read' } as const;

test.each<[string, boolean, readonly Call[]]>([
  ['what was acknowledged is there', true, [call(set('a'), 1, 2), call(look, 3, 4, 'a')]],
  ['what was acknowledged is gone', false, [call(set('a'), 1, 2), call(look, 3, 4, null)]],
  ['what was unanswered is there', true, [call(set('a'), 1), call(look, 3, 4, 'a')]],
  ['what was unanswered never was', true, [call(set('a'), 1), call(look, 3, 4, null)]],
  [
    'what was unanswered comes and goes',
    false,
    [call(set('a'), 1), call(look, 3, 4, 'a'), call(look, 5, 6, null)],
  ],
  [
    'two at once, in either order',
    true,
    [call(set('a'), 1, 5), call(set('b'), 2, 6), call(look, 7, 8, 'a')],
  ],
  [
    'one after the other, the older one wins',
    false,
    [call(set('a'), 1, 2), call(set('b'), 3, 4), call(look, 5, 6, 'a')],
  ],
  [
    'what was erased came back',
    false,
    [call(set('a'), 1, 2), call(end, 3, 4, true), call(look, 5, 6, 'a')],
  ],
  [
    'a change of what was not there',
    false,
    [call(end, 1, 2, false), call(change('b'), 3, 4, true), call(look, 5, 6, 'b')],
  ],
  [
    'a change between two erasures',
    true,
    [call(set('a'), 1, 2), call(end, 3, 8, true), call(change('b'), 4, 7, true)],
  ],
])('%s: %s', (_, expected, calls) => {
  expect(isLinearizable(null, calls)).toBe(expected);
});

test('counts the state before the first call', () => {
  expect(isLinearizable('a', [call(look, 1, 2, 'a')])).toBe(true);
  expect(isLinearizable('a', [call(look, 1, 2, null)])).toBe(false);
});
