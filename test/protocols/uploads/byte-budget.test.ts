/** Room for unfinished requests is divided: whoever holds most makes room for whoever holds less. */
import { describe, expect, it } from 'vitest';
import { createByteBudget, type Sender } from '../../../src/protocols/uploads/byte-budget.ts';

const MOST = 100;
const NO_ROOM = /^Requests that are being received and processed fill/;

/** A budget of 100 bytes, of which a client may hold 80 and strangers 20. */
function setUp() {
  const budget = createByteBudget(MOST);
  const displaced: string[] = [];
  const open = (name: string, sender: Sender) =>
    budget.open(sender, (error) => displaced.push(`${name}: ${error.httpStatus}`));
  return { open, displaced };
}
const of = (client: string | undefined, network = '192.0.2.1'): Sender => ({ client, network });

describe('a client', () => {
  it('holds its share and no more, in any number of requests', () => {
    const { open } = setUp();
    const requests = Array.from({ length: 9 }, () => open('a', of('a')));
    for (const request of requests.slice(0, 8)) request.add(10);
    expect(() => requests[8]!.add(10)).toThrow(NO_ROOM);
    requests[0]!.release();
    requests[0]!.release();
    requests[8]!.add(10);
    expect(() => requests[8]!.add(1)).toThrow(NO_ROOM);
  });

  it('loses its largest unfinished request to a client that holds less', () => {
    const { open, displaced } = setUp();
    open('small', of('a')).add(30);
    open('large', of('a')).add(50);
    open('newcomer', of('b')).add(30);
    expect(displaced).toEqual(['large: 503']);
  });

  it('keeps requests that are complete', () => {
    const { open, displaced } = setUp();
    const complete = open('complete', of('a'));
    complete.add(80);
    complete.complete();
    const newcomer = open('newcomer', of('b'));
    newcomer.add(20);
    expect(() => newcomer.add(1)).toThrow(NO_ROOM);
    expect(displaced).toEqual([]);
  });

  it('is not displaced by one that would hold as much', () => {
    const { open, displaced } = setUp();
    open('first', of('a')).add(50);
    const second = open('second', of('b'));
    second.add(50);
    expect(() => second.add(1)).toThrow(NO_ROOM);
    expect(displaced).toEqual([]);
  });

  it('is divided by networks in turn: holders of task tokens do not stop one another', () => {
    const { open, displaced } = setUp();
    for (let i = 0; i < 8; i++) open(`silent ${i}`, of('a', '198.51.100.7')).add(10);
    open('other phone', of('a', '203.0.113.9')).add(10);
    expect(displaced).toEqual(['silent 0: 503']);
  });
});

describe('unauthenticated callers', () => {
  it('hold a small part together, and displace only one another', () => {
    const { open, displaced } = setUp();
    open('client', of('a')).add(80);
    open('silent', of(undefined)).add(20);
    open('usual', of(undefined, '203.0.113.9')).add(15);
    expect(displaced).toEqual(['silent: 503']);
    open('client b', of('b')).add(5);
    expect(() => open('late', of(undefined, '198.51.100.7')).add(16)).toThrow(NO_ROOM);
    open('late', of(undefined, '198.51.100.7')).add(14);
    expect(displaced).toEqual(['silent: 503', 'usual: 503']);
  });
});
