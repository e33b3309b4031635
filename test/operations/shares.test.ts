import { describe, expect, it } from 'vitest';
import { ACCOUNTS } from '../../src/access/accounts/user.ts';
import type { TaskPermit } from '../../src/access/tasks/task-tokens.ts';
import { type Context, workOf } from '../../src/operations/context.ts';

const { signal } = new AbortController();
const client = { ...ACCOUNTS, id: 'shop' };
const call: Context = {
  client,
  jobId: 'job 1',
  received: new Date(0),
  signal,
  network: '192.0.2.1',
};

describe('the worker share of a call', () => {
  it("is its client's, whose calls take turns", () => {
    expect(workOf(call)).toEqual({ share: { client: 'shop', caller: 'job 1' }, signal });
  });

  it('is shared by all calls with a task token', () => {
    const permit = { tokenId: 'token 1' } as TaskPermit;
    expect(workOf({ ...call, permit }).share).toEqual({ client: 'shop', caller: 'token 1' });
  });

  it('is shared by all who sign in from one network', () => {
    const { share } = workOf({ ...call, client: ACCOUNTS });
    expect(share).toEqual({ client: 'accounts', caller: '192.0.2.1' });
  });
});
