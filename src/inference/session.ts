/** One loaded model: float tensors in, float tensors out, on the calling thread. */
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { freeBytes } from '../memory.ts';
import { type ModelFile, readModel } from './models/model-file.ts';
import { onnxRuntime } from './onnx-runtime.ts';

export interface FloatTensor {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

/** A model ready to run. `run` blocks the calling thread, so sessions live in worker processes. */
export class Session {
  readonly #session: InferenceSession;

  constructor(session: InferenceSession) {
    this.#session = session;
  }

  get inputs(): readonly string[] {
    return this.#session.inputNames;
  }

  get outputs(): readonly string[] {
    return this.#session.outputNames;
  }

  /**
   * @param feeds a tensor for each input; `input` also means an only one @returns tensors by output
   */
  async run(feeds: Readonly<Record<string, FloatTensor>>): Promise<Record<string, FloatTensor>> {
    const tensors: Record<string, Tensor> = {};
    for (const [name, { data, dims }] of Object.entries(feeds))
      tensors[this.#inputName(name)] = new onnxRuntime.Tensor('float32', data, dims);
    const results = await this.#session.run(tensors);
    const outputs: Record<string, FloatTensor> = {};
    for (const [name, { data, dims }] of Object.entries(results))
      outputs[name] = { data: data as Float32Array, dims };
    return outputs;
  }

  /** Networks of others call their image `data` or `input_1`; callers need not know. */
  #inputName(name: string): string {
    const { inputNames } = this.#session;
    return name === 'input' && inputNames.length === 1 ? inputNames[0]! : name;
  }

  /** Frees the native memory; the session must not be used afterwards. */
  async close(): Promise<void> {
    await this.#session.release();
  }
}

/** Weights beside a network were not verified with it: no folder can be below a file. */
const NOWHERE = `${process.execPath}/none`;

/**
 * Loads a model (ONNX) with one thread and all graph optimisations ('extended' is measurably
 * slower). Parallel work is for more sessions, not for more threads in one.
 *
 * From then on the calling thread takes subnormal numbers (below 1e-307) for zero, JavaScript's
 * included: the dead channels of MobileFace V2 make it six times slower otherwise.
 * @throws ModelError the file is not the verified one
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
  // It has copied them; as garbage they would lie outside the heap for minutes.
  if (bytes !== model) freeBytes(bytes);
  return new Session(session);
}
