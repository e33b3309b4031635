/** Converts a TensorFlow.js graph model to ONNX: channels first inside, outputs as TensorFlow's. */
import { BATCH, dimensions, Lowering, nchwShape, type Operand, type Value } from './lowering.ts';
import type { TfjsGraph } from './tfjs-graph.ts';
import { OPERATIONS } from './tfjs-operations.ts';

/**
 * Converts a graph with one image input.
 *
 * The ONNX input is float32 `input` of shape [N, C, H, W], N free. Outputs keep the names, shapes
 * and element order of TensorFlow.js (images have channels last).
 * @param outputs names of the nodes to keep; nodes they do not need are left out
 */
export function convertGraph(
  graph: TfjsGraph,
  outputs: readonly string[],
  name: string,
): Uint8Array {
  const to = new Lowering();
  for (const output of outputs) to.graph.reserve(output);
  const results = new Map<string, Operand>(graph.constants);

  for (const node of graph.nodes) {
    if (node.op === 'Placeholder') {
      const shape = [BATCH, ...node.shape().slice(1)];
      const input = to.graph.input('input', dimensions(nchwShape(shape)));
      results.set(node.name, { name: input, shape, layout: 'nchw' });
      continue;
    }
    const inputs = node.inputs.map((input) => results.get(input)!);
    results.set(node.name, OPERATIONS[node.op]!(node, inputs, to));
  }

  for (const output of outputs) {
    const value = to.plain(results.get(output) as Value);
    to.graph.output(output, value.name, dimensions(value.shape));
  }
  return to.graph.encode(name);
}
