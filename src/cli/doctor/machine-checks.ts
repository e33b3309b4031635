/** The machine: runtime, processor, memory, disk and the native parts of our dependencies. */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { freeSpace, LITTLE_SPACE, NO_SPACE } from '../../operations/admin/free-space.ts';
import { isNodeTooOld, NEEDED_NODE } from '../environment.ts';
import { count } from '../output.ts';
import { type Finding, failed } from './finding.ts';

const MB = 1024 ** 2;
const GB = 1024 ** 3;

export function checkNode(): Finding {
  const check = 'Node.js';
  const message = `${process.version} (${process.platform} ${process.arch})`;
  if (!isNodeTooOld()) return { check, state: 'ok', message };
  const advice = `${NEEDED_NODE} is needed: run "npm install", which installs it.`;
  return { check, state: 'fail', message, advice };
}

export async function checkCpu(): Promise<Finding> {
  const check = 'processor';
  const cores = count(availableParallelism(), 'core');
  const flags = /^flags\s*:(.*)$/m.exec(await readFile('/proc/cpuinfo', 'utf8').catch(() => ''));
  const features = ['avx2', 'avx512f', 'avx512_vnni'].filter((name) =>
    ` ${flags?.[1] ?? ''} `.includes(` ${name} `),
  );
  if (process.arch !== 'x64' || flags === null)
    return { check, state: 'ok', message: `${cores}, ${process.arch}` };
  if (features.length > 0)
    return { check, state: 'ok', message: `${cores}, ${features.join(', ')}` };
  return {
    check,
    state: 'warn',
    message: `${cores}, without AVX2`,
    advice:
      'It works, but several times slower. A virtual machine may hide it: pass the host CPU through.',
  };
}

export function checkMemory(): Finding {
  const check = 'memory';
  const limit = process.constrainedMemory();
  const available = process.availableMemory();
  const message = `${size(available)} available${limit > 0 && limit < 2 ** 50 ? ` of ${size(limit)}` : ''}`;
  if (available >= GB) return { check, state: 'ok', message };
  return {
    check,
    state: available >= 512 * MB ? 'warn' : 'fail',
    message,
    advice: 'It takes about 300 MB, and 300 MB more for each worker: lower PROSOPON_WORKERS.',
  };
}

/** Free space where the data directory is, or will be. */
export async function checkDisk(dataDir: string): Promise<Finding> {
  const check = 'disk';
  const found = await freeSpace(dataDir);
  if (found === undefined)
    return { check, state: 'warn', message: 'free space cannot be measured' };
  const { path, free } = found;
  const message = `${size(free)} free at ${path}`;
  if (free >= LITTLE_SPACE) return { check, state: 'ok', message };
  const advice = 'Converted models take 100 MB, each person about 100 kB: free some space.';
  return { check, state: free >= NO_SPACE ? 'warn' : 'fail', message, advice };
}

/** Whether the two dependencies with compiled code load on this machine. */
export async function checkNativeModules(): Promise<Finding> {
  const check = 'native modules';
  const advice =
    'Run "npm install" on this machine; a node_modules copied from another machine fails.';
  try {
    const [sharp, { onnxRuntime }] = await Promise.all([
      import('sharp'),
      import('../../inference/onnx-runtime.ts'),
    ]);
    const versions = [
      `libvips ${sharp.default.versions.vips}`,
      `ONNX Runtime ${onnxRuntime.env.versions.node ?? onnxRuntime.env.versions.common}`,
    ];
    return { check, state: 'ok', message: versions.join(', ') };
  } catch (thrown) {
    return failed(check, thrown, advice);
  }
}

function size(bytes: number): string {
  return bytes >= GB ? `${(bytes / GB).toFixed(1)} GB` : `${Math.round(bytes / MB)} MB`;
}
