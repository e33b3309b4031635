/** The MiniFASNets of Silent-Face-Anti-Spoofing, built as ONNX from their PyTorch weights. */
import { OnnxGraph } from './onnx-graph.ts';
import type { Constant } from './weights.ts';

const SIDE = 80;
/** PyTorch's default for batch normalisation. */
const EPSILON = 1e-5;

/** Depth-wise blocks without a shortcut halve the image. The stages between them keep its size. */
const STAGES: readonly { readonly name: string; readonly blocks: number }[] = [
  { name: 'conv_23', blocks: 0 },
  { name: 'conv_3', blocks: 4 },
  { name: 'conv_34', blocks: 0 },
  { name: 'conv_4', blocks: 6 },
  { name: 'conv_45', blocks: 0 },
  { name: 'conv_5', blocks: 2 },
];

interface Options {
  readonly stride?: 1 | 2;
  readonly depthwise?: boolean;
  readonly padded?: boolean;
}

/**
 * Builds MiniFASNet V2 or V1SE (minivision-ai, after MobileFaceNet). The channel numbers of the
 * weights, and the presence of squeeze-and-excitation modules, tell which. Folds batch
 * normalisations into the convolutions before them.
 *
 * Input `input` [N, 3, 80, 80], BGR 0..255; output `output` [N, 3], probabilities of print, live
 * and replay.
 * @param weights tensors of the state dict by name
 */
export function buildMiniFasNet(weights: ReadonlyMap<string, Constant>): Uint8Array {
  const graph = new OnnxGraph();
  const tensor = (name: string) => weights.get(name)!;

  /** Weights [channels, …] and bias, with the following batch normalisation folded in. */
  const fold = (weight: string, norm: string): { shape: readonly number[]; operands: string[] } => {
    const { shape, data } = tensor(weight);
    const [gamma, beta, mean, variance] = ['weight', 'bias', 'running_mean', 'running_var'].map(
      (part) => tensor(`${norm}.${part}`).data,
    ) as [Float32Array, Float32Array, Float32Array, Float32Array];
    const factors = gamma.map((value, i) => value / Math.sqrt(variance[i]! + EPSILON));
    const perChannel = data.length / shape[0]!;
    const scaled = Float32Array.from(
      data,
      (value, i) => value * factors[Math.floor(i / perChannel)]!,
    );
    const bias = beta.map((value, i) => value - mean[i]! * factors[i]!);
    return {
      shape,
      operands: [
        graph.floats(`${weight}/folded`, shape, scaled),
        graph.floats(`${weight}/bias`, [shape[0]!], bias),
      ],
    };
  };

  const convolve = (name: string, input: string, options: Options = {}): string => {
    const { stride = 1, depthwise = false, padded = true } = options;
    const { shape, operands } = fold(`${name}.conv.weight`, `${name}.bn`);
    const [channels, , kernel] = shape as [number, number, number];
    const edge = padded ? (kernel - 1) / 2 : 0;
    const attributes = {
      kernel_shape: [kernel, kernel],
      strides: [stride, stride],
      pads: [edge, edge, edge, edge],
      group: depthwise ? channels : 1,
    };
    const output = graph.node('Conv', [input, ...operands], attributes, name);
    const slopes = weights.get(`${name}.prelu.weight`);
    if (slopes === undefined) return output;
    const slope = graph.floats(`${name}/slope`, [channels, 1, 1], Float32Array.from(slopes.data));
    return graph.node('PRelu', [output, slope], {}, `${name}/prelu`);
  };

  const block = (name: string, input: string, stride: 1 | 2): string => {
    const wide = convolve(`${name}.conv`, input);
    const deep = convolve(`${name}.conv_dw`, wide, { stride, depthwise: true });
    return convolve(`${name}.project`, deep);
  };

  /** Weighs channels by their mean over the image (Hu et al. 2018). */
  const excite = (name: string, input: string): string => {
    const dense = (layer: 1 | 2, value: string) => {
      const { operands } = fold(`${name}.fc${layer}.weight`, `${name}.bn${layer}`);
      return graph.node('Conv', [value, ...operands], { kernel_shape: [1, 1] }, `${name}/${layer}`);
    };
    const mean = graph.node('GlobalAveragePool', [input], {}, `${name}/mean`);
    const squeezed = graph.node('Relu', [dense(1, mean)], {}, `${name}/relu`);
    const gate = graph.node('Sigmoid', [dense(2, squeezed)], {}, `${name}/gate`);
    return graph.node('Mul', [input, gate], {}, name);
  };

  const residual = (name: string, input: string): string => {
    const added = block(name, input, 1);
    const excitation = `${name}.se_module`;
    const gated = weights.has(`${excitation}.fc1.weight`) ? excite(excitation, added) : added;
    return graph.node('Add', [input, gated], {}, `${name}/sum`);
  };

  const input = graph.input('input', ['N', 3, SIDE, SIDE]);
  graph.reserve('output');
  let value = convolve('conv1', input, { stride: 2 });
  value = convolve('conv2_dw', value, { depthwise: true });
  for (const { name, blocks } of STAGES) {
    if (blocks === 0) value = block(name, value, 2);
    for (let index = 0; index < blocks; index++) value = residual(`${name}.model.${index}`, value);
  }
  value = convolve('conv_6_sep', value);
  value = convolve('conv_6_dw', value, { depthwise: true, padded: false });
  value = graph.node('Flatten', [value], { axis: 1 }, 'flat');
  const linear = fold('linear.weight', 'bn');
  value = graph.node('Gemm', [value, ...linear.operands], { transB: 1 }, 'linear');
  const { shape, data } = tensor('prob.weight');
  const head = graph.floats('prob/weights', shape, Float32Array.from(data));
  value = graph.node('Gemm', [value, head], { transB: 1 }, 'prob');
  graph.output('output', graph.node('Softmax', [value], { axis: 1 }, 'softmax'), ['N', shape[0]!]);
  return graph.encode('minifasnet');
}
