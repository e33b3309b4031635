/** Decision trees whose leaf values are added up: random forests and boosted trees of OpenCV. */

/** A node of all trees in one list; a child is the number of a node, −1: the node is a leaf. */
export interface TreeNodes {
  /** First node of each tree. */
  readonly roots: Int32Array;
  /** Index of the feature a node looks at. */
  readonly feature: Int32Array;
  /** Features up to this go left. */
  readonly threshold: Float32Array;
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly value: Float64Array;
}

const FIELDS = ['roots', 'feature', 'threshold', 'left', 'right', 'value'] as const;
const ARRAYS = {
  roots: Int32Array,
  feature: Int32Array,
  threshold: Float32Array,
  left: Int32Array,
  right: Int32Array,
  value: Float64Array,
} as const;

export class TreeEnsemble {
  readonly #nodes: TreeNodes;

  constructor(nodes: TreeNodes) {
    this.#nodes = nodes;
  }

  get trees(): number {
    return this.#nodes.roots.length;
  }

  /** Sum of the leaf values that the features lead to. */
  sum(features: Float32Array): number {
    const { roots, feature, threshold, left, right, value } = this.#nodes;
    let sum = 0;
    for (const root of roots) {
      let node = root;
      while (left[node]! >= 0)
        node = features[feature[node]!]! <= threshold[node]! ? left[node]! : right[node]!;
      sum += value[node]!;
    }
    return sum;
  }
}

/** The nodes as bytes: the length of each list, then the lists, aligned to 8 bytes. */
export function encodeTrees(nodes: TreeNodes): Uint8Array {
  const parts: Uint8Array[] = [
    new Uint8Array(Float64Array.from(FIELDS, (field) => nodes[field].length).buffer),
  ];
  for (const field of FIELDS) {
    const { buffer, byteOffset, byteLength } = nodes[field];
    parts.push(new Uint8Array(buffer, byteOffset, byteLength));
    parts.push(new Uint8Array(-byteLength & 7));
  }
  return Buffer.concat(parts);
}

/** @param bytes what `encodeTrees` wrote; what follows is not looked at */
export function decodeTrees(bytes: Uint8Array): TreeEnsemble {
  // A copy, because typed arrays need an aligned start.
  const { buffer } = Uint8Array.from(bytes);
  const lengths = new Float64Array(buffer, 0, FIELDS.length);
  let offset = lengths.byteLength;
  const read = <F extends (typeof FIELDS)[number]>(field: F): TreeNodes[F] => {
    const array = new ARRAYS[field](buffer, offset, lengths[FIELDS.indexOf(field)]);
    offset += (array.byteLength + 7) & ~7;
    return array as TreeNodes[F];
  };
  return new TreeEnsemble({
    roots: read('roots'),
    feature: read('feature'),
    threshold: read('threshold'),
    left: read('left'),
    right: read('right'),
    value: read('value'),
  });
}
