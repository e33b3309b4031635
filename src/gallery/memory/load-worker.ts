/** A load thread: reads, checks and opens its share of the templates, and encodes their vectors. */

import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { closing } from '../../async.ts';
import { Unavailable } from '../../errors.ts';
import { openKeyRing } from '../../sealing/keys.ts';
import type { KeyConfig } from '../../sealing/master-key.ts';
import type { Database } from '../../storage/database.ts';
import { type DatabaseLocation, openDatabase } from '../../storage/open-database.ts';
import { createTemplateStore } from '../../templates/store.ts';
import type { ScanScope } from '../../templates/template.ts';
import { createPreparer, type PreparedBatch } from './prepare.ts';
import type { GallerySpace } from './space.ts';
import { createVectorEncoder } from './vector-encoder.ts';

/** Where the templates lie, and the keys that open them. */
export type LoadSource = DatabaseLocation & KeyConfig;

export interface LoadWorkerData {
  readonly source: LoadSource;
  readonly space: GallerySpace;
  readonly encoderVersion: number;
  readonly scope: ScanScope;
}

export type LoadMessage =
  | { readonly kind: 'batches'; readonly batches: readonly PreparedBatch[] }
  | { readonly kind: 'end' }
  /** `passing`: worth another attempt. */
  | { readonly kind: 'failed'; readonly message: string; readonly passing: boolean };

/** Pages in transit. At this number the reader waits until the main thread has taken one in. */
const MOST_UNTAKEN = 4;

const send = (message: LoadMessage, transfer: ArrayBuffer[] = []) =>
  parentPort!.postMessage(message, transfer);

async function load({ source, space, encoderVersion, scope }: LoadWorkerData): Promise<void> {
  const { prepare } = createPreparer(createVectorEncoder(space), encoderVersion);
  await using database = closing(await openAgain(source));
  const keyRing = await openKeyRing(source, database, () => undefined);
  let untaken = 0;
  parentPort!.on('message', () => untaken--);
  for await (const page of createTemplateStore(database, keyRing).scanVectors(scope)) {
    const batches = prepare(page);
    const buffers = batches.map(({ rows }) => rows.buffer);
    send({ kind: 'batches', batches }, buffers);
    untaken++;
    while (untaken >= MOST_UNTAKEN) await once(parentPort!, 'message');
  }
}

/** The process has opened this database before: when that fails now, it is away. */
function openAgain(source: LoadSource): Promise<Database> {
  return openDatabase(source).catch((cause: unknown) => {
    throw new Unavailable(cause instanceof Error ? cause.message : String(cause));
  });
}

try {
  await load(workerData as LoadWorkerData);
  send({ kind: 'end' });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  send({ kind: 'failed', message, passing: error instanceof Unavailable });
}
parentPort!.close();
