/** The JSON of a TensorFlow.js graph model: nodes in execution order, attributes, constants. */
import { type Constant, readWeights, type WeightSpec } from './weights.ts';

interface RawAttribute {
  readonly s?: string;
  readonly shape?: { readonly dim?: readonly { readonly size: string | number }[] };
  readonly list?: {
    readonly i?: readonly (string | number)[];
    readonly s?: readonly string[];
  };
}

interface RawNode {
  readonly name: string;
  readonly op: string;
  readonly input?: readonly string[];
  readonly attr?: Readonly<Record<string, RawAttribute>>;
}

/** The parts of a graph model file that we read. */
export interface TfjsModel {
  readonly modelTopology: { readonly node: readonly RawNode[] };
  readonly weightsManifest: readonly {
    readonly paths: readonly string[];
    readonly weights: readonly WeightSpec[];
  }[];
}

const decode = (base64: string): string => Buffer.from(base64, 'base64').toString('latin1');

/** An operation of the graph. */
export class TfjsNode {
  readonly name: string;
  readonly op: string;
  readonly inputs: readonly string[];
  readonly #attributes: Readonly<Record<string, RawAttribute>>;

  constructor(raw: RawNode) {
    this.name = raw.name;
    this.op = raw.op;
    // "^name" only orders execution; ":0" names the first output, which is our operations' only
    // output.
    this.inputs = (raw.input ?? [])
      .filter((input) => !input.startsWith('^'))
      .map((input) => input.replace(/:0$/, ''));
    this.#attributes = raw.attr ?? {};
  }

  text(name: string): string {
    return decode(this.#attributes[name]!.s!);
  }

  integers(name: string): number[] {
    return this.#attributes[name]!.list!.i!.map(Number);
  }

  texts(name: string): string[] {
    return (this.#attributes[name]?.list?.s ?? []).map(decode);
  }

  shape(): number[] {
    return this.#attributes.shape!.shape!.dim!.map((dim) => Number(dim.size));
  }
}

export interface TfjsGraph {
  /** All nodes but constants, each after its inputs. */
  readonly nodes: readonly TfjsNode[];
  readonly constants: Map<string, Constant>;
}

/**
 * Parses a graph model.
 * @param bytes all weight files, joined
 * @param outputs nodes to keep, with all that they need; absent: all nodes
 */
export function readGraph(
  model: TfjsModel,
  bytes: Uint8Array,
  outputs?: readonly string[],
): TfjsGraph {
  const specs = model.weightsManifest.flatMap((group) => group.weights);
  const constants = readWeights(specs, bytes);
  const byName = new Map<string, TfjsNode>();
  for (const raw of model.modelTopology.node)
    if (raw.op !== 'Const') byName.set(raw.name, new TfjsNode(raw));

  const nodes: TfjsNode[] = [];
  const visited = new Set<string>();
  const visit = (name: string): void => {
    if (constants.has(name) || visited.has(name)) return;
    visited.add(name);
    const node = byName.get(name)!;
    for (const input of node.inputs) visit(input);
    nodes.push(node);
  };
  for (const name of outputs ?? byName.keys()) visit(name);
  return { nodes, constants };
}
