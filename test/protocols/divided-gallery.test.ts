/** Processes that share a database and divide its gallery by partition. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cli, createCli, type Running } from '../../testing/cli/run-cli.ts';
import { portraitJpeg } from '../../testing/photos.ts';

/** A search's answer, as far as it is looked at. */
interface Found {
  readonly result: readonly { readonly matches: readonly { readonly classId: number }[] }[];
}

let cli: Cli;
const tokens: Record<string, string> = {};
const processes: Record<string, Running> = {};
let face: string;

beforeAll(async () => {
  cli = await createCli({ convertedModels: true });
  for (const [client, partition] of Object.entries({ east: '1', west: '2' })) {
    const place = ['--storage', 'people', '--partition', partition];
    await cli.json('client', 'create', '--id', client, ...place);
    ({ token: tokens[client] } = await cli.json<{ token: string }>('token', '--client', client));
    processes[client] = await cli.serve({
      PROSOPON_GALLERY_PARTITION: `people.${partition}`,
      PROSOPON_OFFLINE: '1',
    });
  }
  face = (await portraitJpeg(3, 320)).toString('base64');
});
afterAll(async () => {
  await Promise.all(Object.values(processes).map((process) => process.stop()));
  await cli.remove();
});

const call = async (process: string, client: string, path: string, body: unknown) => {
  const response = await fetch(`${processes[process]!.url}/api/face/v1/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokens[client]}`,
      'transaction-id': 'test',
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: (await response.json()) as Found };
};
const search = (process: string, client: string) =>
  call(process, client, 'search', { images: [{ image: face }] });

it('each finds the people of its partition, enrolled by any process', async () => {
  expect((await call('west', 'east', 'enroll/7', [{ image: face }])).status).toBe(200);
  await expect
    .poll(async () => (await search('east', 'east')).json.result[0]?.matches, { timeout: 10_000 })
    .toMatchObject([{ classId: 7 }]);
  expect((await search('west', 'west')).json.result[0]?.matches).toEqual([]);
});

it('says so if another partition is requested, instead of finding nobody', async () => {
  expect(await search('west', 'east')).toMatchObject({
    status: 503,
    json: { code: 14, message: expect.stringMatching(/searches only people\.2/) },
  });
});
