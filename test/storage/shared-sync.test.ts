/** One wait for the disk serves all who wrote before it began. */
import { expect, it } from 'vitest';
import { createSharedSync } from '../../src/storage/shared-sync.ts';

function diskThatWaits() {
  const begun: PromiseWithResolvers<void>[] = [];
  const sync = createSharedSync(() => {
    const each = Promise.withResolvers<void>();
    begun.push(each);
    return each.promise;
  });
  return { begun, sync };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

it('does not cover a write that came after it began', async () => {
  const { begun, sync } = diskThatWaits();
  const acknowledged: string[] = [];
  const write = (name: string) => void sync().then(() => acknowledged.push(name));
  write('first');
  write('with it');
  await settled();
  write('later');
  write('with that');
  await settled();
  expect(begun.length).toBe(1);
  begun[0]!.resolve();
  await settled();
  expect(acknowledged).toEqual(['first', 'with it']);
  expect(begun.length).toBe(2);
  begun[1]!.resolve();
  await settled();
  expect(acknowledged).toEqual(['first', 'with it', 'later', 'with that']);
});

it('acknowledges nothing more once the disk has failed', async () => {
  const { begun, sync } = diskThatWaits();
  const first = sync();
  await settled();
  const second = sync();
  begun[0]!.reject(new Error('disk'));
  await expect(first).rejects.toThrow('disk');
  await expect(second).rejects.toThrow('disk');
  await expect(sync()).rejects.toThrow('disk');
  expect(begun.length).toBe(1);
});
