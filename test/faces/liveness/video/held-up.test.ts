import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { heldUp } from '../../../../src/faces/liveness/video/held-up.ts';

describe.skipIf(process.platform !== 'linux')('a process', () => {
  const children: ChildProcess[] = [];
  const start = (program: string, niceness: number) => {
    const child = spawn(process.execPath, ['-e', program]);
    children.push(child);
    setPriority(child.pid!, niceness);
    return child.pid!;
  };
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  it('without a processor because of others was held up', async () => {
    const busy = 'for (;;);';
    for (let core = 0; core < availableParallelism(); core++) start(busy, 0);
    const lost = heldUp(start(busy, 19));
    await expect.poll(lost, { timeout: 30_000 }).toBeGreaterThan(300);
  });

  it('that waits for something else was not', async () => {
    const lost = heldUp(start('setTimeout(() => {}, 60_000);', 0));
    await sleep(500);
    const begun = lost();
    await sleep(500);
    expect(lost() - begun).toBeLessThan(250);
  });

  it('that has ended was not', () => {
    expect(heldUp(2 ** 30)()).toBe(0);
    expect(heldUp(undefined)()).toBe(0);
  });
});
