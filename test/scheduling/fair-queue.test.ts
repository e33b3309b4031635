import { describe, expect, it } from 'vitest';
import { createFairQueue, type FairQueueOptions } from '../../src/scheduling/fair-queue.ts';

/** A queue whose clock stands still, and the work that was begun, in its order. */
function open(options: Partial<FairQueueOptions> = {}) {
  const clock = { now: 0 };
  const queue = createFairQueue({ slots: 1, mostWaiting: 400, now: () => clock.now, ...options });
  const begun: { name: string; end: () => void }[] = [];
  const ask = (
    client: string,
    caller = 'call',
    more: { bytes?: number; signal?: AbortSignal } = {},
  ) =>
    queue.take({ share: { client, caller }, ...more }).then((end) => {
      begun.push({ name: `${client} ${caller}`, end });
    });
  /** Ends what is running, and what follows it, after that many milliseconds, until nothing is. */
  const workOff = async (duration: (name: string) => number) => {
    await turn();
    for (let i = 0; i < begun.length; i++) {
      clock.now += duration(begun[i]!.name);
      begun[i]!.end();
      await turn();
    }
    return begun.map(({ name }) => name);
  };
  return { queue, clock, begun, ask, workOff };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const codeOf = (asked: Promise<unknown>) =>
  asked.then(String, (error: { code: string }) => error.code);

describe('a fair queue', () => {
  it('serves a late client right after the running work, whatever another has waiting', async () => {
    const { ask, workOff } = open();
    for (let i = 0; i < 60; i++) void ask('flood', `call ${i}`);
    void ask('other');
    expect((await workOff(() => 10)).indexOf('other call')).toBe(1);
  });

  it('divides the time, not the number of pieces', async () => {
    const { ask, workOff } = open();
    for (let i = 0; i < 30; i++) void ask('long');
    for (let i = 0; i < 30; i++) void ask('short');
    const order = await workOff((name) => (name.startsWith('long') ? 100 : 10));
    const before = order.slice(0, order.lastIndexOf('short call'));
    expect(before.filter((name) => name.startsWith('long')).length).toBeLessThanOrEqual(5);
  });

  it('lets the calls of a client take turns', async () => {
    const { ask, workOff } = open();
    for (let i = 0; i < 3; i++) void ask('one', 'large');
    void ask('one', 'small');
    expect(await workOff(() => 10)).toEqual(['one large', 'one large', 'one small', 'one large']);
  });

  it('tells a full client before any preparation, and admits others', async () => {
    const { queue, ask } = open({ mostWaiting: 4 });
    const share = (client: string) => ({ client, caller: 'next' });
    for (let i = 0; i < 4; i++) void ask('flood', `call ${i}`);
    expect(() => queue.requireRoom(share('flood'))).not.toThrow();
    void ask('flood', 'call 4');
    expect(() => queue.requireRoom(share('flood'))).toThrow('Too many requests');
    expect(() => queue.requireRoom(share('other'))).not.toThrow();
  });

  it('lets no client save up while it is away', async () => {
    const { ask, workOff } = open();
    for (let i = 0; i < 20; i++) void ask('early');
    for (let i = 0; i < 20; i++) void ask('late');
    const order = await workOff(() => 10);
    expect(order.slice(0, 8).filter((name) => name.startsWith('late'))).toHaveLength(4);
  });

  it('refuses only the client with a full queue, and says when to come back', async () => {
    const { ask } = open({ mostWaiting: 8 });
    const answers = Array.from({ length: 12 }, (_, i) => codeOf(ask('flood', `call ${i}`)));
    expect(await answers.at(-1)).toBe('Unavailable');
    const other = ask('other');
    expect(await Promise.race([codeOf(other), turn().then(() => 'waits')])).toBe('waits');
    await expect(ask('flood')).rejects.toMatchObject({ retryAfter: 1 });
  });

  it('ends a call that it has begun, however many arrive meanwhile', async () => {
    const { ask, begun } = open({ mostWaiting: 4 });
    void ask('flood', 'begun');
    for (let i = 0; i < 4; i++) void ask('flood', `call ${i}`);
    await turn();
    begun[0]!.end();
    await turn();
    void ask('flood', 'newcomer');
    await expect(ask('flood', 'too many')).rejects.toMatchObject({ code: 'Unavailable' });
    const next = codeOf(ask('flood', 'begun'));
    expect(await Promise.race([next, turn().then(() => 'waits')])).toBe('waits');
  });

  it("lets one caller have a quarter of its client's queue", async () => {
    const { ask } = open({ mostWaiting: 8 });
    const answers = Array.from({ length: 4 }, () => codeOf(ask('accounts', 'one address')));
    expect(await answers.at(-1)).toBe('Unavailable');
    const other = ask('accounts', 'another address');
    expect(await Promise.race([codeOf(other), turn().then(() => 'waits')])).toBe('waits');
  });

  it('divides the memory of waiting work among clients', async () => {
    const { ask } = open({ mostBytes: 100 });
    void ask('flood', 'running');
    const first = codeOf(ask('flood', 'first', { bytes: 80 }));
    expect(await codeOf(ask('flood', 'second', { bytes: 30 }))).toBe('Unavailable');
    const other = codeOf(ask('other', 'call', { bytes: 80 }));
    expect(await Promise.race([first, other, turn().then(() => 'both wait')])).toBe('both wait');
    expect(await codeOf(ask('other', 'second', { bytes: 10 }))).toBe('Unavailable');
  });

  it('keeps a slot free of long work while a client with short work is around', async () => {
    const { ask, begun, clock } = open({ slots: 2 });
    const end = async (after: number) => {
      clock.now += after;
      for (const { end } of begun) end();
      await turn();
    };
    void ask('short');
    await turn();
    await end(10);
    void ask('long');
    await turn();
    await end(500);
    for (let i = 0; i < 4; i++) void ask('long');
    await turn();
    expect(begun.map(({ name }) => name)).toEqual(['short call', 'long call', 'long call']);
    void ask('short');
    await turn();
    expect(begun.at(-1)?.name).toBe('short call');
    await end(20_000);
    await end(20_000);
    expect(begun.filter(({ name }) => name === 'long call')).toHaveLength(5);
  });

  it('serves long work in its turn, however much short work there is', async () => {
    const { ask, begun, clock } = open({ slots: 2 });
    const ended = new Set<object>();
    const endOne = async () => {
      const running = begun.find((one) => !ended.has(one))!;
      ended.add(running);
      clock.now += running.name.startsWith('long') ? 100 : 10;
      running.end();
      await turn();
    };
    for (const client of ['long', 'short']) {
      void ask(client);
      await turn();
      await endOne();
    }
    for (let i = 0; i < 100; i++) void ask('short', `call ${i}`);
    void ask('long', 'later');
    await turn();
    for (let i = 0; i < 30; i++) await endOne();
    const began = begun.findIndex(({ name }) => name === 'long later');
    expect(began).toBeGreaterThan(0);
    expect(began).toBeLessThan(20);
  });

  it('limits the slots of a client, even if nobody else needs them', async () => {
    const { ask, begun } = open({ slots: 4, mostHeld: 2 });
    for (let i = 0; i < 4; i++) void ask('flood');
    await turn();
    expect(begun).toHaveLength(2);
    void ask('other');
    await turn();
    expect(begun.at(-1)?.name).toBe('other call');
  });

  it('forgets clients who have left, in the queue and in its counts', async () => {
    const { queue, ask, workOff } = open();
    const gone = new AbortController();
    void ask('one');
    const waiting = ask('one', 'call', { signal: gone.signal });
    void ask('one', 'other');
    gone.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'Cancelled' });
    expect(queue.waiting()).toBe(1);
    expect(await workOff(() => 1)).toEqual(['one call', 'one other']);
    expect(queue.waiting()).toBe(0);
  });
});
