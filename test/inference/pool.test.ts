import { afterEach, describe, expect, it } from 'vitest';
import { createWorkerPool, type WorkerPool } from '../../src/inference/pool.ts';

type Pool = WorkerPool<Record<string, unknown>, number>;
let pool: Pool | undefined;

async function start(options: { maxQueue?: number; taskTimeout?: number } = {}): Promise<Pool> {
  pool = await createWorkerPool({
    entry: new URL('./pool-worker.ts', import.meta.url),
    workers: 1,
    maxQueue: 10,
    taskTimeout: 20_000,
    workerData: undefined,
    ...options,
  });
  return pool;
}

afterEach(() => pool?.close());

const echo = { do: 'echo', value: 42 };
const wait = { do: 'wait', milliseconds: 300 };

describe('a worker pool', () => {
  it('runs tasks and returns their values', async () => {
    expect(await (await start()).run(echo)).toEqual({ ok: true, value: 42 });
  });

  it('answers Unavailable when the queue is full, and serves those who wait', async () => {
    const { run } = await start({ maxQueue: 1 });
    const calls = Array.from({ length: 6 }, () => run(wait).catch((error: unknown) => error));
    const answers = await Promise.all(calls);
    expect(answers[0]).toMatchObject({ ok: true });
    expect(answers.at(-1)).toMatchObject({ code: 'Unavailable' });
    expect(await run(echo)).toMatchObject({ value: 42 });
  });

  it('drops a waiting task when its caller goes, and tells a running one', async () => {
    const { run } = await start();
    const controller = new AbortController();
    const running = run({ do: 'wait', milliseconds: 10_000 }, controller.signal);
    const waiting = run(echo, controller.signal);
    setTimeout(() => controller.abort(), 50);
    await Promise.all([
      expect(running).resolves.toMatchObject({ ok: false, name: 'Cancelled' }),
      expect(waiting).rejects.toMatchObject({ code: 'Cancelled' }),
    ]);
    expect(await run(echo)).toMatchObject({ value: 42 });
  });

  it('replaces a worker that hangs, and gives its task up', async () => {
    const { run } = await start({ taskTimeout: 300 });
    await expect(run({ do: 'spin' })).rejects.toMatchObject({ code: 'DeadlineExceeded' });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await run(echo)).toMatchObject({ value: 42 });
  });

  it('replaces a worker that dies, and fails only its task', async () => {
    const { run } = await start();
    await expect(run({ do: 'die' })).rejects.toMatchObject({ code: 'Internal' });
    expect(await run(echo)).toMatchObject({ value: 42 });
    await expect(run({ do: 'throw' })).rejects.toMatchObject({ code: 'Internal' });
    expect(await run(echo)).toMatchObject({ value: 42 });
  });

  it('finishes what is running when it is closed, and takes nothing more', async () => {
    const { run, close } = await start();
    const running = run(wait);
    const closing = close();
    await expect(run(echo)).rejects.toMatchObject({ code: 'Unavailable' });
    expect(await running).toMatchObject({ ok: true });
    await closing;
  });

  it('reports a module that does not load', async () => {
    const entry = new URL('./no-such-worker.ts', import.meta.url);
    const options = { workers: 1, maxQueue: 1, taskTimeout: 1000, workerData: undefined };
    await expect(createWorkerPool({ entry, ...options })).rejects.toThrow();
  });
});
