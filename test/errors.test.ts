/** What an error says is answered, logged and kept: it has a limit, and is well-formed. */
import { expect, it } from 'vitest';
import { InvalidArgument, MemberRefused, Unauthenticated } from '../src/errors.ts';

it('echoes little of what a caller sent', () => {
  const long = 'x'.repeat(20_000_000);
  for (const { message } of [new InvalidArgument(long), new MemberRefused('tags', long)])
    expect(message.length).toBeLessThan(1010);
  expect(new Unauthenticated(long).detail!.length).toBeLessThan(1010);
});

it('has no half characters, which gRPC cannot send', () => {
  const { message } = new InvalidArgument(`tags: "\ud800"`);
  expect(() => encodeURI(message)).not.toThrow();
  expect(() => encodeURI(new InvalidArgument('😀'.repeat(1000)).message)).not.toThrow();
});
