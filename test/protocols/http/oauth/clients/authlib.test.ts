/** Login, renewal and logout with Authlib for Python. */
import { fileURLToPath } from 'node:url';
import { it } from 'vitest';
import { expectLogin, works } from './foreign-client.ts';

const PROGRAM = fileURLToPath(new URL('authlib_client.py', import.meta.url));
const python = ['python3', '/usr/bin/python3'].find((command) =>
  works(command, ['-c', 'import authlib.integrations.requests_client']),
);
if (python === undefined) console.warn('skipped: no Python with authlib and requests');

it.skipIf(python === undefined)('Authlib logs in, renews and logs out', { timeout: 120_000 }, () =>
  expectLogin(python!, [PROGRAM]),
);
