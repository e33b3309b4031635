/** Accounts that change while something of theirs is looked at, in every order. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ACCOUNTS, type User } from '../../../src/access/accounts/user.ts';
import { providerKeys } from '../../../src/access/oauth/keys.ts';
import { createProvider, loadGrant } from '../../../src/access/oauth/provider.ts';
import { parseConfig } from '../../../src/config/config.ts';
import { NotFound, ServiceError, Unauthenticated } from '../../../src/errors.ts';
import { enqueueErased, eraseAccount } from '../../../src/operations/accounts/account-data.ts';
import { runAccountJob } from '../../../src/operations/accounts/account-job.ts';
import { enrollOwnFace } from '../../../src/operations/accounts/enroll-own-face.ts';
import { identify, showFace } from '../../../src/operations/accounts/sign-in-steps.ts';
import { bcidOf } from '../../../src/operations/context.ts';
import { countRows } from '../../../src/storage/rows.ts';
import { createDestinations } from '../../../src/webhooks/destination.ts';
import { createWebhookRegistry } from '../../../src/webhooks/registry.ts';
import { databaseKinds } from '../../../testing/databases.ts';
import { imagesOf } from '../../../testing/examined-faces.ts';
import { codeOf } from '../../../testing/totp-codes.ts';
import {
  type AccountParts,
  type AccountsWorkplace,
  attemptBy,
  openAccountsWorkplace,
} from './accounts-workplace.ts';

vi.mock('../../../src/operations/liveness/detect-liveness.ts', async (original) => ({
  ...(await original<object>()),
  examineLiveImages: (await import('../../../testing/examined-faces.ts')).examineNamedFaces,
}));

const DAY_MS = 86_400_000;

describe.each(await databaseKinds())('on %s', (kind) => {
  let work: AccountsWorkplace;
  let number = 0;
  const newName = () => `user-${number++}`;

  beforeAll(async () => {
    work = await openAccountsWorkplace(kind);
  });
  afterAll(() => work.close());
  beforeEach(() => work.forgetAttempts());

  const consent = { version: '1', language: 'en', text: 'I agree.' } as const;
  const enrol = (parts: AccountParts, user: User, session: string) =>
    runAccountJob(parts, work.context(), { operation: 'enroll', user }, (context) =>
      enrollOwnFace(parts, context, {
        user,
        session,
        consent,
        proven: true,
        challenge: [],
        images: imagesOf('ada'),
      }),
    );
  const template = (user: User) => work.intruder.templates.read(bcidOf(ACCOUNTS, user.classId));
  const errorOf = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof ServiceError) return error;
        throw error;
      },
    );

  /** Nothing tells of the user any more, whatever was under way. */
  async function expectErased(user: User) {
    const { accounts, bookkeeping, database } = work.intruder;
    expect(await accounts.users.find(user.id)).toBeUndefined();
    expect(await template(user)).toBeUndefined();
    const jobs = await bookkeeping.list({ clientId: ACCOUNTS.id, limit: 1000 });
    expect(jobs.filter(({ classId }) => classId === user.classId)).toEqual([]);
    expect(await database.db.selectFrom('sign_ins').selectAll().execute()).toEqual([]);
  }

  it("a face enrolled during the user's erasure does not come back", async () => {
    const places = await work.inEachPlace(async (interruptedBy) => {
      const user = await work.register(newName());
      const { token } = await work.intruder.accounts.sessions.begin(user.id, 'registration');
      let erased = false;
      interruptedBy(() => {
        erased = true;
        return eraseAccount(work.intruder, user, 'the user');
      });
      const error = await errorOf(enrol(work.victim, user, token));
      if (!erased) return;
      expect(error).toBeOneOf([undefined, expect.any(Unauthenticated)]);
      await expectErased(user);
    });
    expect(places).toBeGreaterThan(8);
  });

  it('nor does one enrolled between two steps of the erasure', async () => {
    const places = await work.inEachPlace(async (interruptedBy) => {
      const user = await work.register(newName(), 'ben');
      const { token } = await work.intruder.accounts.sessions.begin(user.id, 'face');
      interruptedBy(() => errorOf(enrol(work.intruder, user, token)));
      await eraseAccount(work.victim, user, 'the user');
      await expectErased(user);
    });
    expect(places).toBeGreaterThan(5);
  });

  it('a sign-in leaves nothing of a user erased meanwhile, and ends as nobody', async () => {
    await work.inEachPlace(async (interruptedBy) => {
      const user = await work.register(newName(), 'ada');
      const key = `key of ${user.name}`;
      const expires = new Date(Date.now() + DAY_MS);
      const { challenge } = await identify(work.intruder, key, user.name, { expires });
      let erased = false;
      interruptedBy(() => {
        erased = true;
        return eraseAccount(work.intruder, user, 'the user');
      });
      const shown = attemptBy('ada', challenge);
      await errorOf(showFace(work.victim, work.context(), key, shown));
      if (erased) await expectErased(user);
      else await eraseAccount(work.intruder, user, 'the user');
    });
  });

  it('a session that ended during the examination enrols nothing', async () => {
    await work.inEachPlace(async (interruptedBy) => {
      const user = await work.register(newName(), 'ben');
      const before = (await template(user))!.features[0]!.id;
      const { sessions } = work.intruder.accounts;
      const thief = await sessions.begin(user.id, 'face');
      const owner = await sessions.begin(user.id, 'face');
      interruptedBy(() => sessions.endOthers(user.id, owner.token));
      const error = await errorOf(enrol(work.victim, user, thief.token));
      const replaced = (await template(user))!.features[0]!.id !== before;
      expect(replaced).toBe(error === undefined);
      // With the new face the owner's session ended; else it goes on.
      expect((await sessions.find(owner.token)) === undefined).toBe(replaced);
      expect(await work.intruder.accounts.consents.face(user.id)).toHaveLength(replaced ? 1 : 0);
    });
  });

  it('of two faces enrolled at once one stands, with its own session and consent', async () => {
    await work.inEachPlace(async (interruptedBy) => {
      const user = await work.register(newName());
      const { sessions, consents } = work.intruder.accounts;
      const one = await sessions.begin(user.id, 'face');
      const other = await sessions.begin(user.id, 'face');
      interruptedBy(() => errorOf(enrol(work.intruder, user, other.token)));
      await errorOf(enrol(work.victim, user, one.token));
      const left = [await sessions.find(one.token), await sessions.find(other.token)];
      expect(left.filter((session) => session !== undefined)).toHaveLength(1);
      expect(await consents.face(user.id)).toHaveLength(1);
    });
  });

  it('a code confirms its own second factor, not one set up meanwhile', async () => {
    await work.inEachPlace(async (interruptedBy) => {
      const user = await work.register(newName());
      const { secondFactors } = work.intruder.accounts;
      const mine = await secondFactors.setUp(user.id, user.name);
      interruptedBy(() => errorOf(secondFactors.setUp(user.id, user.name)));
      const code = await codeOf(mine.secret);
      const confirmed = await work.victim.accounts.secondFactors.confirm(user.id, code);
      expect(await secondFactors.has(user.id)).toBe(confirmed);
      if (!confirmed) return;
      const next = await codeOf(mine.secret, 1);
      expect(await secondFactors.check(user.id, next)).toBe(true);
    });
  });

  it('a second factor removed and set up again meanwhile is no finding', async () => {
    await work.inEachPlace(async (interruptedBy) => {
      const user = await work.register(newName());
      const { secondFactors } = work.intruder.accounts;
      const { secret } = await secondFactors.setUp(user.id, user.name);
      await secondFactors.confirm(user.id, await codeOf(secret));
      interruptedBy(async () => {
        await secondFactors.remove(user.id);
        await secondFactors.setUp(user.id, user.name);
      });
      await work.victim.accounts.secondFactors.check(user.id, await codeOf(secret, 1));
      expect(await secondFactors.has(user.id)).toBeTypeOf('boolean');
    });
  });

  it('a link confirms only the address it was sent to', async () => {
    await work.inEachPlace(async (interruptedBy) => {
      const user = await work.register(newName());
      const { users } = work.intruder.accounts;
      const [old, fresh] = [`${user.name}@old.example`, `${user.name}@new.example`];
      await users.setEmail(user.id, old);
      let changed = false;
      interruptedBy(() => {
        changed = true;
        return users.setEmail(user.id, fresh);
      });
      await work.victim.accounts.users.confirmEmail(user.id, old);
      if (changed)
        expect(await users.find(user.id)).toMatchObject({ email: fresh, emailConfirmed: false });
    });
  });

  it('refuses steps for a deleted user as such', async () => {
    const user = await work.register(newName());
    await eraseAccount(work.intruder, user, 'the user');
    const { sessions, links, secondFactors, consents } = work.victim.accounts;
    const begun = await Promise.allSettled([
      sessions.begin(user.id, 'link'),
      links.create(user.id, 'enrol'),
      secondFactors.setUp(user.id, user.name),
      consents.grant(user.id, 'nobody', ['basic']),
    ]);
    const refused = { status: 'rejected', reason: expect.any(NotFound) };
    expect(begun).toMatchObject(begun.map(() => refused));
  });

  it('a consent withdrawn during a login leaves no grant', async () => {
    const id = 'revoked';
    await work.intruder.clients.create({ id, name: id, storage: id, partition: 'people' });
    const { accounts, database, keyRing } = work.victim;
    const parts = { ...work.victim, ...accounts, issuer: 'http://test', warn: console.warn };
    const provider = createProvider(parts, await providerKeys(database, keyRing));
    await work.inEachPlace(async (interruptedBy) => {
      const user = await work.register(newName());
      await work.intruder.accounts.consents.grant(user.id, id, ['basic']);
      let revoked = false;
      interruptedBy(() => {
        revoked = true;
        return work.intruder.accounts.consents.revoke(user.id, id);
      });
      const login = {
        account: { accountId: user.id },
        client: { clientId: id },
        provider,
        requestParamOIDCScopes: new Set(['basic']),
      } as unknown as Parameters<typeof loadGrant>[1];
      const grant = await loadGrant(parts, login);
      const kept = await work.intruder.database.db
        .selectFrom('oauth_records')
        .select('id')
        .where('user_id', '=', user.id)
        .execute();
      expect(kept).toHaveLength(revoked ? 0 : 1);
      if (!revoked) expect(grant).toBeDefined();
    });
  });

  it('an application agreed to during the erasure is told of it', async () => {
    const { accounts, clients, database, keyRing } = work.intruder;
    const destinations = createDestinations(parseConfig({}));
    await clients.create({ id: 'told', name: 'told', storage: 'told', partition: 'people' });
    const webhook = { clientId: 'told', url: 'http://127.0.0.1:9/', events: ['account.erased'] };
    const { id } = await createWebhookRegistry(database, keyRing, destinations).create(webhook);
    const told = () => countRows(database.db, 'webhook_deliveries', { webhook_id: id });
    let late = 0;
    await work.inEachPlace(async (interruptedBy) => {
      const user = await work.register(newName());
      const before = await told();
      let granted = false;
      interruptedBy(async () => {
        const error = await errorOf(accounts.consents.grant(user.id, 'told', ['basic']));
        granted = error === undefined;
      });
      await eraseAccount(work.victim, user, 'the user');
      expect((await told()) - before).toBe(granted ? 1 : 0);
      if (granted) late++;
    });
    expect(late).toBeGreaterThan(3);
  });

  it('does not erase a user who returns by a link meanwhile', async () => {
    const { accounts } = work.intruder;
    await work.inEachPlace(async (interruptedBy) => {
      const user = await work.register(newName());
      let token = '';
      interruptedBy(async () => {
        const begun = accounts.sessions.begin(user.id, 'link');
        await errorOf(begun.then((session) => enrol(work.intruder, user, session.token)));
        token = 'tried';
      });
      const enqueue = (erased: User) => enqueueErased(work.victim, erased);
      await work.victim.accounts.sweep(enqueue, new Date(Date.now() + DAY_MS + 1000));
      const known = (await accounts.users.find(user.id)) !== undefined;
      if (token !== '') expect((await template(user)) !== undefined).toBe(known);
    });
  });
});
