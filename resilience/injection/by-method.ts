/**
 * What passes by the method of injection, with the strongest instrument: a recording of the user
 * that moves as asked. The methods differ in what the page reports about its camera.
 */
import { randomBytes } from 'node:crypto';
import type { CreatedClient } from '../../src/access/clients/client.ts';
import type { ClientSettings } from '../../src/access/clients/client-settings.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import type { CaptureReport } from '../../src/operations/liveness/capture-suspicions.ts';
import { openBrowser } from '../../testing/http/browser.ts';
import { startService, type TestService, WITHOUT_PKCE } from '../../testing/http/service.ts';
import { type LiveImageBody, type LivePerson, livePerson } from '../../testing/live-people.ts';
import type { Tally } from './tally.ts';

const CALLBACK = 'https://shop.example/callback';
const CSRF = { 'x-csrf': '1' };
const POLICIES = ['record', 'refuse-likely', 'refuse'] as const;
type Policy = ClientSettings['suspiciousCapture'];

/** A page that looks ten times a second at a camera of thirty frames. */
const report = (label: string): CaptureReport => ({
  camera: {
    label,
    ...{ width: 1280, height: 720, frameRate: 30 },
    most: { width: 1920, height: 1080, frameRate: 30 },
    shown: { width: 1280, height: 720 },
  },
  frames: Array.from({ length: 30 }, (_, i) => ({
    at: 5000 + i * 100 + (i % 3) * 4,
    number: 12 + i * 3,
    picture: (i * 2_654_435_761) % 2 ** 32,
    change: i > 14 && i < 19 ? 0.3 : 0.03,
  })),
});

const REPORTS = {
  'API without page': undefined,
  'virtual camera under its name': report('OBS Virtual Camera'),
  'replaced getUserMedia, stream of a canvas': report('{6d1a2c3e-9f04-4b7a-8a55-0c1d2e3f4a5b}'),
  'virtual camera or getUserMedia with the report of a real camera': report('Integrated Webcam'),
} as const;

export const METHODS = Object.keys(REPORTS) as readonly (keyof typeof REPORTS)[];

export const COLUMNS = [
  ...POLICIES.map((policy) => `session, ${policy}`),
  'login, unknown browser',
  ...POLICIES.map((policy) => `login, known browser, ${policy}`),
];

interface World {
  readonly service: TestService;
  readonly clients: ReadonlyMap<Policy, CreatedClient>;
  readonly ben: LivePerson;
}

/** Rows in the order of the columns. */
export async function* attackByMethod(
  engine: FaceEngine,
  folder: string,
  { methods, attempts }: { readonly methods: typeof METHODS; readonly attempts: number },
) {
  const service = await startService(engine);
  const clients = new Map<Policy, CreatedClient>();
  const world = { service, clients, ben: await livePerson(folder, 'ben') };
  await register(world);
  for (const policy of POLICIES) {
    const client = await service.client(policy, {
      redirectUris: [CALLBACK],
      settings: {
        ...WITHOUT_PKCE,
        ...{ faceAlone: false, livenessSessions: true, suspiciousCapture: policy },
      },
    });
    clients.set(policy, client);
  }
  for (const method of methods) {
    const capture = REPORTS[method];
    const row: Tally[] = [];
    for (const policy of POLICIES)
      row.push(await tallied(attempts, () => session(world, policy, capture)));
    const unknown = await tallied(attempts, () => login(world, 'record', capture, false));
    row.push(unknown);
    for (const policy of POLICIES)
      row.push(await tallied(attempts, () => login(world, policy, capture, true)));
    const broken = unknown.passed > 0 ? [`${method}: logged in from an unknown browser`] : [];
    yield { method, row, broken };
  }
  await service.close();
}

async function tallied(attempts: number, attack: () => Promise<boolean>): Promise<Tally> {
  let passed = 0;
  for (let i = 0; i < attempts; i++) if (await attack()) passed++;
  return { passed, attempts };
}

/** What was not decided, such as on a busy machine, is no refusal. */
function decided<T>({ status, json }: { readonly status: number; readonly json: T }): T {
  if (status >= 500 || status === 408 || status === 429)
    throw new Error(`not decided: ${status} ${JSON.stringify(json)}`);
  return json;
}

/** Recordings are short. An attacker would have others, or change the noise. */
const forgetSeen = ({ service }: World) =>
  service.parts.replay.sweep(new Date(Date.now() + 90_000_000));

async function register({ service, ben }: World): Promise<void> {
  const browser = openBrowser(service.base);
  const account = async (method: string, path: string, body?: unknown) =>
    (await browser.call(method, `/account/v1${path}`, body, CSRF)).json;
  await account('POST', '/registration', { name: 'Ben' });
  const { challenge } = await account('POST', '/face/challenge');
  const { version, language } = await account('GET', '/consent-text?language=en');
  const { enrolled } = await account('POST', '/face', {
    images: [...ben.pair(challenge), ...ben.more()],
    consent: { version, language },
  });
  if (!enrolled) throw new Error('Ben was not enrolled');
}

async function session(
  world: World,
  policy: Policy,
  capture: CaptureReport | undefined,
): Promise<boolean> {
  const { service, clients, ben } = world;
  await forgetSeen(world);
  const client = clients.get(policy)!;
  for (;;) {
    const body = { nonce: randomBytes(16).toString('base64url') };
    const created = await service.call('POST', '/api/v1/liveness-sessions', { client, body });
    const { token } = created.json;
    const post = async (path: string, given?: object) =>
      decided(
        await service.call('POST', path, given === undefined ? { token } : { token, body: given }),
      );
    const { challenge } = await post('/api/task/v1/challenge');
    // The recording has every single turn; sessions are free.
    if (`${challenge}` !== 'right') continue;
    for (const image of ben.pair(challenge)) {
      const { accepted } = await post('/api/v1/upload', { ...image, ...(capture && { capture }) });
      if (!accepted) return false;
    }
    return (await post('/api/task/v1/livenesssession')).success === true;
  }
}

/** @param known the attacker sits at the user's own browser */
async function login(
  world: World,
  policy: Policy,
  capture: CaptureReport | undefined,
  known: boolean,
): Promise<boolean> {
  const { service, ben } = world;
  await forgetSeen(world);
  await service.database.write((trx) => trx.deleteFrom('attempt_limits').execute());
  const browser = openBrowser(service.base);
  if (known) await service.makeKnown(browser, 'Ben');
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: policy, redirect_uri: CALLBACK, scope: 'basic' },
  });
  const { url } = await browser.open(`/oauth/authorization?${query}`);
  const step = async (name: string, body: object) =>
    decided(await browser.call('POST', `${url.pathname}/${name}`, body, CSRF));
  const named = await step('identifier', { identifier: 'Ben' });
  const images: readonly LiveImageBody[] = ben.pair(named.state.challenge);
  const { passed, state } = await step('face', { images, ...(capture && { capture }) });
  return passed === true && (state === null || state.step === 'consent');
}
