/** Reads every template into the gallery: in load threads when there are many, else right here. */

import { addAbortListener } from 'node:events';
import { setImmediate as otherWork } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../../errors.ts';
import type { TemplateStore } from '../../templates/store.ts';
import type { ScanScope } from '../../templates/template.ts';
import type { LoadMessage, LoadSource, LoadWorkerData } from './load-worker.ts';
import { createPreparer, type PreparedBatch } from './prepare.ts';
import type { GallerySpace } from './space.ts';
import type { VectorEncoder } from './vector-encoder.ts';

export interface LoadOptions {
  readonly templates: Pick<TemplateStore, 'scanVectors'>;
  readonly encoder: VectorEncoder;
  readonly space: GallerySpace;
  readonly encoderVersion: number;
  readonly scope: Omit<ScanScope, 'share'>;
  /** Absent: templates are read here. */
  readonly source?: LoadSource;
  readonly threads: number;
  /** Templates from which load threads are worth their start. */
  readonly threadsFrom?: number;
  readonly signal: AbortSignal;
  /** Takes a batch in. */
  readonly take: (batch: PreparedBatch) => void;
}

const THREADS_FROM = 2_000;
/** Garbage of a load thread before it is collected: with it go bytes of rows outside the heap. */
const YOUNG_MEGABYTES = 8;

/** @throws Unavailable the database is away: what was read so far stays; Error it cannot be read */
export async function loadTemplates(options: LoadOptions, templates: number): Promise<void> {
  const { source, threads, threadsFrom = THREADS_FROM } = options;
  if (source === undefined || templates < threadsFrom) return loadHere(options);
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  const shares = Array.from({ length: threads }, (_, part) =>
    loadShare({ ...options, signal }, source, { part, of: threads }),
  );
  try {
    await Promise.all(shares);
  } finally {
    ended.abort();
    await Promise.allSettled(shares);
  }
}

async function loadHere(options: LoadOptions): Promise<void> {
  const { templates, encoder, encoderVersion, scope, signal, take } = options;
  const { prepare } = createPreparer(encoder, encoderVersion);
  for await (const page of templates.scanVectors(scope)) {
    if (signal.aborted) return;
    for (const batch of prepare(page)) take(batch);
    await otherWork();
  }
}

async function loadShare(
  { space, encoderVersion, scope, signal, take }: LoadOptions,
  source: LoadSource,
  share: NonNullable<ScanScope['share']>,
): Promise<void> {
  const workerData: LoadWorkerData = {
    source,
    space,
    encoderVersion,
    scope: { ...scope, share },
  };
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MEGABYTES };
  const module = new URL('./load-worker.ts', import.meta.url);
  const worker = new Worker(module, { workerData, resourceLimits });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  worker.on('message', (message: LoadMessage) => {
    try {
      if (message.kind === 'batches') {
        for (const batch of message.batches) take(batch);
        worker.postMessage('taken');
      } else if (message.kind === 'end') resolve();
      else if (message.passing) reject(databaseAway(message.message));
      else reject(new Error(message.message));
    } catch (error) {
      reject(error);
    }
  });
  worker.on('error', reject);
  worker.on('exit', () => reject(new Error('a load thread ended early')));
  using _listening = addAbortListener(signal, () => resolve());
  try {
    await promise;
  } finally {
    await worker.terminate();
  }
}

/** @param detail from a load thread; it may name the host, so callers must not see it */
const databaseAway = (detail: string) =>
  new ServiceError('Unavailable', 'The database is not available.', { detail, retryAfter: 1 });
