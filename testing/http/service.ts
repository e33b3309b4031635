/** A whole service over real HTTP for tests: real database, real keys, a port of its own. */

import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { SignJWT } from 'jose';
import { createAccounts } from '../../src/access/accounts/accounts.ts';
import type { Mail } from '../../src/access/accounts/mail.ts';
import { createProviderLogin } from '../../src/access/administrators/provider-login.ts';
import { createAppAuthenticator } from '../../src/access/app-authenticator.ts';
import { createAuthenticator } from '../../src/access/authenticate.ts';
import type { CreatedClient, NewClient } from '../../src/access/clients/client.ts';
import { createClientRegistry } from '../../src/access/clients/clients.ts';
import { createPlayground } from '../../src/access/clients/playground.ts';
import { createLivenessSessions } from '../../src/access/liveness-sessions/liveness-sessions.ts';
import { NO_OPERATOR, type Operator } from '../../src/access/operator/operator.ts';
import { createRefusedComparisons } from '../../src/access/refused-comparisons.ts';
import { createReplayGuard } from '../../src/access/replay.ts';
import type { DrawTurns } from '../../src/access/tasks/challenges.ts';
import { createTaskTokens } from '../../src/access/tasks/task-tokens.ts';
import { type Config, parseConfig } from '../../src/config/config.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { NO_GALLERY } from '../../src/gallery/gallery.ts';
import { openGallery } from '../../src/gallery/open-gallery.ts';
import { createAuditTrail } from '../../src/journal/audit-trail.ts';
import { createBookkeeping } from '../../src/journal/bookkeeping.ts';
import { ActiveEngine } from '../../src/operations/active-engine.ts';
import { createCallRates } from '../../src/protocols/call-rates.ts';
import type { HttpParts } from '../../src/protocols/http/parts.ts';
import { createHttpServer } from '../../src/protocols/http/server.ts';
import { createMetrics } from '../../src/protocols/metrics.ts';
import { createRefusalRate } from '../../src/protocols/refusal-rate.ts';
import { openKeyRing } from '../../src/sealing/keys.ts';
import type { KeyConfig } from '../../src/sealing/master-key.ts';
import type { Database } from '../../src/storage/database.ts';
import type { DatabaseLocation } from '../../src/storage/open-database.ts';
import { createPortableTemplates } from '../../src/templates/portable-template.ts';
import { createTemplateStore } from '../../src/templates/store.ts';
import { createDeliveries } from '../../src/webhooks/deliveries.ts';
import { createDestinations } from '../../src/webhooks/destination.ts';
import { jobEnded } from '../../src/webhooks/event.ts';
import { createOutbox } from '../../src/webhooks/outbox.ts';
import { createWebhookRegistry } from '../../src/webhooks/registry.ts';
import { createSender } from '../../src/webhooks/send.ts';
import { newBrowserKey } from '../browser-keys.ts';
import { createTestDatabase, type DatabaseKind, type TestDatabase } from '../databases.ts';
import { nods } from '../nods.ts';
import { masterKey } from '../template-samples.ts';
import type { Browser } from './browser.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at any member it expects
  readonly json: any;
}

export interface Call {
  readonly client?: CreatedClient;
  readonly token?: string;
  readonly body?: unknown;
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface TestService {
  readonly base: string;
  readonly app: FastifyInstance;
  readonly parts: HttpParts;
  readonly database: Database;
  readonly location: DatabaseLocation;
  /** Another process on the same database, perhaps set up otherwise; to be closed before this one. */
  another(change?: More): Promise<TestService>;
  /** Mail the service has sent. */
  readonly mails: readonly Mail[];
  client(id: string, more?: Partial<NewClient>): Promise<CreatedClient>;
  deleteClient(id: string): Promise<void>;
  /** As if the task token had been used for so many uploads. */
  uploadedTimes(tokenId: string, uploads: number): Promise<void>;
  /** As if all sessions of the user, or of administrators without account, had begun so many minutes ago. */
  signedInAgo(userId: string | null, minutes: number): Promise<void>;
  /** Lets the account of that name know the browser. */
  makeKnown(browser: Browser, name: string): Promise<void>;
  call(method: string, path: string, call?: Call): Promise<Answer>;
  close(): Promise<void>;
}

/** The address by which browsers know the service, or what makes it of `base`. */
type PublicUrl = string | ((base: string) => string);

type More = Partial<HttpParts> & {
  readonly operator?: Operator;
  readonly draw?: DrawTurns;
  readonly adminLogin?: Config['adminLogin'];
};

/**
 * Starts a service with that engine; `close` removes the data and leaves the engine running.
 * @param engine absent: it is still being loaded
 * @param publicUrl if that is not `base`
 */
export async function startService(
  engine?: FaceEngine,
  more: More = {},
  kind: DatabaseKind = 'sqlite',
  publicUrl?: PublicUrl,
): Promise<TestService> {
  const test = await createTestDatabase(kind);
  const service = await startOn(test, masterKey(), engine, more, publicUrl);
  return {
    ...service,
    async close() {
      await service.close();
      await test.drop();
    },
  };
}

async function startOn(
  test: TestDatabase,
  key: KeyConfig,
  engine: FaceEngine | undefined,
  { operator = NO_OPERATOR, draw = nods, adminLogin, ...more }: More,
  publicUrl?: PublicUrl,
): Promise<TestService> {
  const database = await test.open();
  const keyRing = await openKeyRing(key, database);
  const clients = createClientRegistry(database, keyRing);
  const templates = createTemplateStore(database, keyRing);
  const gallery = engine
    ? openGallery(
        parseConfig({}),
        { database, keyRing, templates },
        { ...engine.encoder, version: 1 },
      )
    : NO_GALLERY;
  await gallery.ready;
  const activeEngine = new ActiveEngine(engine && { engine, encoderVersion: 1, gallery });
  let base = '';
  const address = () => (typeof publicUrl === 'function' ? publicUrl(base) : (publicUrl ?? base));
  const mails: Mail[] = [];
  const taskTokens = createTaskTokens({ database, keyRing, issuer: 'http://test' });
  const destinations = createDestinations(parseConfig({}));
  const webhooks = createWebhookRegistry(database, keyRing, destinations);
  const sender = createSender(destinations);
  const outbox = createOutbox(keyRing);
  const parts: HttpParts = {
    activeEngine,
    templates,
    refusedComparisons: createRefusedComparisons(database),
    outbox,
    bookkeeping: createBookkeeping(database, (trx, jobs) =>
      outbox.enqueue(trx, jobs.map(jobEnded)),
    ),
    audit: createAuditTrail(database, keyRing),
    version: '0.0.0-test',
    taskTokens,
    livenessSessions: createLivenessSessions({
      ...{ database, keyRing, taskTokens },
      publicUrl: address,
    }),
    authenticateApp: createAppAuthenticator(clients),
    authenticate: createAuthenticator({ clients, audiences: ['prosopon'], taskTokens }),
    clients,
    playground: createPlayground(clients, 'prosopon'),
    replay: createReplayGuard(database, keyRing),
    accounts: createAccounts({
      database,
      keyRing,
      clients,
      publicUrl: address,
      sendMail: async (mail) => void mails.push(mail),
      operator,
      warn: console.warn,
      draw,
      providerLogin: adminLogin && createProviderLogin(adminLogin, address),
    }),
    webhooks,
    deliveries: createDeliveries({ database, keyRing, webhooks, sender, warn: console.warn }),
    ...{ destinations, sender },
    portableTemplates: createPortableTemplates(keyRing.derive),
    readiness: { database: async () => database.ping().then(() => true) },
    refusals: createRefusalRate(),
    rates: createCallRates(),
    metrics: createMetrics(activeEngine),
    ...more,
  };
  const app = createHttpServer(parts);
  await app.listen({ host: '127.0.0.1', port: 0 });
  base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    base,
    app,
    parts,
    database,
    location: test.location,
    another: (change) =>
      startOn(test, key, engine, { operator, adminLogin, ...more, ...change }, publicUrl),
    mails,
    client: (id, { settings, ...given } = {}) =>
      clients.create({
        ...{ id, name: id, storage: 'test', partition: id, ...given },
        settings: { faceAlone: true, ...settings },
      }),
    async makeKnown(browser, name) {
      const { users, browsers } = parts.accounts;
      const user = (await users.findByIdentifier(name))!;
      const key = newBrowserKey();
      const { token } = await browsers.remember(
        user.id,
        { token: undefined, name: 'Test' },
        key.key,
      );
      browser.becomeKnown(token, key);
    },
    signedInAgo: (userId, minutes) =>
      database.write(async (trx) => {
        const created = new Date(Date.now() - minutes * 60_000).toISOString();
        const sessions = trx
          .selectFrom('account_sessions')
          .where('user_id', userId === null ? 'is' : '=', userId);
        for (const row of await sessions.selectAll().execute())
          await keyRing.rows.update(trx, 'account_sessions', row, { created });
      }),
    uploadedTimes: (tokenId, uploads) =>
      database.write(async (trx) => {
        const row = await trx
          .selectFrom('task_tokens')
          .selectAll()
          .where('token_id', '=', tokenId)
          .executeTakeFirstOrThrow();
        await keyRing.rows.update(trx, 'task_tokens', row, { uploads });
      }),
    deleteClient: async (id) => void (await clients.delete(id)),
    call: (method, path, call) => request(base, method, path, call),
    async close() {
      await app.close();
      await sender.close();
      await gallery.close();
      await database.close();
    },
  };
}

async function request(base: string, method: string, path: string, call: Call = {}) {
  const headers: Record<string, string> = { ...call.headers };
  const token = call.token ?? (call.client && (await jwt(call.client)));
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  const body = call.raw ?? (call.body === undefined ? null : JSON.stringify(call.body));
  if (body !== null) headers['content-type'] ??= 'application/json';
  const { signal = null } = call;
  const response = await fetch(base + path, { method, headers, body, signal, redirect: 'manual' });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const json = isJson ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, json };
}

/** A bearer token as a client makes it. */
export function jwt(client: CreatedClient, key = Buffer.from(client.key, 'base64')) {
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS512' })
    .setSubject(client.id)
    .setAudience('prosopon')
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(key);
}

/** Of an application as the interface describes it, which need not know PKCE. */
export const WITHOUT_PKCE = { requirePkce: false };

/** The headers of an application that authenticates by its secret. */
export const basic = ({ id, secret }: CreatedClient) => ({
  authorization: `Basic ${base64(Buffer.from(`${id}:${secret}`))}`,
});

export const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
