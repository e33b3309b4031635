/** `npm run bench -- grpc`: the cost of gRPC over HTTP, and that large calls leave nothing. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processorSeconds, residentMegabytes } from '../testing/process-usage.ts';
import { createClient, type Service, startService } from '../testing/service-process.ts';
import { median } from '../testing/statistics.ts';
import { type GrpcCaller, measureGrpc, openGrpcCaller } from './measure-grpc.ts';
import { makePhotographs } from './photographs.ts';
import { enroll, openCaller, verifyBody } from './requests.ts';

const PASSES = 40;
/** Verifications in a row by one protocol between readings of processor time. */
const BLOCK = 20;
const BLOCKS = 4;
/** Calls with large images. Half of them precede the first memory reading. */
const LARGE_CALLS = 400;
const LARGE_BYTES = 10_000_000;
const CALLERS = 4;

export async function benchGrpc(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'prosopon-bench-'));
  const service = await startService(dataDir, 2);
  try {
    const { token } = await createClient(dataDir);
    const target = { address: service.address, token };
    const { '640×480': jpeg } = await makePhotographs();
    await enroll(target, jpeg);
    const { http, grpc } = await measureGrpc(target, service.grpcAddress, jpeg, PASSES);
    const beyond = median(grpc.map((time, i) => time - http[i]!));
    print('verify, gRPC − HTTP, pairwise (≤ 3)', beyond, 'ms');

    const overHttp = openCaller(target);
    const overGrpc = openGrpcCaller(service.grpcAddress, token, jpeg);
    const body = verifyBody(jpeg);
    const processor: number[] = [];
    for (let block = 0; block < BLOCKS; block++) {
      const spent = await processorTime(service, () => overHttp.verify(body));
      processor.push((await processorTime(service, () => overGrpc.verify())) - spent);
    }
    print('the same in processor time of the service', median(processor), 'ms');
    await overHttp.close();
    overGrpc.close();

    // Decoders skip data after the end of a JPEG, so only the message is large.
    const large = Buffer.concat([jpeg, Buffer.alloc(LARGE_BYTES - jpeg.length)]);
    const callers = Array.from({ length: CALLERS }, () =>
      openGrpcCaller(service.grpcAddress, token, large),
    );
    print('memory before', residentMegabytes(service.pid), 'MB');
    for (const half of [1, 2]) {
      await verifyMany(callers, LARGE_CALLS / 2);
      const held = residentMegabytes(service.pid);
      print(`memory after ${(half * LARGE_CALLS) / 2} verifications of 10 MB`, held, 'MB');
    }
    for (const caller of callers) caller.close();
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Milliseconds of processor time per call. */
async function processorTime({ pid }: Service, call: () => Promise<unknown>): Promise<number> {
  const before = processorSeconds(pid);
  for (let i = 0; i < BLOCK; i++) await call();
  return (processorSeconds(pid) - before) * (1000 / BLOCK);
}

async function verifyMany(callers: readonly GrpcCaller[], count: number): Promise<void> {
  let left = count;
  await Promise.all(
    callers.map(async (caller) => {
      while (left-- > 0) await caller.verify();
    }),
  );
}

function print(figure: string, value: number, unit: string): void {
  console.log(`| ${figure} | ${value.toFixed(value < 10 ? 2 : 0)} ${unit} |`);
}
