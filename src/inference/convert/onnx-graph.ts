/** Builds an ONNX graph: nodes and constants in order. Drops unused ones at the end. */

import {
  type AttributeValue,
  type Dimension,
  encodeModel,
  type OnnxInitializer,
  type OnnxNode,
  type OnnxValue,
} from './onnx-schema.ts';

/** Operator set of the files we write; ONNX Runtime 1.13 and later read it. */
const OPSET = 17;

export class OnnxGraph {
  readonly #nodes: OnnxNode[] = [];
  readonly #initializers = new Map<string, OnnxInitializer>();
  readonly #inputs: OnnxValue[] = [];
  readonly #outputs: OnnxValue[] = [];
  readonly #names = new Set<string>();

  #unique(wanted: string): string {
    let name = wanted;
    for (let count = 1; this.#names.has(name); count++) name = `${wanted}_${count}`;
    this.#names.add(name);
    return name;
  }

  input(name: string, dims: readonly Dimension[]): string {
    this.#names.add(name);
    this.#inputs.push({ name, dims });
    return name;
  }

  /** Reserves a name for an output that is assigned later. */
  reserve(name: string): void {
    this.#names.add(name);
  }

  floats(name: string, dims: readonly number[], data: Float32Array | readonly number[]): string {
    const unique = this.#unique(name);
    const values = data instanceof Float32Array ? data : Float32Array.from(data);
    this.#initializers.set(unique, { name: unique, dims, data: values });
    return unique;
  }

  integers(name: string, values: readonly number[]): string {
    const unique = this.#unique(name);
    const data = BigInt64Array.from(values, BigInt);
    this.#initializers.set(unique, { name: unique, dims: [values.length], data });
    return unique;
  }

  /** Adds a node with a single output and returns that output's name. */
  node(
    opType: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, AttributeValue>> = {},
    name: string = opType,
  ): string {
    const output = this.#unique(name);
    this.#nodes.push({ opType, inputs, outputs: [output], attributes });
    return output;
  }

  /** Declares `value` the graph's output of that name, reserved or new. */
  output(name: string, value: string, dims: readonly Dimension[]): void {
    this.#names.add(name);
    this.#nodes.push({ opType: 'Identity', inputs: [value], outputs: [name], attributes: {} });
    this.#outputs.push({ name, dims });
  }

  /** The ONNX file, without nodes and constants that no output needs. */
  encode(name: string): Uint8Array {
    const needed = new Set(this.#outputs.map((output) => output.name));
    const nodes: OnnxNode[] = [];
    for (const node of this.#nodes.toReversed()) {
      if (!node.outputs.some((output) => needed.has(output))) continue;
      for (const input of node.inputs) needed.add(input);
      nodes.unshift(node);
    }
    return encodeModel({
      name,
      opset: OPSET,
      inputs: this.#inputs,
      outputs: this.#outputs,
      nodes,
      initializers: [...this.#initializers.values()].filter((entry) => needed.has(entry.name)),
    });
  }
}
