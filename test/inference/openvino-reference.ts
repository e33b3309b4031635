/**
 * Runs OpenVINO's intermediate representation plainly, layer by layer, as its operations are
 * defined (docs.openvino.ai, operation sets). Our conversion is compared with it.
 */

interface Tensor {
  readonly shape: readonly number[];
  readonly data: Float64Array;
}

interface Layer {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, string>>;
}

type Operation = (inputs: readonly Tensor[], data: Layer['data']) => Tensor;

const list = (text = '') => text.split(',').map(Number);
const attributes = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
  );
const count = (shape: readonly number[]) => shape.reduce((p, length) => p * length, 1);

/** Output length, and the border before the first value, of a window that slides along an axis. */
function slide(data: Layer['data'], axis: number, length: number, kernel: number) {
  const stride = list(data.strides)[axis]!;
  const reach = (kernel - 1) * (data.dilations ? list(data.dilations)[axis]! : 1) + 1;
  const pad = data.auto_pad ?? 'explicit';
  if (pad.startsWith('same')) {
    const out = Math.ceil(length / stride);
    const border = Math.max(0, (out - 1) * stride + reach - length);
    return { out, before: pad === 'same_upper' ? border >> 1 : (border + 1) >> 1 };
  }
  const [before, after] =
    pad === 'valid' ? [0, 0] : [list(data.pads_begin)[axis]!, list(data.pads_end)[axis]!];
  const round = data.rounding_type === 'ceil' ? Math.ceil : Math.floor;
  return { out: round((length + before + after - reach) / stride) + 1, before };
}

/** Kernel [groups, out of a group, in of a group, height, width]. */
function convolve(input: Tensor, kernel: Tensor, data: Layer['data']): Tensor {
  const [batch, , height, width] = input.shape as [number, number, number, number];
  const [groups, outs, ins, kh, kw] = kernel.shape as [number, number, number, number, number];
  const [sy, sx] = list(data.strides) as [number, number];
  const [dy, dx] = list(data.dilations) as [number, number];
  const rows = slide(data, 0, height, kh);
  const columns = slide(data, 1, width, kw);
  const shape = [batch, groups * outs, rows.out, columns.out];
  const out = new Float64Array(count(shape));
  // Kernel value by kernel value, each along whole rows: in the order of the definition it takes seconds.
  const add = (plane: number, from: number, weight: number, ky: number, kx: number) => {
    const first = Math.max(0, Math.ceil((columns.before - kx * dx) / sx));
    const last = Math.min(columns.out, Math.floor((width - 1 + columns.before - kx * dx) / sx) + 1);
    for (let y = 0; y < rows.out; y++) {
      const row = y * sy - rows.before + ky * dy;
      if (row < 0 || row >= height) continue;
      const line = (from * height + row) * width - columns.before + kx * dx;
      const to = (plane * rows.out + y) * columns.out;
      for (let x = first; x < last; x++) out[to + x]! += input.data[line + x * sx]! * weight;
    }
  };
  for (let n = 0; n < batch; n++)
    for (let channel = 0; channel < groups * outs; channel++)
      for (let c = 0; c < ins; c++)
        for (let ky = 0; ky < kh; ky++)
          for (let kx = 0; kx < kw; kx++) {
            const from = n * groups * ins + Math.floor(channel / outs) * ins + c;
            const weight = kernel.data[((channel * ins + c) * kh + ky) * kw + kx]!;
            add(n * groups * outs + channel, from, weight, ky, kx);
          }
  return { shape, data: out };
}

function average(input: Tensor, data: Layer['data']): Tensor {
  const [batch, channels, height, width] = input.shape as [number, number, number, number];
  const [kh, kw] = list(data.kernel) as [number, number];
  const [sy, sx] = list(data.strides) as [number, number];
  const rows = slide(data, 0, height, kh);
  const columns = slide(data, 1, width, kw);
  const shape = [batch, channels, rows.out, columns.out];
  const out = new Float64Array(count(shape));
  let at = 0;
  for (let plane = 0; plane < batch * channels; plane++)
    for (let y = 0; y < rows.out; y++)
      for (let x = 0; x < columns.out; x++) {
        let [sum, inside] = [0, 0];
        for (let row = y * sy - rows.before; row < y * sy - rows.before + kh; row++)
          for (
            let column = x * sx - columns.before;
            column < x * sx - columns.before + kw;
            column++
          )
            if (row >= 0 && row < height && column >= 0 && column < width) {
              sum += input.data[(plane * height + row) * width + column]!;
              inside++;
            }
        out[at++] = sum / (data['exclude-pad'] === 'true' ? inside : kh * kw);
      }
  return { shape, data: out };
}

/** By the rules of NumPy. */
function combine(p: Tensor, q: Tensor, operation: (a: number, b: number) => number): Tensor {
  const rank = Math.max(p.shape.length, q.shape.length);
  const padded = ({ shape }: Tensor): number[] => [...Array(rank - shape.length).fill(1), ...shape];
  const [first, second] = [padded(p), padded(q)];
  const shape = first.map((length, axis) => Math.max(length, second[axis]!));
  const out = new Float64Array(count(shape));
  for (let index = 0; index < out.length; index++) {
    let [rest, a, b, stepA, stepB] = [index, 0, 0, 1, 1];
    for (let axis = rank - 1; axis >= 0; axis--) {
      const at = rest % shape[axis]!;
      rest = Math.floor(rest / shape[axis]!);
      if (first[axis]! > 1) a += at * stepA;
      if (second[axis]! > 1) b += at * stepB;
      stepA *= first[axis]!;
      stepB *= second[axis]!;
    }
    out[index] = operation(p.data[a]!, q.data[b]!);
  }
  return { shape, data: out };
}

/** One slope, one for each channel, or a tensor that is broadcast. */
function prelu(input: Tensor, slopes: Tensor): Tensor {
  const perChannel = slopes.shape.length === 1 && slopes.data.length > 1;
  const shape = perChannel
    ? [slopes.data.length, ...input.shape.slice(2).map(() => 1)]
    : slopes.shape;
  return combine(input, { ...slopes, shape }, (x, slope) => (x < 0 ? x * slope : x));
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  Convolution: ([input, kernel], data) =>
    convolve(input!, { ...kernel!, shape: [1, ...kernel!.shape] }, data),
  GroupConvolution: ([input, kernel], data) => convolve(input!, kernel!, data),
  AvgPool: ([input], data) => average(input!, data),
  PReLU: ([input, slopes]) => prelu(input!, slopes!),
  Add: ([p, q]) => combine(p!, q!, (a, b) => a + b),
  Multiply: ([p, q]) => combine(p!, q!, (a, b) => a * b),
  Sigmoid: ([input]) => ({ ...input!, data: input!.data.map((x) => 1 / (1 + Math.exp(-x))) }),
  Convert: ([input]) => input!,
};

function constant({ data }: Layer, weights: DataView): Tensor {
  const shape = data.shape === '' ? [] : list(data.shape);
  const [offset, half] = [Number(data.offset), data.element_type === 'f16'];
  const values = new Float64Array(count(shape)).map((_, index) =>
    half
      ? weights.getFloat16(offset + 2 * index, true)
      : weights.getFloat32(offset + 4 * index, true),
  );
  return { shape, data: values };
}

/** The network's result for one input of the shape it states. */
export function runIr(xml: string, weights: Uint8Array, input: ArrayLike<number>): Float64Array {
  const view = new DataView(weights.buffer, weights.byteOffset, weights.byteLength);
  const edges = [...xml.matchAll(/<edge [^>]*>/g)].map(([text]) => attributes(text));
  const values = new Map<string, Tensor>();
  for (const [, head = '', body = ''] of xml.matchAll(/<layer ([^>]*)>([\s\S]*?)<\/layer>/g)) {
    const { id = '', type = '' } = attributes(head);
    const layer = { id, type, data: attributes(/<data ([^>]*)>/.exec(body)?.[1] ?? '') } as Layer;
    const inputs = edges
      .filter((edge) => edge['to-layer'] === id)
      .sort((p, q) => Number(p['to-port']) - Number(q['to-port']))
      .map((edge) => values.get(edge['from-layer']!)!);
    if (type === 'Result') return inputs[0]!.data;
    if (type === 'Parameter')
      values.set(id, { shape: list(layer.data.shape), data: Float64Array.from(input) });
    else if (type === 'Const') values.set(id, constant(layer, view));
    else values.set(id, OPERATIONS[type]!(inputs, layer.data));
  }
  throw new Error('no result');
}
