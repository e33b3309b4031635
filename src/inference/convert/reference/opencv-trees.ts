/** Reads the trees of an OpenCV model file, XML or YAML: random forests and boosted trees. */
import type { TreeNodes } from '../../tree-ensemble.ts';

/** A node as the file lists them: depth first, left before right. */
interface ListedNode {
  depth: number;
  value: number;
  feature: number;
  threshold: number;
  left: number;
  right: number;
}

/** Members that matter, in either notation: `<le>1.5</le>` or `le:1.5`; `nodes` begins a tree. */
const MEMBER =
  /<(depth|value|var|le|gt)>\s*([^<\s]+)\s*<|\b(depth|value|var|le|gt)\s*:\s*([^\s,}]+)|<(nodes)>|\b(nodes)\s*:/g;

/**
 * Only splits of ordered features are known. A split says `le` or `gt`; OpenCV's prediction goes left
 * up to the threshold in either case. Of several splits of a node the first is used, the others stand
 * in for missing features.
 * @throws Error the file holds no trees
 */
export function readOpencvTrees(text: string): TreeNodes {
  const start = text.search(/<trees>|\btrees\s*:/);
  const roots: number[] = [];
  const nodes: ListedNode[] = [];
  let node: ListedNode | undefined;
  let feature = -1;
  MEMBER.lastIndex = Math.max(0, start);
  for (let match = MEMBER.exec(text); match !== null; match = MEMBER.exec(text)) {
    if (match[5] !== undefined || match[6] !== undefined) {
      roots.push(nodes.length);
      continue;
    }
    const name = match[1] ?? match[3];
    const number = numberOf(match[2] ?? match[4] ?? '');
    if (name === 'depth') {
      node = { depth: number, value: 0, feature: -1, threshold: 0, left: -1, right: -1 };
      nodes.push(node);
    } else if (node === undefined) continue;
    else if (name === 'value') node.value = number;
    else if (name === 'var') feature = number;
    else if (node.feature < 0) {
      node.feature = feature;
      node.threshold = number;
    }
  }
  if (start < 0 || roots.length === 0 || nodes.length === 0)
    throw new Error('the file holds no trees');
  for (const [i, root] of roots.entries()) link(nodes, root, roots[i + 1] ?? nodes.length);
  return {
    roots: Int32Array.from(roots),
    feature: Int32Array.from(nodes, (listed) => listed.feature),
    threshold: Float32Array.from(nodes, (listed) => listed.threshold),
    left: Int32Array.from(nodes, (listed) => listed.left),
    right: Int32Array.from(nodes, (listed) => listed.right),
    value: Float64Array.from(nodes, (listed) => listed.value),
  };
}

/** Children by depth: the next node is the left child, the right one follows the left subtree. */
function link(nodes: ListedNode[], start: number, end: number): void {
  const open: ListedNode[] = [];
  for (let i = start; i < end; i++) {
    const node = nodes[i]!;
    open.length = node.depth;
    const parent = open.at(-1);
    if (parent !== undefined && parent.left < 0) parent.left = i;
    else if (parent !== undefined) parent.right = i;
    open.push(node);
  }
  for (let i = start; i < end; i++) {
    const { feature, left, right } = nodes[i]!;
    if (feature >= 0 ? left < 0 || right < 0 : left >= 0)
      throw new Error(
        `node ${i - start} of a tree has a split but not two children, or the reverse`,
      );
  }
}

/** OpenCV writes `1.`, `.Inf` and `-.Inf`, too. */
function numberOf(text: string): number {
  if (/^[+]?\.Inf$/i.test(text)) return Number.POSITIVE_INFINITY;
  if (/^-\.Inf$/i.test(text)) return Number.NEGATIVE_INFINITY;
  return Number(text);
}
