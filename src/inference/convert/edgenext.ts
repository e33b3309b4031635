/** EdgeFace's network, an EdgeNeXt with a linear head, built as ONNX from its PyTorch weights. */
import { OnnxGraph } from './onnx-graph.ts';
import { type Constant, lookUp } from './weights.ts';

/** Side of the face image in pixels, for which the position features are computed. */
const SIDE = 112;
const HEADS = 4;
/** For the layer normalisations. */
const EPSILON = 1e-6;
/** For the Fourier features of a pixel's position (Vaswani et al. 2017). */
const POSITION = { features: 32, temperature: 10_000, epsilon: 1e-6 } as const;

const CHANNELS_LAST = [0, 2, 3, 1];
const CHANNELS_FIRST = [0, 3, 1, 2];

/**
 * Builds EdgeNeXt (Maaz et al. 2022) as EdgeFace (George et al. 2024) uses it. The weights
 * determine the number of stages and blocks.
 *
 * Input `input` [N, 3, 112, 112], RGB, (p − 127.5) / 127.5; output `embedding` [N, D], not
 * normalised.
 * @param weights tensors of the state dict by name, quantised layers as float32
 * @throws Error naming a weight that is missing
 */
export function buildEdgeNext(weights: ReadonlyMap<string, Constant>): Uint8Array {
  const graph = new OnnxGraph();
  const input = graph.input('input', ['N', 3, SIDE, SIDE]);
  graph.reserve('embedding');
  const layers = new Layers(graph, weights);
  let side = SIDE / 4;
  let value = layers.normalise('stem.1', layers.convolve('stem.0', input, { stride: 4 }));
  for (let stage = 0; layers.has(`stages.${stage}.blocks.0.gamma`); stage++) {
    const name = `stages.${stage}`;
    if (stage > 0) {
      const normal = layers.normalise(`${name}.downsample.0`, value);
      value = layers.convolve(`${name}.downsample.1`, normal, { stride: 2 });
      side = Math.floor(side / 2);
    }
    for (let index = 0; layers.has(`${name}.blocks.${index}.gamma`); index++) {
      const block = `${name}.blocks.${index}`;
      const mixed = layers.has(`${block}.conv_dw.weight`)
        ? layers.toLast(layers.convolve(`${block}.conv_dw`, value, { depthwise: true }))
        : attend(layers, block, layers.split(block, value), side);
      const wide = layers.mlp(block, layers.normaliseLast(`${block}.norm`, mixed));
      value = graph.node('Add', [value, layers.toFirst(wide)], {}, block);
    }
  }
  const pooled = graph.node('GlobalAveragePool', [value], {}, 'pooled');
  const flat = graph.node('Flatten', [pooled], { axis: 1 }, 'flat');
  value = layers.linear('head.fc', layers.normaliseLast('head.norm', flat));
  graph.output('embedding', value, ['N', layers.tensor('head.fc.weight').shape[0]!]);
  return graph.encode('edgenext');
}

/** Cross-covariance attention (El-Nouby et al. 2021) with shortcut. @param value [N, C, S, S] */
function attend(layers: Layers, block: string, value: string, side: number): string {
  const { graph } = layers;
  const channels = layers.tensor(`${block}.gamma_xca`).shape[0]!;
  const pixels = side * side;
  const reshape = (input: string, ...shape: number[]) =>
    graph.node(
      'Reshape',
      [input, graph.integers(`${block}/shape`, shape)],
      {},
      `${block}/reshaped`,
    );
  let tokens = reshape(layers.toLast(value), 0, pixels, channels);
  if (layers.has(`${block}.pos_embd.token_projection.weight`)) {
    const where = graph.floats(
      `${block}/positions`,
      [pixels, channels],
      positions(layers, block, side),
    );
    tokens = graph.node('Add', [tokens, where], {}, `${block}/placed`);
  }
  const normal = layers.normaliseLast(`${block}.norm_xca`, tokens);
  /** [N, heads, C / heads, pixels] of the queries, keys or values. */
  const part = (index: number) => {
    const projected = layers.linear(`${block}.xca.qkv`, normal, {
      rows: [index * channels, (index + 1) * channels],
    });
    const parts = reshape(projected, 0, pixels, HEADS, channels / HEADS);
    return graph.node('Transpose', [parts], { perm: [0, 2, 3, 1] }, `${block}/heads`);
  };
  const unit = (input: string) =>
    graph.node('LpNormalization', [input], { axis: 3, p: 2 }, `${block}/unit`);
  const keys = graph.node('Transpose', [unit(part(1))], { perm: [0, 1, 3, 2] }, `${block}/keys`);
  const products = graph.node('MatMul', [unit(part(0)), keys], {}, `${block}/products`);
  const temperature = layers.constant(`${block}.xca.temperature`);
  const scaled = graph.node('Mul', [products, temperature], {}, `${block}/scaled`);
  const shares = graph.node('Softmax', [scaled], { axis: 3 }, `${block}/shares`);
  const weighed = graph.node('MatMul', [shares, part(2)], {}, `${block}/weighed`);
  const back = graph.node('Transpose', [weighed], { perm: [0, 3, 1, 2] }, `${block}/joined`);
  const projected = layers.linear(`${block}.xca.proj`, reshape(back, 0, pixels, channels), {
    factors: `${block}.gamma_xca`,
  });
  const sum = graph.node('Add', [tokens, projected], {}, `${block}/attended`);
  return reshape(sum, 0, side, side, channels);
}

/** Sines and cosines of each pixel's row and column, projected: [side · side, C]. */
function positions(layers: Layers, block: string, side: number): Float32Array {
  const projection = `${block}.pos_embd.token_projection`;
  const { shape, data: matrix } = layers.tensor(`${projection}.weight`);
  const { data: bias } = layers.tensor(`${projection}.bias`);
  const [channels, width] = shape as [number, number];
  const { features, temperature, epsilon } = POSITION;
  const waves = (place: number): number[] =>
    Array.from({ length: features }, (_, feature) => {
      const angle = ((place + 1) / (side + epsilon)) * 2 * Math.PI;
      const phase = angle / temperature ** ((2 * Math.floor(feature / 2)) / features);
      return feature % 2 === 0 ? Math.sin(phase) : Math.cos(phase);
    });
  const projected = new Float32Array(side * side * channels);
  for (let pixel = 0; pixel < side * side; pixel++) {
    const wave = [...waves(Math.floor(pixel / side)), ...waves(pixel % side)];
    for (let channel = 0; channel < channels; channel++)
      projected[pixel * channels + channel] = wave.reduce(
        (sum, value, index) => sum + value * matrix[channel * width + index]!,
        bias[channel]!,
      );
  }
  return projected;
}

interface LinearOptions {
  /** Rows of the weights to use, from and to; absent: all. */
  readonly rows?: readonly [number, number];
  /** Name of factors by which to multiply the result, one for each row. */
  readonly factors?: string;
}

/** Layers from which the blocks are built. */
class Layers {
  readonly graph: OnnxGraph;
  readonly #weights: ReadonlyMap<string, Constant>;

  constructor(graph: OnnxGraph, weights: ReadonlyMap<string, Constant>) {
    this.graph = graph;
    this.#weights = new Map(
      [...weights].map(([name, value]) => [name.replace(/^model\./, ''), value]),
    );
  }

  has(name: string): boolean {
    return this.#weights.has(name);
  }

  tensor(name: string): Constant {
    return lookUp(this.#weights)(name);
  }

  constant(name: string): string {
    const { shape, data } = this.tensor(name);
    return this.graph.floats(name, shape, Float32Array.from(data));
  }

  toLast(value: string): string {
    return this.graph.node('Transpose', [value], { perm: CHANNELS_LAST }, `${value}/last`);
  }

  toFirst(value: string): string {
    return this.graph.node('Transpose', [value], { perm: CHANNELS_FIRST }, `${value}/first`);
  }

  convolve(name: string, value: string, { stride = 1, depthwise = false } = {}): string {
    const [channels, , kernel] = this.tensor(`${name}.weight`).shape as [number, number, number];
    const edge = depthwise ? (kernel - 1) / 2 : 0;
    const attributes = {
      kernel_shape: [kernel, kernel],
      strides: [stride, stride],
      pads: [edge, edge, edge, edge],
      group: depthwise ? channels : 1,
    };
    const operands = [value, this.constant(`${name}.weight`), this.constant(`${name}.bias`)];
    return this.graph.node('Conv', operands, attributes, name);
  }

  /** Over the last axis. */
  normaliseLast(name: string, value: string): string {
    const operands = [value, this.constant(`${name}.weight`), this.constant(`${name}.bias`)];
    const attributes = { axis: -1, epsilon: { float: EPSILON } };
    return this.graph.node('LayerNormalization', operands, attributes, name);
  }

  /** Over the channels of [N, C, H, W]. */
  normalise(name: string, value: string): string {
    return this.toFirst(this.normaliseLast(name, this.toLast(value)));
  }

  linear(name: string, value: string, { rows, factors }: LinearOptions = {}): string {
    const { shape, data } = this.tensor(`${name}.weight`);
    const [count, width] = shape as [number, number];
    const [from, to] = rows ?? [0, count];
    const bias = this.tensor(`${name}.bias`).data;
    const scales = factors === undefined ? undefined : this.tensor(factors).data;
    const columns = to - from;
    const matrix = new Float32Array(width * columns);
    for (let row = 0; row < columns; row++)
      for (let column = 0; column < width; column++)
        matrix[column * columns + row] =
          data[(from + row) * width + column]! * (scales?.[row] ?? 1);
    const offsets = Float32Array.from(
      bias.subarray(from, to),
      (v, row) => v * (scales?.[row] ?? 1),
    );
    const weights = this.graph.floats(`${name}/weights`, [width, columns], matrix);
    const product = this.graph.node('MatMul', [value, weights], {}, `${name}/product`);
    const added = this.graph.floats(`${name}/bias`, [columns], offsets);
    return this.graph.node('Add', [product, added], {}, name);
  }

  /** Two linear layers with a GELU between, times the block's factors. */
  mlp(block: string, value: string): string {
    const { graph } = this;
    const wide = this.linear(`${block}.mlp.fc1`, value);
    const scalar = (number: number) => graph.floats(`${block}/scalar`, [], [number]);
    const argument = graph.node('Div', [wide, scalar(Math.SQRT2)], {}, `${block}/argument`);
    const erf = graph.node('Erf', [argument], {}, `${block}/erf`);
    const raised = graph.node('Add', [erf, scalar(1)], {}, `${block}/raised`);
    const doubled = graph.node('Mul', [wide, raised], {}, `${block}/doubled`);
    const gelu = graph.node('Mul', [doubled, scalar(0.5)], {}, `${block}/gelu`);
    return this.linear(`${block}.mlp.fc2`, gelu, { factors: `${block}.gamma` });
  }

  /**
   * Splits channels into as many groups as there are convolutions, and one more. Each group also
   * gets the result of the last.
   */
  split(block: string, value: string): string {
    const { graph } = this;
    const groups: string[] = [];
    const width = this.tensor(`${block}.convs.0.weight`).shape[0]!;
    const group = (index: number) => {
      const bounds = [index * width, (index + 1) * width, 1].map((number) =>
        graph.integers(`${block}/bound`, [number]),
      );
      return graph.node('Slice', [value, ...bounds], {}, `${block}/group`);
    };
    let index = 0;
    for (; this.has(`${block}.convs.${index}.weight`); index++) {
      const before = groups.at(-1);
      const own = group(index);
      const sum =
        before === undefined ? own : graph.node('Add', [before, own], {}, `${block}/joined`);
      groups.push(this.convolve(`${block}.convs.${index}`, sum, { depthwise: true }));
    }
    groups.push(group(index));
    return graph.node('Concat', groups, { axis: 1 }, `${block}/mixed`);
  }
}
