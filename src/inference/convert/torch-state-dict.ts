/** Reads `.pth` files of PyTorch before 1.6: pickles, then the raw storages of the tensors. */
import { BufferReader } from 'pickleparser';
import { extract, readPickle, readTensors, sizeOf, type TensorView } from './torch-tensors.ts';
import type { Constant } from './weights.ts';

/** The number 0x1950a86a20f9469cfc6c as a pickle, with which such a file begins. */
const MAGIC = Buffer.from('80028a0a6cfc9c46f9206aa850192e', 'hex');

/**
 * The float32 tensors of a state dict, without the prefix `module.`.
 * @param bytes of a file that was verified by its digest
 */
export function readStateDict(bytes: Uint8Array): Map<string, Constant> {
  const reader = new BufferReader(bytes);
  reader.skip(MAGIC.length);
  // The protocol, and facts about the machine that wrote the file.
  readPickle(reader);
  readPickle(reader);
  const tensors = [...readTensors(reader)] as [string, TensorView][];
  const keys = readPickle(reader) as string[];
  const storages = readStorages(bytes, reader.position, keys, tensors);
  return new Map(
    tensors.flatMap(([name, tensor]) => {
      const constant = extract(tensor, storages.get(tensor.storage.key)!);
      return constant === undefined ? [] : [[name.replace(/^module\./, ''), constant]];
    }),
  );
}

/** The raw values behind the pickles: for each key, a count of 8 bytes and the elements. */
function readStorages(
  bytes: Uint8Array,
  from: number,
  keys: readonly string[],
  tensors: readonly [string, TensorView][],
): Map<string, Uint8Array> {
  const sizes = new Map(tensors.map(([, { storage }]) => [storage.key, sizeOf(storage)]));
  let offset = from;
  return new Map(
    keys.map((key) => {
      const start = offset + 8;
      offset = start + sizes.get(key)!;
      return [key, bytes.subarray(start, offset)];
    }),
  );
}
