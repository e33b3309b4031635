import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ModelError } from '../../../src/inference/models/model-error.ts';
import {
  createWorkerPool,
  type PoolOptions,
  type WorkerPool,
} from '../../../src/inference/processes/pool.ts';
import { WorkerDied } from '../../../src/inference/processes/worker-process.ts';
import type { Payload } from './pool-worker.ts';

type Pool = WorkerPool<Payload, unknown>;
let pool: Pool | undefined;

const entry = new URL('./pool-worker.ts', import.meta.url);
const options: PoolOptions = {
  entry,
  workers: 1,
  mostWaiting: 10,
  mostBytes: 1e6,
  taskTimeout: 20_000,
  workerData: undefined,
  readable: [],
  mostMemory: 1024 ** 3,
};

async function start(other: Partial<PoolOptions> = {}): Promise<Pool> {
  pool = await createWorkerPool({ ...options, ...other });
  return pool;
}

afterEach(() => pool?.close());

const echo: Payload = { do: 'echo', value: 42 };
const wait: Payload = { do: 'wait', milliseconds: 300 };

describe('a worker pool', () => {
  it('runs tasks and returns their values', async () => {
    expect(await (await start()).run(echo)).toEqual({ ok: true, value: 42 });
  });

  it('goes first itself where workers keep all cores busy', async () => {
    const niceness = Math.min(19, getPriority() + 2);
    expect(await (await start()).run({ do: 'tell niceness' })).toEqual({
      ok: true,
      value: niceness,
    });
  });

  it('passes files completely, even after a worker died with others', async () => {
    const { run } = await start();
    const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    for (const [one, other] of [
      [5_000_000, 0],
      [1, 300_000],
    ] as const) {
      const [first, second] = [randomBytes(one), randomBytes(other)];
      expect(await run({ do: 'hash', first, name: 'n', second })).toEqual({
        ok: true,
        value: [`n ${hash(first)}`, `n ${hash(second)}`],
      });
      const dying = run({ do: 'die', unread: randomBytes(2_000_000) } as Payload);
      await expect(dying).rejects.toThrow(WorkerDied);
    }
  });

  it('answers Unavailable if the queue is full, and serves those who wait', async () => {
    const { run } = await start({ mostWaiting: 1 });
    const calls = Array.from({ length: 6 }, () => run(wait).catch((error: unknown) => error));
    const answers = await Promise.all(calls);
    expect(answers[0]).toMatchObject({ ok: true });
    expect(answers.at(-1)).toMatchObject({ code: 'Unavailable' });
    expect(await run(echo)).toMatchObject({ value: 42 });
  });

  it('drops a waiting task when its caller leaves, and signals a running one', async () => {
    const { run } = await start();
    const controller = new AbortController();
    const running = run({ do: 'wait', milliseconds: 10_000 }, controller);
    const waiting = run(echo, controller);
    setTimeout(() => controller.abort(), 50);
    await Promise.all([
      expect(running).resolves.toMatchObject({ ok: false, name: 'Cancelled' }),
      expect(waiting).rejects.toMatchObject({ code: 'Cancelled' }),
    ]);
    expect(await run(echo)).toMatchObject({ value: 42 });
  });

  it('replaces a hanging worker, and gives its task up', async () => {
    const { run } = await start({ taskTimeout: 1000 });
    await expect(run({ do: 'spin' })).rejects.toMatchObject({ code: 'DeadlineExceeded' });
    expect(await run(echo)).toMatchObject({ value: 42 });
  });

  it('replaces a dead worker, and fails only its task', async () => {
    const { run } = await start({ workers: 2 });
    const other = run(wait);
    await expect(run({ do: 'die' })).rejects.toThrow(WorkerDied);
    expect(await other).toMatchObject({ ok: true });
    expect(await Promise.all([run(echo), run(echo)])).toMatchObject([{ value: 42 }, { value: 42 }]);
    expect(await run({ do: 'throw' })).toMatchObject({ ok: false, name: 'Internal' });
    expect(await run(echo)).toMatchObject({ value: 42 });
  });

  it('ends a worker that takes more memory than any image needs', async () => {
    const { run } = await start({ mostMemory: 200 * 1024 ** 2 });
    await expect(run({ do: 'take memory' })).rejects.toThrow(WorkerDied);
    expect(await run(echo)).toMatchObject({ value: 42 });
  });

  it('blames the task that took the memory, not the next one', async () => {
    const { run } = await start({ mostMemory: 300 * 1024 ** 2, workers: 1 });
    const [first, second] = await Promise.allSettled([run({ do: 'keep memory' }), run(echo)]);
    expect(first).toMatchObject({ status: 'rejected', reason: expect.any(WorkerDied) });
    expect(second).toMatchObject({ status: 'fulfilled', value: { value: 42 } });
  });

  it('passes typed arrays unchanged', async () => {
    const { run } = await start();
    const value = { pixels: new Uint8Array([1, 2]), features: new Float32Array([0.5]) };
    expect(await run({ do: 'echo', value })).toEqual({ ok: true, value });
  });

  it('gives workers no environment', async () => {
    process.env.PROSOPON_MASTER_KEY = 'a secret';
    const { run } = await start();
    const { value } = (await run({ do: 'tell environment' })) as { value: readonly string[] };
    expect(value.filter((name) => !/^(VIPS|MALLOC|GLIBC)_?/.test(name))).toEqual([]);
    delete process.env.PROSOPON_MASTER_KEY;
  });

  it('lets workers read only the program and given files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'prosopon-pool-'));
    const [model, key] = [join(folder, 'model.onnx'), join(folder, 'master.key')];
    await Promise.all([model, key].map((file) => writeFile(file, 'some text')));
    const { run } = await start({ readable: [model] });
    expect(await run({ do: 'read', file: model })).toEqual({ ok: true, value: 9 });
    const refused = await run({ do: 'read', file: key });
    expect(refused).toMatchObject({
      ok: false,
      detail: expect.stringContaining('--allow-fs-read'),
    });
    await rm(folder, { recursive: true });
  });

  it('finishes running work when closed, and accepts no more', async () => {
    const { run, close } = await start();
    const running = run(wait);
    const closing = close();
    await expect(run(echo)).rejects.toMatchObject({ code: 'Unavailable' });
    expect(await running).toMatchObject({ ok: true });
    await closing;
  });

  it('says that no worker starts any more, and tries again with the next task', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'prosopon-pool-'));
    const network = join(folder, 'network');
    await writeFile(network, 'whole');
    const { run, starts } = await start({ workerData: network, readable: [network] });
    await rm(network);
    await expect(run({ do: 'die' })).rejects.toThrow(WorkerDied);
    expect(starts()).toBe(false);
    await expect(run(echo)).rejects.toThrow(ModelError);
    await writeFile(network, 'whole');
    expect(await run(echo)).toMatchObject({ value: 42 });
    expect(starts()).toBe(true);
    await rm(folder, { recursive: true });
  });

  it('reports a module that fails to load', async () => {
    const missing = new URL('./no-such-worker.ts', import.meta.url);
    await expect(createWorkerPool({ ...options, entry: missing })).rejects.toThrow(
      /no-such-worker/,
    );
  });

  it('ends a worker that never becomes ready', async () => {
    const silent = { ...options, workerData: 'never ready', startTimeout: 500 };
    await expect(createWorkerPool(silent)).rejects.toThrow(
      'the worker ended with SIGKILL as it was not ready after 0.5 s',
    );
  });
});
