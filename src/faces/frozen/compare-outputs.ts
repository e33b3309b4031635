/** Compares what the networks answer here with what they answered when the release was evaluated. */
import frozen from './frozen.json' with { type: 'json' };
import { type NetworkNames, type Outputs, PARTS, type Part, TOLERANCES } from './outputs.ts';

export interface PartComparison {
  readonly part: Part;
  /** Names of the networks that it depends on. */
  readonly networks: readonly string[];
  /** `unknown`: this release has no outputs of these networks. */
  readonly state: 'same' | 'different' | 'unknown';
  /** The largest deviation; absent: nothing to compare, or another number of values. */
  readonly deviation?: number;
  readonly tolerance: number;
}

/** By the key of `keyOf`. */
export type Frozen = Readonly<Record<string, readonly number[]>>;

/** A part, and the networks that it depends on. */
export const keyOf = (part: Part, networks: NetworkNames): string =>
  [part, ...dependencies(part, networks)].join(' ');

function dependencies(part: Part, { detector, encoder, liveness }: NetworkNames): string[] {
  if (part === 'encoding') return [detector, encoder];
  if (part === 'thresholds') return [encoder];
  return part === 'liveness' ? [detector, liveness] : [detector];
}

export const compareOutputs = (
  outputs: Outputs,
  networks: NetworkNames,
  released: Frozen = frozen,
): readonly PartComparison[] =>
  PARTS.map((part) => {
    const about = {
      part,
      networks: dependencies(part, networks),
      tolerance: TOLERANCES[part],
    };
    const expected = released[keyOf(part, networks)];
    const found = outputs[part];
    if (expected === undefined) return { ...about, state: 'unknown' };
    if (expected.length !== found.length) return { ...about, state: 'different' };
    const deviation = Math.max(...found.map((value, i) => Math.abs(value - expected[i]!)));
    return { ...about, state: deviation <= about.tolerance ? 'same' : 'different', deviation };
  });
