/** Whoever begins to sign in names somebody, in any text that a person could type. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidArgument } from '../../../src/errors.ts';
import { identify } from '../../../src/operations/accounts/sign-in-steps.ts';
import { databaseKinds } from '../../../testing/databases.ts';
import { type AccountsWorkplace, openAccountsWorkplace } from './accounts-workplace.ts';

describe.each(await databaseKinds())('on %s', (kind) => {
  let work: AccountsWorkplace;
  beforeAll(async () => {
    work = await openAccountsWorkplace(kind);
  });
  afterAll(() => work.close());

  const named = { expires: new Date(Date.now() + 3_600_000) };
  const nameAs = (identifier: string) => identify(work.victim, randomUUID(), identifier, named);

  it.each([
    ['nothing', ''],
    ['only spaces', ' \n '],
    ['too much', 'a'.repeat(255)],
    ['a NUL', 'a\0da'],
    ['a NUL at the end', 'ada\0'],
    ['a line break within', 'a\nda'],
  ])('refuses %s as the name', async (_, identifier) => {
    await expect(nameAs(identifier)).rejects.toThrow(InvalidArgument);
  });

  it('finds a user whose name was pasted with a line break', async () => {
    const { id } = await work.register('ada');
    expect((await nameAs(' ada\n')).userId).toBe(id);
  });
});
