/** Alerts and dashboard name metrics that the service has, and a Prometheus makes of them what they say. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { credentials, Client as GrpcClient } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ActiveEngine } from '../../src/operations/active-engine.ts';
import { createMetrics } from '../../src/protocols/metrics.ts';
import { type Cli, createCli, type Running as Program, ROOT } from '../../testing/cli/run-cli.ts';
import { freePort } from '../../testing/free-port.ts';

const read = (name: string) => readFileSync(join(ROOT, 'deploy', name), 'utf8');

const RULES = 8;
const OFTEN = 'global: { scrape_interval: 1s, evaluation_interval: 1s }\n';
/** What Prometheus adds to each target. */
const OF_PROMETHEUS = ['up'];

let known: readonly string[];

beforeAll(async () => {
  const metrics = createMetrics(new ActiveEngine());
  metrics.httpRequest({ method: 'GET', route: '/', status: 200 }, 1);
  metrics.webhookAttempt('failed');
  metrics.grpcCall({ method: 'Verify', status: 'OK' }, 1);
  const samples = (await metrics.text()).matchAll(/^([a-z_0-9]+)[{ ]/gm);
  known = [...OF_PROMETHEUS, ...Array.from(samples, ([, name]) => name!)];
});

/** Names of metrics in an expression: what stands before a label or an operator, and is no function. */
const metricsIn = (expression: string) =>
  [...expression.matchAll(/\b(prosopon_\w+|process_\w+|nodejs_\w+|up)\b/g)].map(([, name]) => name);

describe('the alerts', () => {
  const expressions = Array.from(read('alerts.yaml').matchAll(/expr: (.*)/g), ([, expr]) => expr!);

  it('use existing metrics', () => {
    expect(expressions).toHaveLength(RULES);
    expect(expressions.flatMap(metricsIn).filter((name) => !known.includes(name!))).toEqual([]);
  });

  it.skipIf(!isInstalled('promtool'))('are valid for Prometheus (needs promtool)', () => {
    const said = execFileSync('promtool', ['check', 'rules', join(ROOT, 'deploy/alerts.yaml')]);
    expect(String(said)).toContain(`${RULES} rules found`);
  });

  it.skipIf(!isInstalled('promtool'))(
    'fire when they should, and not earlier (needs promtool)',
    () => {
      const cases = join(ROOT, 'test/deploy/alerts.yaml');
      const said = execFileSync('promtool', ['test', 'rules', cases], { encoding: 'utf8' });
      expect(said).toContain('SUCCESS');
      const named = readFileSync(cases, 'utf8').match(/(?<=- name: ).*/g);
      expect(named).toEqual(read('alerts.yaml').match(/(?<=- alert: ).*/g));
    },
  );
});

/** Expressions of the dashboard, by panel. */
const panels = (
  JSON.parse(read('grafana-dashboard.json')) as {
    readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
  }
).panels.map(({ targets }) => targets.map(({ expr }) => expr));

it('the dashboard uses existing metrics', () => {
  const shown = panels.flat().flatMap(metricsIn);
  expect(shown.length).toBeGreaterThanOrEqual(panels.length);
  expect(shown.filter((name) => !known.includes(name!))).toEqual([]);
});

describe.skipIf(!isInstalled('prometheus'))('a Prometheus (needs prometheus)', () => {
  const TOKEN = 'metrics-of-the-operator';
  const patiently = { timeout: 30_000, interval: 500 };
  let cli: Cli;
  let byAddress: Program;
  let byToken: Program;
  let prometheus: ChildProcess;
  let folder: string;
  let address: string;
  let grpcPort: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'prosopon-prometheus-'));
    cli = await createCli({ convertedModels: true });
    grpcPort = String(await freePort());
    const metrics = `127.0.0.1:${await freePort()}`;
    [byAddress, byToken] = await Promise.all([
      cli.serve({
        ...{ PROSOPON_OFFLINE: '1', GRPC_PORT: grpcPort, PUBLIC_URL: 'https://face.example.org' },
        PROSOPON_METRICS_ADDRESS: metrics,
      }),
      cli.serve({ PROSOPON_OFFLINE: '1', PROSOPON_METRICS_TOKEN: TOKEN }),
    ]);
    await writeFile(join(folder, 'token'), `${TOKEN}\n`);
    const config = documented()
      .replace('127.0.0.1:9464', metrics)
      .replace('127.0.0.1:8080', new URL(byToken.url).host)
      .replace('/etc/prometheus/prosopon.token', join(folder, 'token'))
      .replace('alerts.yaml', join(ROOT, 'deploy/alerts.yaml'));
    await writeFile(join(folder, 'prometheus.yml'), `${OFTEN}${config}`);
    address = `127.0.0.1:${await freePort()}`;
    prometheus = spawn('prometheus', [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
    ]);
    prometheus.stderr?.resume();
  });
  afterAll(async () => {
    prometheus?.kill();
    if (prometheus?.exitCode === null) await once(prometheus, 'exit');
    await Promise.all([byAddress?.stop(), byToken?.stop()]);
    await cli?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`http://${address}/api/v1/${path}`);
    const { data, error } = (await answer.json()) as { data: T; error?: string };
    if (error !== undefined) throw new Error(error);
    return data;
  };
  const rowsOf = async (expression: string) =>
    (await ask<{ result: readonly unknown[] }>(`query?query=${encodeURIComponent(expression)}`))
      .result.length;
  const call = async () => {
    await fetch(`${byAddress.url}/api/face/v1/verify/1`, { method: 'POST' });
    const client = new GrpcClient(`127.0.0.1:${grpcPort}`, credentials.createInsecure());
    const bytes = (message: Buffer) => message;
    const method = '/prosopon.v1.FaceRecognition/Verify';
    const none = Buffer.alloc(0);
    await new Promise((done) => client.makeUnaryRequest(method, bytes, bytes, none, done));
    client.close();
  };

  it('scrapes by address and by token, as documented', async () => {
    const health = async () => {
      const { activeTargets } = await ask<{ activeTargets: { health: string }[] }>('targets').catch(
        () => ({ activeTargets: [] }),
      );
      return activeTargets.map(({ health }) => health);
    };
    await expect.poll(health, patiently).toEqual(['up', 'up']);
  });

  it('has data for every panel of the dashboard', async () => {
    const empty = async () => {
      await call();
      const rows = await Promise.all(panels.flat().map(rowsOf));
      return panels.flat().filter((_, i) => rows[i] === 0);
    };
    await expect.poll(empty, patiently).toEqual([]);
  });

  it('evaluates every alert; a working service raises none', async () => {
    const rules = async () =>
      (await ask<{ groups: { rules: { health: string; state: string }[] }[] }>('rules')).groups
        .flatMap(({ rules }) => rules)
        .map(({ health, state }) => `${health} ${state}`);
    await expect.poll(rules, patiently).toEqual(Array(RULES).fill('ok inactive'));
  });
});

/** The configuration that the guide gives. */
function documented(): string {
  const guide = readFileSync(join(ROOT, 'docs/operate/monitoring.md'), 'utf8');
  return /```yaml\n(.*?)```/s.exec(guide)![1]!;
}

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
