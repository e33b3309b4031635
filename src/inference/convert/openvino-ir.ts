/** Reads OpenVINO's intermediate representation: layers in XML, constants in a second file. */
import { DOMParser, type Element } from '@xmldom/xmldom';
import { type Constant, elements } from './weights.ts';

/** The parts of a layer that we read. */
export interface IrLayer {
  readonly type: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The layers its inputs come from, by port. */
  readonly inputs: readonly string[];
  /** Shape of its (first) output. */
  readonly shape: readonly number[];
  /** Shapes of its inputs. */
  readonly inputShapes: readonly (readonly number[])[];
  /** For a constant. */
  readonly constant: Constant | undefined;
}

type Read = (view: DataView, offset: number) => number;

const READ: Readonly<Record<string, { readonly size: number; readonly read: Read }>> = {
  f16: { size: 2, read: (view, offset) => view.getFloat16(offset, true) },
  f32: { size: 4, read: (view, offset) => view.getFloat32(offset, true) },
  i32: { size: 4, read: (view, offset) => view.getInt32(offset, true) },
  i64: { size: 8, read: (view, offset) => Number(view.getBigInt64(offset, true)) },
};

/** A list of numbers in the format's notation: `1, 64, 3, 3`. */
export const numbersOf = (text: string | undefined): number[] =>
  (text ?? '').split(',').map(Number);

function constantOf(attributes: IrLayer['attributes'], view: DataView, name: string): Constant {
  const { element_type: type = '', shape: lengths } = attributes;
  const storage = READ[type];
  if (storage === undefined) throw new Error(`${name}: constants of ${type} are not supported`);
  const shape = lengths === '' ? [] : numbersOf(lengths);
  const [offset, size] = [Number(attributes.offset), Number(attributes.size)];
  if (elements(shape) * storage.size !== size)
    throw new Error(`${name}: [${shape}] is not ${size} bytes of ${type}`);
  if (!(offset + size <= view.byteLength))
    throw new Error(`${name}: the weights end at byte ${view.byteLength}`);
  const data = new Float32Array(elements(shape));
  for (let index = 0; index < data.length; index++)
    data[index] = storage.read(view, offset + index * storage.size);
  return { shape, data };
}

const children = (parent: Element | undefined, tag: string): Element[] =>
  parent === undefined
    ? []
    : Array.from(parent.childNodes).filter(
        (node): node is Element => (node as Element).tagName === tag,
      );

const portShapes = (layer: Element, side: 'input' | 'output'): number[][] =>
  children(children(layer, side)[0], 'port').map((port) =>
    children(port, 'dim').map((dim) => Number(dim.textContent)),
  );

function attributesOf(layer: Element): Record<string, string> {
  const [data] = children(layer, 'data');
  const attributes = data === undefined ? [] : Array.from(data.attributes);
  return Object.fromEntries(attributes.map(({ name, value }) => [name, value]));
}

/**
 * The layers by id in the order of the file, which is an order of computation.
 * @param xml text of the `.xml` file, version 10 or 11 of the format
 * @param weights the `.bin` file
 * @throws Error no such file, or its constants do not lie in the weights
 */
export function readIr(xml: string, weights: Uint8Array): Map<string, IrLayer> {
  const root = parse(xml);
  const version = root?.getAttribute('version') ?? '';
  if (root?.tagName !== 'net' || !['10', '11'].includes(version))
    fail('no network of version 10 or 11');
  const sources = new Map<string, Map<number, string>>();
  for (const edge of children(children(root, 'edges')[0], 'edge')) {
    const [from, to, port] = ['from-layer', 'to-layer', 'to-port'].map(
      (attribute) => edge.getAttribute(attribute) ?? '',
    ) as [string, string, string];
    const ports = sources.get(to) ?? new Map<number, string>();
    sources.set(to, ports.set(Number(port), from));
  }
  const view = new DataView(weights.buffer, weights.byteOffset, weights.byteLength);
  const layers = new Map<string, IrLayer>();
  for (const layer of children(children(root, 'layers')[0], 'layer')) {
    const [id, name, type] = ['id', 'name', 'type'].map(
      (attribute) => layer.getAttribute(attribute) ?? '',
    ) as [string, string, string];
    const attributes = attributesOf(layer);
    const ports = [...(sources.get(id) ?? [])].sort(([p], [q]) => p - q);
    layers.set(id, {
      type,
      name,
      attributes,
      inputs: ports.map(([, from]) => from),
      shape: portShapes(layer, 'output')[0] ?? [],
      inputShapes: portShapes(layer, 'input'),
      constant: type === 'Const' ? constantOf(attributes, view, name) : undefined,
    });
  }
  return layers;
}

function parse(xml: string): Element | null {
  const complaints: string[] = [];
  const onError = (_level: string, message: string) => void complaints.push(message);
  try {
    const { documentElement } = new DOMParser({ onError }).parseFromString(xml, 'text/xml');
    if (complaints.length === 0) return documentElement;
  } catch (error) {
    complaints.push(String(error));
  }
  return fail(complaints[0]!);
}

function fail(reason: string): never {
  throw new Error(`OpenVINO IR: ${reason.split('\n', 1)[0]}`);
}
