/** The challenge of a task token, and the samples that answer it. */
import { expect, it } from 'vitest';
import { tokenRejections } from '../../../src/operations/liveness/token-demands.ts';

const context = {
  permit: { challenge: {}, seenBefore: async () => false },
  attempt: { challenge: ['left', 'up'] },
} as unknown as Parameters<typeof tokenRejections>[0];

const messagesFor = async (tags: readonly (readonly string[])[], uploaded: boolean) => {
  const images = tags.map((answered) => ({ bytes: new Uint8Array(), field: '', tags: answered }));
  return (await tokenRejections(context, images, { uploaded })).map(({ message }) => message);
};

it('is answered by one sample for each direction', async () => {
  expect(await messagesFor([[], ['left'], ['up']], true)).toEqual([]);
  expect(await messagesFor([[], ['left', 'up']], true)).toEqual([
    'One sample answers one direction.',
  ]);
  expect(await messagesFor([[], ['up'], ['left']], true)).toHaveLength(1);
});

it('is answered by both directions of the second image in a call that has two', async () => {
  expect(await messagesFor([[], ['left', 'up']], false)).toEqual([]);
});
