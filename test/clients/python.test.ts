/** The client library of Python against a real service, where Python and its packages are there. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../src/access/clients/client.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { endSession } from '../../testing/ended-session.ts';
import { testEngine } from '../../testing/engine.ts';
import { startService, type TestService } from '../../testing/http/service.ts';
import { portrait } from '../../testing/people.ts';

const PYTHON = process.env.PROSOPON_TEST_PYTHON ?? 'python3';
const FOLDER = 'clients/python';

/** Why it cannot be tested here; undefined: it can. */
function lacking(): string | undefined {
  const { status, error } = spawnSync(PYTHON, [
    '-c',
    'import sys, cryptography, httpx, jwt, pytest; sys.exit(sys.version_info < (3, 11))',
  ]);
  if (error !== undefined) return `no ${PYTHON}`;
  return status === 0
    ? undefined
    : `${PYTHON} lacks httpx, jwt, cryptography or pytest, or is older than 3.11`;
}

const reason = lacking();
if (reason !== undefined) console.warn(`skipped: ${reason}; PROSOPON_TEST_PYTHON names another`);

describe.skipIf(reason !== undefined)('the Python client', () => {
  let engine: FaceEngine;
  let service: TestService;
  let snake: CreatedClient;
  let sandbox: CreatedClient;
  let file: string;
  /** Id of a liveness session. */
  let ended: string;

  beforeAll(async () => {
    engine = await testEngine();
    service = await startService(engine);
    snake = await service.client('snake', { settings: { livenessSessions: true } });
    sandbox = await service.client('sandbox', { settings: { sandbox: true } });
    const nonce = 'of the test of Python';
    const call = { client: snake, body: { nonce } };
    ended = (await service.call('POST', '/api/v1/liveness-sessions', call)).json.sessionId;
    await endSession(service.parts.livenessSessions, ended);
    file = join(service.location.dataDir, 'photo.jpg');
    await writeFile(file, await portrait('ada'));
  });
  afterAll(async () => {
    await service.close();
    await engine.close();
  });

  async function run(...args: readonly string[]) {
    const child = spawn(PYTHON, ['-B', ...args], {
      cwd: FOLDER,
      env: {
        ...process.env,
        PYTHONPATH: 'src',
        PROSOPON_URL: service.base,
        PROSOPON_ID: snake.id,
        PROSOPON_KEY: snake.key,
        PROSOPON_SECRET: snake.secret,
        PROSOPON_PHOTO: file,
        PROSOPON_SESSION: ended,
        PROSOPON_SANDBOX_KEY: sandbox.key,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [out] = await Promise.all([text(child.stdout), once(child, 'close')]);
    return { out, code: child.exitCode };
  }

  it('passes its own tests', async () => {
    const { out, code } = await run('-m', 'pytest', '-q', '-p', 'no:cacheprovider');
    expect(code, out).toBe(0);
    expect(out).toMatch(/^\d+ passed in/m);
  });

  it('runs its first example unchanged', async () => {
    const page = await readFile(`${FOLDER}/README.md`, 'utf8');
    const code = /```python\n(.*?)```/s.exec(page)![1]!;
    expect((await run('-c', code, file)).out).toBe('NEW_TEMPLATE_CREATED\n');
    expect((await run('-c', code, file)).out).toBe('It is 1001\n');
  });
});
