/** A loaded model: float tensors in, float tensors out, on the calling thread. */
import type { InferenceSession } from 'onnxruntime-node';
import { freeBytes } from '../memory.ts';
import { type ModelFile, readModel } from './models/model-file.ts';
import { onnxRuntime } from './onnx-runtime.ts';

export interface FloatTensor {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

/** A loaded model. `run` blocks the calling thread, so sessions live in worker processes. */
export class Session {
  readonly #session: InferenceSession;

  constructor(session: InferenceSession) {
    this.#session = session;
  }

  /** @param input of the one input, however the network calls it @returns tensors by output */
  async run({ input }: { readonly input: FloatTensor }): Promise<Record<string, FloatTensor>> {
    const tensor = new onnxRuntime.Tensor('float32', input.data, input.dims);
    const results = await this.#session.run({ [this.#session.inputNames[0]!]: tensor });
    const outputs: Record<string, FloatTensor> = {};
    for (const [name, { data, dims }] of Object.entries(results))
      outputs[name] = { data: data as Float32Array, dims };
    return outputs;
  }

  /** Frees the native memory. Do not use the session afterwards. */
  async close(): Promise<void> {
    await this.#session.release();
  }
}

/** Weights beside a network were not verified with it: no folder can be below a file. */
const NOWHERE = `${process.execPath}/none`;

/**
 * Loads an ONNX model with one thread and all graph optimisations ('extended' is measurably
 * slower). For parallel work use more sessions, not more threads.
 *
 * From then on the calling thread treats subnormal numbers (below 1e-307) as zero, in JavaScript
 * too. Otherwise a network with dead channels was six times slower.
 * @throws ModelError the file is not the verified file
 */
export async function openSession(model: ModelFile | Uint8Array): Promise<Session> {
  const bytes = model instanceof Uint8Array ? model : await readModel(model);
  const session = await onnxRuntime.InferenceSession.create(bytes, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
    extra: {
      session: {
        set_denormal_as_zero: '1',
        model_external_initializers_file_folder_path: NOWHERE,
      },
    },
  });
  // The session has copied them; as garbage they would stay outside the heap for minutes.
  if (bytes !== model) freeBytes(bytes);
  return new Session(session);
}
