/** Reads `.pth` files of PyTorch before 1.6: pickles, then the raw storages of the tensors. */
import { BufferReader } from 'pickleparser';
import {
  elementSize,
  extract,
  readPickle,
  readTensors,
  type Storage,
  type TensorView,
} from './torch-tensors.ts';
import type { Constant } from './weights.ts';

/** The number 0x1950a86a20f9469cfc6c as a pickle, with which such a file begins. */
const MAGIC = Buffer.from('80028a0a6cfc9c46f9206aa850192e', 'hex');
const PROTOCOL = 1001;

/** The raw values behind the pickles: for each key, a count and the elements. */
function readStorages(
  bytes: Uint8Array,
  from: number,
  keys: readonly string[],
  types: ReadonlyMap<string, Storage>,
): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const storages = new Map<string, Uint8Array>();
  let offset = from;
  for (const key of keys) {
    const storage = types.get(key);
    if (storage === undefined) throw new Error(`storage ${key} belongs to no tensor`);
    const count = Number(view.getBigUint64(offset, true));
    if (count !== storage.length) throw new Error(`storage ${key} has ${count} elements`);
    offset += 8;
    const length = count * elementSize(storage);
    if (offset + length > bytes.length) throw new RangeError('the file ends too early');
    storages.set(key, bytes.subarray(offset, offset + length));
    offset += length;
  }
  return storages;
}

/** The float32 tensors of a state dict, without the prefix `module.`. @throws Error */
export function readStateDict(bytes: Uint8Array): Map<string, Constant> {
  try {
    if (!MAGIC.equals(bytes.subarray(0, MAGIC.length)))
      throw new Error('not in the format before PyTorch 1.6');
    const reader = new BufferReader(bytes);
    reader.skip(MAGIC.length);
    if (readPickle(reader) !== PROTOCOL) throw new Error('unknown protocol');
    const system = readPickle(reader) as Map<string, unknown>;
    if (system.get('little_endian') !== true) throw new Error('big-endian');
    const views = readTensors(reader);
    const keys = readPickle(reader) as string[];
    const tensors = [...views] as [string, TensorView][];
    const types = new Map(tensors.map(([, { storage }]) => [storage.key, storage]));
    const storages = readStorages(bytes, reader.position, keys, types);
    const constants = new Map<string, Constant>();
    for (const [name, tensor] of tensors) {
      const constant = extract(tensor, storages.get(tensor.storage.key)!);
      if (constant !== undefined) constants.set(name.replace(/^module\./, ''), constant);
    }
    return constants;
  } catch (error) {
    throw new Error(`PyTorch state dict: ${error instanceof Error ? error.message : error}`);
  }
}
