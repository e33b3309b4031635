/** No file descriptor is left for the pipes of another process. */
import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { ModelError } from '../../../src/inference/models/model-error.ts';
import { startWorker } from '../../../src/inference/processes/worker-process.ts';

// As Node.js does it: no pid and no pipes, and an error of the next tick.
vi.mock('node:child_process', async (original) => ({
  ...(await original<typeof import('node:child_process')>()),
  fork() {
    const child = new EventEmitter();
    process.nextTick(() => child.emit('error', new Error('spawn EMFILE')));
    return child;
  },
}));

it('is a worker that cannot be started, and no end of the service', async () => {
  const entry = new URL('pool-worker.ts', import.meta.url);
  const started = startWorker({ entry, workerData: undefined, readable: [], mostMemory: 1e9 });
  await expect(started).rejects.toThrow(ModelError);
  await expect(started).rejects.toThrow('spawn EMFILE');
});
