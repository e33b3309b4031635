/** The sample clients of gRPC, run as their first lines say, against a real server. */
import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../src/access/clients/client.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { ROOT } from '../../testing/cli/run-cli.ts';
import { testEngine } from '../../testing/engine.ts';
import { startService, type TestService } from '../../testing/http/service.ts';
import { portrait } from '../../testing/people.ts';
import { type GrpcProtocol, overGrpc } from '../contract/over-grpc.ts';

const run = promisify(execFile);

/** A Python that has the gRPC tools: the first in the path, or the system's. */
const python = ['python3', '/usr/bin/python3'].find(
  (name) => spawnSync(name, ['-c', 'import grpc_tools, grpc']).status === 0,
);
if (python === undefined) console.warn('skipped: no Python with grpcio-tools is here');

let engine: FaceEngine;
let service: TestService;
let client: CreatedClient;
let grpc: GrpcProtocol;
let folder: string;
let photos: string[];

beforeAll(async () => {
  engine = await testEngine();
  service = await startService(engine);
  // A key from another service may be this short.
  client = await service.client('shop', { key: randomBytes(32).toString('base64url') });
  grpc = await overGrpc(service);
  folder = await mkdtemp(join(tmpdir(), 'prosopon-examples-'));
  photos = [join(folder, 'enrolled.jpg'), join(folder, 'probe.jpg')];
  for (const [look, file] of photos.entries()) await writeFile(file, await portrait('ben', look));
});
afterAll(async () => {
  await grpc.close();
  await service.close();
  await engine.close();
  await rm(folder, { recursive: true });
});

/** What a sample prints, be it that it was refused. */
const sample = async (program: string, file: string, ...args: readonly string[]) => {
  const env = {
    ...process.env,
    GRPC_ADDRESS: `127.0.0.1:${grpc.server.port}`,
    CLIENT_ID: client.id,
    CLIENT_KEY: client.key,
    PYTHONPATH: folder,
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const options = { env, encoding: 'utf8' } as const;
  return run(program, [join(ROOT, 'examples/grpc', file), ...args], options).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr,
  );
};

/** Samples of one language do the same as those of the other. */
async function runSamples(program: string, suffix: string, classId: string): Promise<string> {
  const [enrolled = '', probe = ''] = photos;
  expect(await sample(program, `verify.${suffix}`, classId, enrolled, probe)).toMatch(
    /^NEW_TEMPLATE_CREATED\nverified [01]\.\d{3}\n$/,
  );
  expect(await sample(program, `verify.${suffix}`, '0', enrolled, probe)).toMatch(
    /^INVALID_ARGUMENT: classId: expected a whole number/,
  );
  expect(await sample(program, `search.${suffix}`, probe)).toMatch(
    new RegExp(`^class ${classId} [01]\\.\\d{3}$`, 'm'),
  );
  expect(await sample(program, `search.${suffix}`, probe, 'staff')).toBe(
    'nobody who is enrolled\n',
  );
  return sample(program, `quality.${suffix}`, enrolled);
}

describe('the sample clients', () => {
  let fromNode: string;

  it('enrol, verify, search and grade from Node.js', async () => {
    fromNode = await runSamples(process.execPath, 'mjs', '1');
    expect(fromNode).toMatch(/^LuminanceMean +\d+ +0\.\d+ {2}approximate$/m);
    expect(fromNode.match(/^[A-Z]\w+ .*approximate$/gm)).toHaveLength(28);
    expect(fromNode).not.toMatch(/QualityAssessmentError/);
  });

  it.skipIf(python === undefined)('do the same from Python', async () => {
    const files = ['common', 'face_recognition', 'face_image_quality'];
    const outputs = [`--python_out=${folder}`, `--grpc_python_out=${folder}`];
    const protos = files.map((name) => `prosopon/v1/${name}.proto`);
    await run(python!, [
      '-m',
      'grpc_tools.protoc',
      '-I',
      join(ROOT, 'proto'),
      ...outputs,
      ...protos,
    ]);
    expect(await runSamples(python!, 'py', '2')).toBe(fromNode);
  });
});
