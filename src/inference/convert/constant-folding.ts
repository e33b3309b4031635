/** Operations whose inputs are all known at conversion time, computed instead of converted. */
import type { TfjsNode } from './tfjs-graph.ts';
import { type Constant, elements } from './weights.ts';

type Fold = (inputs: readonly Constant[], node: TfjsNode) => Constant;

const combine =
  (operation: (first: number, second: number) => number): Fold =>
  ([first, second], node) => {
    const [a, b] = [elements(first!.shape), elements(second!.shape)];
    if (a !== b && a !== 1 && b !== 1)
      throw new Error(`${node.name}: cannot fold [${first!.shape}] with [${second!.shape}]`);
    const shape = a >= b ? first!.shape : second!.shape;
    const data = (a >= b ? first! : second!).data.slice();
    for (let index = 0; index < data.length; index++)
      data[index] = operation(
        first!.data[a === 1 ? 0 : index]!,
        second!.data[b === 1 ? 0 : index]!,
      );
    return { shape, data };
  };

const map =
  (operation: (value: number) => number): Fold =>
  ([input]) => ({ shape: input!.shape, data: input!.data.map(operation) });

const reshaped: Fold = ([input, target]) => {
  const known = elements([...target!.data].filter((length) => length !== -1));
  const shape = [...target!.data].map((length) =>
    length === -1 ? input!.data.length / known : length,
  );
  return { shape, data: input!.data };
};

const slice: Fold = ([input, begin, end, step], node) => {
  if (input!.shape.length !== 1 || (step?.data[0] ?? 1) !== 1)
    throw new Error(`${node.name}: only slices of shapes can be folded`);
  const from = (node.integer('begin_mask', 0) & 1) === 1 ? 0 : begin!.data[0]!;
  const to = (node.integer('end_mask', 0) & 1) === 1 ? undefined : end!.data[0]!;
  if ((node.integer('shrink_axis_mask', 0) & 1) === 1)
    return { shape: [], data: input!.data.slice(from, from === -1 ? undefined : from + 1) };
  const data = input!.data.slice(from, to);
  return { shape: [data.length], data };
};

const FOLDS: Readonly<Record<string, Fold>> = {
  Identity: ([input]) => input!,
  Cast: ([input]) => input!,
  Add: combine((first, second) => first + second),
  AddV2: combine((first, second) => first + second),
  Sub: combine((first, second) => first - second),
  Mul: combine((first, second) => first * second),
  Rsqrt: map((value) => 1 / Math.sqrt(value)),
  Neg: map((value) => -value),
  Reshape: reshaped,
  StridedSlice: slice,
  Pack: (inputs) => ({
    shape: [inputs.length, ...inputs[0]!.shape],
    data: Int32Array.from(inputs.flatMap((input) => [...input.data])),
  }),
};

/**
 * Computes a node on constants. Shapes hold BATCH (−1) for the free axis; they are only sliced,
 * packed and reshaped by the graphs at hand, never calculated with.
 * @throws Error when the operation cannot be computed here
 */
export function fold(node: TfjsNode, inputs: readonly Constant[]): Constant {
  const operation = FOLDS[node.op];
  if (operation === undefined)
    throw new Error(`operation ${node.op} (${node.name}) on constants is not supported`);
  return operation(inputs, node);
}
