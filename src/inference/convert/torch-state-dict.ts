/** Reads `.pth` files of PyTorch before 1.6: pickles, then the raw storages of the tensors. */
import { PickleReader, type PickleRules } from './torch-pickle.ts';
import { type Constant, elements } from './weights.ts';

const MAGIC = 0x1950a86a20f9469cfc6cn;
const PROTOCOL = 1001;

/** Bytes of an element, by the storage class. Integers count batches and are not needed. */
const SIZES: Readonly<Record<string, number>> = {
  'torch.FloatStorage': 4,
  'torch.LongStorage': 8,
};

interface Storage {
  readonly key: string;
  readonly type: string;
  readonly length: number;
}

interface TensorView {
  readonly storage: Storage;
  readonly offset: number;
  readonly shape: readonly number[];
  readonly strides: readonly number[];
}

const REBUILD = 'torch._utils._rebuild_tensor_v2';
const ORDERED_DICT = 'collections.OrderedDict';

/** Only tensors, storages and dicts: a pickle could otherwise name anything. */
const STATE_DICT: PickleRules = {
  global: (name) => {
    if (name !== REBUILD && name !== ORDERED_DICT && SIZES[name] === undefined)
      throw new Error(`${name} does not belong into a state dict`);
    return name;
  },
  reduce: (callable, args) => {
    if (callable === ORDERED_DICT) return new Map();
    if (callable !== REBUILD) throw new Error(`${String(callable)} cannot be called`);
    const [storage, offset, shape, strides] = args as [Storage, number, number[], number[]];
    return { storage, offset, shape, strides } satisfies TensorView;
  },
  persistent: (id) => {
    const [kind, type, key, , length] = id as [string, string, string, string, number];
    if (kind !== 'storage') throw new Error(`a ${kind} instead of a storage`);
    return { key, type, length } satisfies Storage;
  },
};

const PLAIN: PickleRules = {
  global: (name) => {
    throw new Error(`${name} is not plain data`);
  },
  reduce: () => undefined,
  persistent: () => undefined,
};

/** The raw values behind the pickles: for each key, a count and the elements. */
function readStorages(
  bytes: Uint8Array,
  from: number,
  keys: readonly string[],
  types: ReadonlyMap<string, Storage>,
): Map<string, Float32Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const storages = new Map<string, Float32Array>();
  let offset = from;
  for (const key of keys) {
    const storage = types.get(key);
    if (storage === undefined) throw new Error(`storage ${key} belongs to no tensor`);
    const count = Number(view.getBigUint64(offset, true));
    if (count !== storage.length) throw new Error(`storage ${key} has ${count} elements`);
    offset += 8;
    const size = SIZES[storage.type]!;
    if (offset + count * size > bytes.length) throw new RangeError('the file ends too early');
    if (size === 4) {
      const data = new Float32Array(count);
      for (let index = 0; index < count; index++)
        data[index] = view.getFloat32(offset + index * 4, true);
      storages.set(key, data);
    }
    offset += count * size;
  }
  return storages;
}

/**
 * The float32 tensors of a state dict by name, without the prefix `module.` of parallel training.
 * @throws Error when the bytes are no such file, end too early, or name anything but tensors
 */
export function readStateDict(bytes: Uint8Array): Map<string, Constant> {
  try {
    const reader = new PickleReader(bytes);
    if (reader.read(PLAIN) !== MAGIC) throw new Error('not in the format before PyTorch 1.6');
    if (reader.read(PLAIN) !== PROTOCOL) throw new Error('unknown protocol');
    const system = reader.read(PLAIN) as Map<string, unknown>;
    if (system.get('little_endian') !== true) throw new Error('big-endian');
    const views = reader.read(STATE_DICT);
    if (!(views instanceof Map)) throw new Error('no state dict');
    const keys = reader.read(PLAIN) as string[];
    const tensors = [...views] as [string, TensorView][];
    const types = new Map(tensors.map(([, { storage }]) => [storage.key, storage]));
    const storages = readStorages(bytes, reader.offset, keys, types);
    const constants = new Map<string, Constant>();
    for (const [name, view] of tensors) {
      const data = storages.get(view.storage.key);
      if (data !== undefined) constants.set(name.replace(/^module\./, ''), extract(view, data));
    }
    return constants;
  } catch (error) {
    throw new Error(`PyTorch state dict: ${error instanceof Error ? error.message : error}`);
  }
}

/** The elements of a contiguous tensor. */
function extract({ offset, shape, strides }: TensorView, data: Float32Array): Constant {
  const contiguous = shape.every(
    (length, axis) => length === 1 || strides[axis] === elements(shape.slice(axis + 1)),
  );
  if (!contiguous) throw new Error('a tensor is not stored row by row');
  if (offset + elements(shape) > data.length) throw new Error('a tensor exceeds its storage');
  return { shape, data: data.subarray(offset, offset + elements(shape)) };
}
