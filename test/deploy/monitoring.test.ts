/** Alerts and dashboard name metrics that the service has. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Running } from '../../src/operations/running.ts';
import { createMetrics } from '../../src/protocols/metrics.ts';
import { ROOT } from '../cli/run-cli.ts';

const read = (name: string) => readFileSync(join(ROOT, 'deploy', name), 'utf8');

/** What Prometheus adds to each target. */
const OF_PROMETHEUS = ['up'];

let known: readonly string[];

beforeAll(async () => {
  const metrics = createMetrics(new Running());
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

  it('look at metrics that there are', () => {
    expect(expressions).toHaveLength(8);
    expect(expressions.flatMap(metricsIn).filter((name) => !known.includes(name!))).toEqual([]);
  });

  it.skipIf(!isInstalled('promtool'))('are what Prometheus reads (needs promtool)', () => {
    const said = execFileSync('promtool', ['check', 'rules', join(ROOT, 'deploy/alerts.yaml')]);
    expect(String(said)).toContain('8 rules found');
  });
});

it('the dashboard shows metrics that there are', () => {
  const { panels } = JSON.parse(read('grafana-dashboard.json')) as {
    readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
  };
  const shown = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr)));
  expect(shown.length).toBeGreaterThanOrEqual(panels.length);
  expect(shown.filter((name) => !known.includes(name!))).toEqual([]);
});

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
