/** Caddy before the service: `deploy/Caddyfile.path`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ROOT } from '../../testing/cli/run-cli.ts';
import { findProgram } from '../../testing/find-program.ts';

const caddy = findProgram('caddy');
const folder = mkdtempSync(join(tmpdir(), 'prosopon-caddy-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Adapted {
  readonly apps: {
    readonly http: {
      readonly servers: Readonly<
        Record<string, { readonly routes: readonly { match: readonly { path: string[] }[] }[] }>
      >;
    };
  };
}

it.skipIf(caddy === undefined)('below a path, metrics stay internal (needs caddy)', () => {
  const site = join(folder, 'Caddyfile');
  writeFileSync(site, `:80 {\n${readFileSync(join(ROOT, 'deploy/Caddyfile.path'), 'utf8')}}\n`);
  const adapt = ['adapt', '--adapter', 'caddyfile', '--config', site];
  const { apps } = JSON.parse(execFileSync(caddy!, adapt, { stdio: 'pipe' }).toString()) as Adapted;
  const [server] = Object.values(apps.http.servers);
  const paths = server!.routes.map(({ match }) => match[0]?.path.join());
  expect(paths.indexOf('/face/metrics')).toBeGreaterThanOrEqual(0);
  expect(paths.indexOf('/face/metrics')).toBeLessThan(paths.indexOf('/face/*'));
});
