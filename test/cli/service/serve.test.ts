/** The service as a process: first start, signals, draining, a port in use, a broken start. */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Cli, createCli, type Running } from '../../../testing/cli/run-cli.ts';
import { portraitJpeg } from '../../../testing/photos.ts';
import { sharedPath } from '../../../testing/shared.ts';

let cli: Cli;
let service: Running | undefined;

beforeEach(async () => {
  cli = await createCli({ convertedModels: true });
});

afterEach(async () => {
  await service?.stop('SIGKILL');
  service = undefined;
  await cli.remove();
});

const logged = (output: string, message: string) =>
  output.split('\n').filter((line) => line.startsWith('{') && line.includes(message));

test('the first start creates a demo client, shows it once, and its calls work', async () => {
  service = await cli.serve({ PROSOPON_WORKERS: '0' });
  const banner = service.output();
  expect(banner).toMatch(/client id {2}demo\n {2}secret {5}\S{20,}\n {2}key {8}\S{80,}\n/);
  await expect.poll(() => service!.output(), { timeout: 10_000 }).toContain('encoder         dlib');
  expect(service.output()).toMatch(
    /Prosopon runs\.\n.*\/\n.*\/playground#\S{43}\n.*\/admin\n.*\/docs\n.*gRPC.*\n.*encoder.*\n.*liveness.*\n/,
  );
  for (const path of ['livez', 'readyz', 'openapi.json', 'docs'])
    expect((await fetch(`${service.url}/${path}`)).status).toBe(200);

  const { token } = await cli.json<{ token: string }>('token', '--client', 'demo');
  const call = async (path: string, body: unknown) => {
    const response = await fetch(service!.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const image = (await portraitJpeg(3)).toString('base64');
  expect(await call('/api/face/v1/enroll/1', [{ image }])).toMatchObject({
    performedAction: 'NEW_TEMPLATE_CREATED',
  });
  expect(await call('/api/face/v1/verify/1', { image })).toMatchObject({ verified: true });

  const warnings = logged(service.output(), '"level":40').join('\n');
  expect(warnings).toMatch(/the demo client exists/);
  expect(warnings).toMatch(/the master key is stored next to the data/);
  expect(warnings).not.toMatch(/without TLS/);
  expect(await service.stop()).toMatchObject({ code: 0, signal: null });

  service = await cli.serve({ HOST: '0.0.0.0' });
  expect(service.output()).not.toMatch(/secret|A client was created/);
  // The log is written a moment after the service is ready.
  await expect
    .poll(() => logged(service!.output(), 'without TLS'), { timeout: 10_000 })
    .toHaveLength(1);
});

test('a client created before the first start: no demo client; a signal counts once', async () => {
  await cli.json('client', 'create', '--id', 'shop');
  service = await cli.serve();
  expect(service.output()).not.toMatch(/demo/);
  expect(await cli.json('client', 'list')).toMatchObject([{ id: 'shop' }]);
  // As from the terminal, and from npm.
  service.child.kill('SIGINT');
  expect(await service.stop('SIGINT')).toMatchObject({ code: 0, signal: null });
});

test('SIGTERM finishes the running request, then the service exits with 0', async () => {
  service = await cli.serve();
  const { token } = await cli.json<{ token: string }>('token');
  const images = await Promise.all([400, 380, 360, 340].map((side) => portraitJpeg(3, side)));
  const running = fetch(`${service.url}/api/face/v1/enroll/1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(images.map((image) => ({ image: image.toString('base64') }))),
  });
  await new Promise((resume) => setTimeout(resume, 200));
  const end = service.stop();
  const response = await running;
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ performedAction: 'NEW_TEMPLATE_CREATED' });
  expect(await end).toMatchObject({ code: 0, signal: null });
  expect(service.output()).not.toMatch(/did not finish in time/);
  await expect(fetch(`${service.url}/livez`)).rejects.toThrow();
  expect(await cli.json('template', 'status', '1')).toMatchObject({ available: true });
});

test('a port in use: one line, exit code 5, no demo client', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resume) => other.once('listening', resume));
  const { port } = other.address() as { port: number };
  try {
    await expect(cli.serve({ PORT: String(port), LOG_LEVEL: 'error' })).rejects.toThrow(
      new RegExp(`^serve ended 5: prosopon: port ${port}: the port is already in use[^\n]*\n$`),
    );
    expect(await cli.json('client', 'list')).toEqual([]);
  } finally {
    other.close();
  }
});

test('a missing encoder: one line, exit code 5, and models use repairs it', async () => {
  await cli.json('client', 'create', '--id', 'shop');
  const refused = await cli.run('models', 'use', 'mobilefacenet');
  expect(refused).toMatchObject({ code: 5, out: '' });
  expect(refused.err).toMatch(/^prosopon: .*mobilefacenet[^\n]*\n$/);
  expect(await cli.json('models', 'use', 'dlib-faceres')).toMatchObject({
    encoder: 'dlib-faceres',
    outdatedTemplates: 0,
  });
  service = await cli.serve();
});

const PACK = sharedPath('models/upstream/mobilefacenet-foamliu.onnx');

test.skipIf(PACK === undefined)('models use switches a running service', async () => {
  // Alone: beside the recommended pack the service would start with it.
  const env = { PROSOPON_MODELS: join(cli.dataDir, 'packs') };
  await mkdir(env.PROSOPON_MODELS);
  await copyFile(PACK!, join(env.PROSOPON_MODELS, basename(PACK!)));
  service = await cli.serve(env);
  const { key } = await cli.json<{ key: string }>('client', 'rotate-key', 'demo');
  const remote = ['--url', service.url, '--client', 'demo', '--key', key];
  const photo = join(cli.dataDir, 'photo.jpg');
  await writeFile(photo, await portraitJpeg(3));
  for (const classId of ['1', '2'])
    expect((await cli.run('enroll', classId, photo, ...remote)).code).toBe(0);

  const { code, out } = await cli.runWith(env, 'models', 'use', 'mobilefacenet', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual({
    encoder: 'mobilefacenet',
    encoderVersion: 2,
    detector: 'blazeface',
    outdatedTemplates: 2,
  });
  while (logged(service.output(), 'templates are upgraded').length === 0)
    expect((await cli.run('verify', '1', photo, ...remote)).code).toBe(0);
  expect(await cli.json('template', 'status', '2')).toMatchObject({ encoderVersion: 2 });
  expect((await cli.run('verify', '2', photo, ...remote)).code).toBe(0);
  expect(logged(service.output(), '"level":50')).toEqual([]);

  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  const enrolments = 'method="POST",route="/api/face/v1/enroll/:classId",status="200"';
  expect(metrics).toContain(`prosopon_http_requests_total{${enrolments}} 2`);
  const { out: trail } = await cli.run('audit', 'export');
  const changes = logged(trail, '"model-change"').map((line) => JSON.parse(line).details);
  expect(changes).toEqual([{ role: 'encoder', before: null, now: 'mobilefacenet' }]);
});
