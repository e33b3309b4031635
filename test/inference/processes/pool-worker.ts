/** Worker of the pool tests: does what the payload says. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerTasks } from '../../../src/inference/processes/answer-tasks.ts';

export type Payload =
  | { do: 'echo'; value: unknown }
  | { do: 'wait'; milliseconds: number }
  | { do: 'spin' }
  | { do: 'throw' }
  | { do: 'die' }
  | { do: 'hash'; first: Uint8Array; name: string; second: Uint8Array }
  | { do: 'take memory' }
  | { do: 'keep memory' }
  | { do: 'tell environment' }
  | { do: 'tell niceness' }
  | { do: 'read'; file: string };

const kept: Buffer[] = [];

answerTasks(async (data?: string) => {
  if (data === 'never ready') await new Promise(() => {});
  else if (data !== undefined) readFileSync(data);
  return perform;
});

async function perform(payload: Payload, checkpoint: () => void) {
  switch (payload.do) {
    case 'echo':
      return payload.value;
    case 'wait':
      for (let waited = 0; waited < payload.milliseconds; waited += 5) {
        await sleep(5);
        checkpoint();
      }
      return 0;
    case 'spin':
      for (;;);
    case 'hash':
      return [payload.first, payload.second].map(
        (bytes) => `${payload.name} ${createHash('sha256').update(bytes).digest('hex')}`,
      );
    case 'throw':
      throw new Error('broken');
    case 'die':
      return process.exit(7);
    case 'take memory': {
      const taken: Buffer[] = [];
      for (;;) {
        taken.push(Buffer.alloc(16 << 20, 1));
        await sleep(20);
      }
    }
    case 'keep memory':
      kept.push(Buffer.alloc(400 << 20, 1));
      return 0;
    case 'tell environment':
      return Object.keys(process.env);
    case 'tell niceness':
      return getPriority();
    case 'read':
      return readFileSync(payload.file).length;
  }
}
