/** Login, renewal and logout with x/oauth2 and go-oidc for Go, as Debian packages them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { expectLogin, works } from './foreign-client.ts';

const PROGRAM = fileURLToPath(new URL('x_oauth2.go', import.meta.url));
const PACKAGED = { GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOFLAGS: '' };
const isThere = works('go', ['list', 'golang.org/x/oauth2', 'github.com/coreos/go-oidc'], PACKAGED);
if (!isThere) console.warn('skipped: no Go with x/oauth2 and go-oidc in /usr/share/gocode');

it.skipIf(!isThere)('x/oauth2 logs in, renews and logs out', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prosopon-go-'));
  try {
    const built = join(folder, 'client');
    expect(works('go', ['build', '-o', built, PROGRAM], PACKAGED)).toBe(true);
    await expectLogin(built, []);
  } finally {
    await rm(folder, { recursive: true });
  }
});
