/** The samples in Go and Java that verify the result of a liveness session, if their tools are here. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endSession } from '../../testing/ended-session.ts';
import { startService, type TestService } from '../../testing/http/service.ts';

const FOLDER = 'examples/verify-result';
const nonce = 'drawn for this session';

let service: TestService;
let folder: string;
let sessionId: string;
let result: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-result-'));
  service = await startService();
  const client = await service.client('bank', { settings: { livenessSessions: true } });
  const call = { client, body: { nonce } };
  ({ sessionId } = (await service.call('POST', '/api/v1/liveness-sessions', call)).json);
  result = await endSession(service.parts.livenessSessions, sessionId);
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const LANGUAGES = [
  {
    name: 'Go',
    tool: 'go',
    build: () => ['build', '-o', join(folder, 'verify'), join(FOLDER, 'verify.go')],
    command: () => [join(folder, 'verify')],
  },
  {
    name: 'Java',
    tool: 'javac',
    build: () => ['-d', folder, join(FOLDER, 'Verify.java')],
    command: () => ['java', '-cp', folder, 'Verify'],
  },
];

describe.each(LANGUAGES)('the sample in $name', ({ name, tool, build, command }) => {
  const missing = spawnSync(tool, ['version']).error !== undefined;
  if (missing) console.warn(`skipped: no ${tool}, so the sample in ${name} cannot run`);

  beforeAll(() => {
    if (missing) return;
    const { status, stderr } = spawnSync(tool, build());
    expect({ status, errors: String(stderr) }).toEqual({ status: 0, errors: '' });
  }, 120_000);

  async function verify(given: string, { id = 'bank', of = nonce } = {}) {
    const [program, ...options] = command();
    const child = spawn(program!, [...options, service.base, id, of]);
    child.stdin.end(given);
    const [told, problem] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { told: told.trim(), problem: problem.trim() };
  }

  it.skipIf(missing)('accepts the result, and no other', async () => {
    expect(await verify(result)).toEqual({ told: `${sessionId} succeeded`, problem: '' });
    const [header, , signature] = result.split('.') as [string, string, string];
    const claims = Buffer.from(JSON.stringify({ nonce, decision: 'succeeded' }));
    const forged = `${header}.${claims.toString('base64url')}.${signature}`;
    const unsigned = Buffer.from('{"alg":"none","typ":"liveness-result+jwt"}').toString(
      'base64url',
    );
    const refused = [
      verify(result, { of: 'drawn for another session' }),
      verify(forged),
      verify(`${unsigned}.${claims.toString('base64url')}.`),
    ];
    for (const { told, problem } of await Promise.all(refused)) {
      expect(told).toBe('');
      expect(problem).not.toBe('');
    }
  });
});
