/** Worker of the pool tests: does what the payload says. */
import { STARTED, STOP, type WorkerReply, type WorkerTask } from '../../src/inference/pool.ts';

type Payload =
  | { do: 'echo'; value: number }
  | { do: 'wait'; milliseconds: number }
  | { do: 'spin' }
  | { do: 'throw' }
  | { do: 'die' };

export default async function run(
  task?: WorkerTask<Payload>,
): Promise<WorkerReply<number> | undefined> {
  if (task === undefined) return undefined;
  const { payload, flags } = task;
  Atomics.store(flags, STARTED, 1);
  switch (payload.do) {
    case 'echo':
      return { ok: true, value: payload.value };
    case 'wait':
      for (let waited = 0; waited < payload.milliseconds; waited += 5) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        if (Atomics.load(flags, STOP) === 1) return { ok: false, name: 'Cancelled', message: '' };
      }
      return { ok: true, value: 0 };
    case 'spin':
      for (;;);
    case 'throw':
      throw new Error('broken');
    case 'die':
      return process.exit(7);
  }
}
