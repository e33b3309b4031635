/** Finds faces beside the page, in a thread of its own: nothing of a picture leaves the device. */
import type { FoundFace } from './faces.ts';
import type { Answer, Question } from './messages.ts';

export interface Finder {
  /** Side of the square pictures it takes, in pixels. */
  readonly side: number;
  /**
   * Faces in a picture (RGBA), the surest first. One call at a time; it takes the pixels.
   * @throws Error the thread has died
   */
  find(pixels: Uint8ClampedArray<ArrayBuffer>): Promise<readonly FoundFace[]>;
  stop(): void;
}

/**
 * Loads the finder: its program, its kernel and its weights, 300 kB.
 * @param folder where its files are
 * @throws Error they cannot be loaded, or page or browser allow no such thread
 */
export async function startFinder(folder: URL, signal: AbortSignal): Promise<Finder> {
  const load = async (name: string) => {
    const response = await fetch(new URL(name, folder), { signal });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return response;
  };
  const [worker, kernel, weights, hindrances] = await Promise.all([
    openWorker(new URL('face-finder.js', folder), load),
    load('face-finder.wasm').then((response) => response.arrayBuffer()),
    load('face-finder.weights').then((response) => response.arrayBuffer()),
    load('face-finder.hindrances.weights').then((response) => response.arrayBuffer()),
  ]);
  const ask = (question: Question, transfer: readonly Transferable[]): Promise<Answer> =>
    new Promise((done, fail) => {
      worker.onmessage = ({ data }: MessageEvent<Answer>) => done(data);
      worker.onerror = () => fail(new Error('the finder of faces has failed'));
      worker.postMessage(question, [...transfer]);
    });
  let side: number;
  try {
    const begun = await ask({ kernel, weights, hindrances }, [kernel, weights, hindrances]);
    side = 'side' in begun ? begun.side : 0;
    if (side === 0) throw new Error('the finder of faces cannot run here');
    signal.throwIfAborted();
  } catch (error) {
    worker.terminate();
    throw error;
  }
  return {
    side,
    async find(pixels) {
      const found = await ask({ pixels }, [pixels.buffer]);
      return 'faces' in found ? found.faces : [];
    },
    stop: () => worker.terminate(),
  };
}

/** A thread of another origin's program is not allowed, one of a copy of it is. */
async function openWorker(url: URL, load: (name: string) => Promise<Response>): Promise<Worker> {
  if (url.origin === location.origin) return new Worker(url, { type: 'module' });
  const copy = URL.createObjectURL(await (await load('face-finder.js')).blob());
  return new Worker(copy, { type: 'module' });
}
