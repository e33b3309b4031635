/** Reads `.pt` files of PyTorch since 1.6: a ZIP with a pickle, and a file per storage. */
import { type UnzipFileInfo, unzipSync } from 'fflate';
import { BufferReader } from 'pickleparser';
import { extract, readTensors, type TensorView } from './torch-tensors.ts';
import type { Constant } from './weights.ts';

/** Dynamically quantised linear layers keep weights and bias as a pair under this name. */
const PACKED = /_packed_params\._packed_params$/;

const isTensor = (value: unknown): value is TensorView =>
  typeof value === 'object' && value !== null && 'storage' in value;

/** The tensors of a state dict as float32. Quantised layers: `….weight`, `….bias`. @throws Error */
export function readTorchArchive(bytes: Uint8Array): Map<string, Constant> {
  // PyTorch does not compress; the size stands in the file and is allocated.
  const fits = ({ name, originalSize }: UnzipFileInfo) => {
    if (originalSize > bytes.length) throw new Error(`${name} is larger than the file`);
    return true;
  };
  try {
    const entries = Object.entries(unzipSync(bytes, { filter: fits }));
    const [path, pickle] = entries.find(([name]) => name.endsWith('/data.pkl')) ?? [];
    if (path === undefined || pickle === undefined) throw new Error('no data.pkl');
    const folder = path.slice(0, -'data.pkl'.length);
    const storages = new Map(entries);
    const constants = new Map<string, Constant>();
    const keep = (name: string, tensor: unknown) => {
      if (!isTensor(tensor)) return;
      const storage = storages.get(`${folder}data/${tensor.storage.key}`);
      if (storage === undefined) throw new Error(`storage ${tensor.storage.key} is missing`);
      const constant = extract(tensor, storage);
      if (constant !== undefined) constants.set(name, constant);
    };
    for (const [name, value] of readTensors(new BufferReader(pickle))) {
      if (PACKED.test(name) && Array.isArray(value))
        for (const [index, part] of ['weight', 'bias'].entries())
          keep(name.replace(PACKED, part), value[index]);
      else keep(name, value);
    }
    return constants;
  } catch (error) {
    throw new Error(`PyTorch archive: ${error instanceof Error ? error.message : error}`);
  }
}
