/** The sample clients of gRPC, run as their first lines say, against a real server. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../src/access/client.ts';
import type { FaceEngine } from '../../src/faces/analysis.ts';
import { ROOT } from '../cli/run-cli.ts';
import { type GrpcProtocol, overGrpc } from '../contract/over-grpc.ts';
import { portrait, testEngine } from '../operations/people.ts';
import { startService, type TestService } from '../protocols/http/service.ts';

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
  client = await service.client('shop');
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

const example = async (program: string, file: string, classId: string, env = {}) => {
  const args = [join(ROOT, 'examples/grpc', file), client.id, client.key, ...photos];
  const address = { PROSOPON_GRPC: `127.0.0.1:${grpc.server.port}`, CLASS_ID: classId };
  return (await run(program, args, { env: { ...process.env, ...address, ...env } })).stdout;
};

describe('the sample clients', () => {
  it('enrol and verify from Node.js', async () => {
    const output = await example(process.execPath, 'verify.mjs', '1');
    expect(output).toMatch(/^NEW_TEMPLATE_CREATED \[\]\nverified [01]\.\d{3}\n$/);
  });

  it.skipIf(python === undefined)('enrol and verify from Python', async () => {
    const files = ['common', 'face_recognition'].map((name) => `prosopon/v1/${name}.proto`);
    const outputs = [`--python_out=${folder}`, `--grpc_python_out=${folder}`];
    await run(python!, [
      '-m',
      'grpc_tools.protoc',
      '-I',
      join(ROOT, 'proto'),
      ...outputs,
      ...files,
    ]);
    const output = await example(python!, 'verify.py', '2', { PYTHONPATH: folder });
    expect(output).toMatch(/^NEW_TEMPLATE_CREATED \[\]\nverified [01]\.\d+\n$/);
  });
});
