/** Finds faces in a separate thread. No part of a picture leaves the device. */
import type { FoundFace } from './faces.ts';
import type { Answer, Question } from './messages.ts';

export interface Finder {
  /** Side of its square input, in pixels. */
  readonly side: number;
  /**
   * Faces in a picture (RGBA), most certain first. One call at a time. It takes over the pixels.
   * @throws Error the thread has died
   */
  find(pixels: Uint8ClampedArray<ArrayBuffer>): Promise<readonly FoundFace[]>;
}

/**
 * Milliseconds to wait for the finder to load or to respond: the network may be slow, or the thread
 * hang.
 */
const PATIENCE = 15_000;

/**
 * Loads the finder: program, kernel and weights, 330 kB.
 * @param folder of its files
 * @param signal ends it
 * @throws Error they cannot be loaded, or page or browser do not allow the thread
 */
export async function startFinder(folder: URL, signal: AbortSignal): Promise<Finder> {
  const failed = new AbortController();
  const ended = AbortSignal.any([signal, failed.signal]);
  const fail = (why: string) => failed.abort(new Error(`the finder of faces ${why}`));
  const inTime = <T>(work: Promise<T>): Promise<T> => {
    const late = setTimeout(fail, PATIENCE, 'does not answer');
    return work.finally(() => clearTimeout(late));
  };
  const load = async (name: string) => {
    const response = await fetch(new URL(name, folder), { signal: ended });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return response;
  };
  const bytes = async (name: string) => (await load(name)).arrayBuffer();
  const open = async () => {
    const worker = await openWorker(new URL('face-finder.js', folder), load);
    // It may fail before its first question: if it cannot be loaded, or is not allowed.
    worker.onerror = () => fail('has failed');
    return talkTo(worker, ended);
  };
  const begin = async () => {
    const [ask, kernel, weights, hindrances] = await Promise.all([
      open(),
      bytes('face-finder.wasm'),
      bytes('face-finder.weights'),
      bytes('face-finder.hindrances.weights'),
    ]);
    const begun = await ask({ kernel, weights, hindrances }, [kernel, weights, hindrances]);
    if (!('side' in begun && begun.side > 0))
      throw new Error('the finder of faces cannot run here');
    return { ask, side: begun.side };
  };
  try {
    const { ask, side } = await inTime(begin());
    return {
      side,
      async find(pixels) {
        const found = await inTime(ask({ pixels }, [pixels.buffer]));
        return 'faces' in found ? found.faces : [];
      },
    };
  } catch (error) {
    failed.abort(error);
    throw error;
  }
}

/** Browsers refuse a thread with another origin's program, but allow one with a copy. */
async function openWorker(url: URL, load: (name: string) => Promise<Response>): Promise<Worker> {
  if (url.origin === location.origin) return new Worker(url, { type: 'module' });
  const copy = URL.createObjectURL(await (await load('face-finder.js')).blob());
  return new Worker(copy, { type: 'module' });
}

type Ask = (question: Question, transfer: readonly Transferable[]) => Promise<Answer>;

/** One question at a time. After the signal fires, the thread is gone and answers nothing. */
function talkTo(worker: Worker, ended: AbortSignal): Ask {
  ended.addEventListener('abort', () => worker.terminate(), { once: true });
  if (ended.aborted) worker.terminate();
  return (question, transfer) =>
    new Promise((done, fail) => {
      ended.throwIfAborted();
      ended.onabort = () => fail(ended.reason);
      worker.onmessage = ({ data }: MessageEvent<Answer>) => done(data);
      worker.postMessage(question, [...transfer]);
    });
}
