/** Tensors as PyTorch pickles them in state dicts. */
import { type BufferReader, Parser } from 'pickleparser';
import { type Constant, elements } from './weights.ts';

/** Reads an element of a storage class. Integers only count batches and are not needed. */
const READ: Readonly<Record<string, { size: number; read?: (at: DataView, i: number) => number }>> =
  {
    'torch.FloatStorage': { size: 4, read: (view, offset) => view.getFloat32(offset, true) },
    'torch.LongStorage': { size: 8 },
  };

interface Storage {
  readonly key: string;
  readonly type: string;
  readonly length: number;
}

/** Part of a storage. */
export interface TensorView {
  readonly storage: Storage;
  readonly offset: number;
  readonly shape: readonly number[];
}

/** Permitted calls. All else a state dict may name are storages. */
const CALLABLE: Readonly<Record<string, (...args: never[]) => unknown>> = {
  'collections.OrderedDict': () => new Map(),
  'torch._utils._rebuild_tensor_v2': (
    ...[storage, offset, shape]: [Storage, number, number[]]
  ): TensorView => ({ storage, offset, shape }),
};

/** Only tensors, storages and dicts: a pickle could otherwise call any function. */
const parser = new Parser({
  unpicklingTypeOfDictionary: 'Map',
  nameResolver: {
    resolve: (module, word) => {
      const name = `${module}.${word}`;
      if (!(Object.hasOwn(CALLABLE, name) || Object.hasOwn(READ, name)))
        throw new Error(`${name} does not belong into a state dict`);
      // A storage is only an argument of a call. Calling it fails.
      return (CALLABLE[name] ?? name) as () => unknown;
    },
  },
  persistentResolver: {
    resolve: (id: unknown) => {
      const [kind, type, key, , length] = id as [string, string, string, string, number];
      if (kind !== 'storage') throw new Error(`a ${kind} instead of a storage`);
      return { key, type, length } satisfies Storage;
    },
  },
});

/** The value of the next pickle. @throws Error it ends early, or names something forbidden */
export const readPickle = (reader: BufferReader): unknown => parser.read(reader);

/** The tensors in the next pickle's dict, by name, with its other entries. @throws Error no dict */
export function readTensors(reader: BufferReader): Map<string, unknown> {
  const dict = readPickle(reader);
  if (!(dict instanceof Map)) throw new Error('no state dict');
  return dict;
}

/** Bytes of a storage. */
export const sizeOf = ({ type, length }: Storage): number => READ[type]!.size * length;

/** A tensor, stored row by row, as float32; undefined for integers. @param bytes the whole storage */
export function extract(
  { storage, offset, shape }: TensorView,
  bytes: Uint8Array,
): Constant | undefined {
  const { size, read } = READ[storage.type]!;
  if (read === undefined) return undefined;
  const data = new Float32Array(elements(shape));
  const at = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let index = 0; index < data.length; index++) data[index] = read(at, (offset + index) * size);
  return { shape, data };
}
