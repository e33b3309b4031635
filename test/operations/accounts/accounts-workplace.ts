/** The parts that accounts run on, twice on one database: for somebody who is interrupted, and for whoever interrupts. */
import { randomUUID } from 'node:crypto';
import { type Accounts, createAccounts } from '../../../src/access/accounts/accounts.ts';
import { ACCOUNTS, type User } from '../../../src/access/accounts/user.ts';
import type { ClientRegistry } from '../../../src/access/clients/clients.ts';
import { createClientRegistry } from '../../../src/access/clients/clients.ts';
import { createLivenessSessions } from '../../../src/access/liveness-sessions/liveness-sessions.ts';
import { createRefusedComparisons } from '../../../src/access/refused-comparisons.ts';
import { createReplayGuard, type ReplayGuard } from '../../../src/access/replay.ts';
import { createTaskTokens } from '../../../src/access/tasks/task-tokens.ts';
import { NO_GALLERY } from '../../../src/gallery/gallery.ts';
import { createAuditTrail } from '../../../src/journal/audit-trail.ts';
import { createBookkeeping } from '../../../src/journal/bookkeeping.ts';
import type { SignInDemands, Visitor } from '../../../src/operations/accounts/sign-in-state.ts';
import { ActiveEngine } from '../../../src/operations/active-engine.ts';
import type { Context, OperationParts } from '../../../src/operations/context.ts';
import type { KeyRing } from '../../../src/sealing/keys.ts';
import { openKeyRing } from '../../../src/sealing/keys.ts';
import type { Database } from '../../../src/storage/database.ts';
import { createTemplateStore } from '../../../src/templates/store.ts';
import { createOutbox } from '../../../src/webhooks/outbox.ts';
import { createTestDatabase, type DatabaseKind } from '../../../testing/databases.ts';
import { type Face, featuresOf, imagesOf, namingEngine } from '../../../testing/examined-faces.ts';
import { type Interruptible, interruptible } from '../../../testing/interrupted.ts';
import { nods } from '../../../testing/nods.ts';
import { masterKey } from '../../../testing/template-samples.ts';

/** Somebody with a browser that nobody knows. */
export const STRANGER: Visitor = {
  address: '192.0.2.1',
  browser: { token: undefined, name: 'Test' },
};

/** What a sign-in asks for that no client decides. */
export const NO_DEMANDS: SignInDemands = {
  passkey: false,
  mail: false,
  faceAlone: true,
  secondFactor: false,
};

/** An attempt by face from a browser that nobody knows, with the movement that was asked for. */
export const attemptBy = (face: Face, challenge: readonly string[]) => ({
  upload: { digest: '', signature: undefined },
  captured: () => ({
    images: imagesOf(face).map((image, i) => (i === 0 ? image : { ...image, tags: challenge })),
  }),
  suspiciousCapture: 'record' as const,
  visitor: STRANGER,
  secondFactor: false,
});

export interface AccountParts extends OperationParts {
  readonly accounts: Accounts;
  readonly clients: ClientRegistry;
  readonly replay: ReplayGuard;
  readonly database: Database;
  readonly keyRing: KeyRing;
}

export interface AccountsWorkplace extends Pick<Interruptible, 'inEachPlace'> {
  /** Whoever works with these is interrupted. */
  readonly victim: AccountParts;
  /** As another process has them. */
  readonly intruder: AccountParts;
  context(): Context;
  /** A new user of that name; with a face also enrolled. */
  register(name: string, face?: Face): Promise<User>;
  /** Wrong attempts to sign in: tests of something else make many. */
  forgetAttempts(): Promise<void>;
  close(): Promise<void>;
}

export async function openAccountsWorkplace(kind: DatabaseKind): Promise<AccountsWorkplace> {
  const test = await createTestDatabase(kind);
  const key = masterKey();
  const { database, place, inEachPlace } = interruptible(await test.open());
  const victim = await partsOn(database, key, place);
  const intruder = await partsOn(await test.open(), key);
  return {
    victim,
    intruder,
    inEachPlace: (round) =>
      inEachPlace(async (interruptedBy) => {
        await forgetAttempts(intruder);
        await round(interruptedBy);
      }),
    forgetAttempts: () => forgetAttempts(intruder),
    context: () => ({
      client: ACCOUNTS,
      jobId: randomUUID(),
      received: new Date(),
      signal: new AbortController().signal,
    }),
    async register(name, face) {
      const user = await intruder.accounts.users.create({ name });
      if (face !== undefined) await enrolled(intruder, user, face);
      return user;
    },
    close: () => test.drop(),
  };
}

async function partsOn(
  database: Database,
  key: ReturnType<typeof masterKey>,
  examined?: () => Promise<void>,
): Promise<AccountParts> {
  const keyRing = await openKeyRing(key, database);
  const clients = createClientRegistry(database, keyRing);
  return {
    database,
    keyRing,
    clients,
    activeEngine: new ActiveEngine({
      engine: namingEngine(examined),
      encoderVersion: 1,
      gallery: NO_GALLERY,
    }),
    templates: createTemplateStore(database, keyRing),
    livenessSessions: createLivenessSessions({
      ...{ database, keyRing, publicUrl: () => 'http://test' },
      taskTokens: createTaskTokens({ database, keyRing, issuer: 'http://test' }),
    }),
    refusedComparisons: createRefusedComparisons(database),
    outbox: createOutbox(keyRing),
    bookkeeping: createBookkeeping(database),
    audit: createAuditTrail(database, keyRing),
    replay: createReplayGuard(database, keyRing),
    accounts: createAccounts({
      database,
      keyRing,
      clients,
      publicUrl: () => 'http://test',
      sendMail: async () => {},
      warn: console.warn,
      draw: nods,
    }),
  };
}

async function forgetAttempts({ database }: AccountParts): Promise<void> {
  await database.write((trx) => trx.deleteFrom('attempt_limits').execute());
}

async function enrolled({ templates }: AccountParts, { classId }: User, face: Face) {
  const { storage, partition } = ACCOUNTS;
  const feature = { id: randomUUID(), values: featuresOf(face), enrolled: new Date() };
  const change = { encoderVersion: 1, features: [feature], tags: [], thumbnails: [] };
  await templates.update({ storage, partition, classId }, () => change);
}
