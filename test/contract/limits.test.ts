/** Rates are those of the client and its network, whichever protocol the calls come by. */
import { afterEach, expect, it } from 'vitest';
import { type CallLimits, createCallRates } from '../../src/protocols/call-rates.ts';
import { startService, type TestService } from '../../testing/http/service.ts';
import { overGrpc } from './over-grpc.ts';
import { overHttp } from './over-http.ts';
import type { ContractCall, Protocol } from './protocol.ts';

/** These tests need no face. */
const EXHAUSTED = 8;
const UNAUTHENTICATED = 16;

let service: TestService;
let http: Protocol;
let grpc: Protocol;

/** A clock that stands still, so that no minute ends within a test. */
async function start(limits: Partial<CallLimits>): Promise<void> {
  service = await startService(undefined, { rates: createCallRates(limits, () => 0) });
  http = overHttp(service);
  grpc = await overGrpc(service);
}
afterEach(async () => {
  await grpc.close();
  await service.close();
});

const status = (protocol: Protocol, call: ContractCall) =>
  protocol.call('GetTemplateStatus', { classId: '1', ...call });

it('calls of a client count together, and refusals name the wait', async () => {
  await start({ callsPerClient: 2 });
  const client = await service.client('eager');
  expect((await status(http, { client })).code).toBe(0);
  expect((await status(grpc, { client })).code).toBe(0);
  for (const protocol of [http, grpc]) {
    const refused = await status(protocol, { client });
    expect(refused).toMatchObject({ code: EXHAUSTED, message: expect.stringMatching(/Too many/) });
    expect(refused.headers).toMatchObject({ 'retry-after': '60', jobid: expect.any(String) });
  }
  const calm = await service.client('calm');
  expect((await status(grpc, { client: calm })).code).toBe(0);
  const booked = await service.parts.bookkeeping.list({ clientId: 'eager', limit: 10 });
  const refusals = booked.filter(({ status }) => status === 'FAULTED');
  expect(refusals.map(({ errors }) => errors[0]?.errorCode)).toEqual(
    Array(2).fill('ResourceExhausted'),
  );
});

it('failed authentications count per address, and stop nobody else', async () => {
  await start({ failedAuthentications: 2 });
  const client = await service.client('honest');
  const codes: number[] = [];
  for (const protocol of [http, grpc, http, grpc])
    codes.push((await status(protocol, { token: 'a.b.c' })).code);
  expect(codes).toEqual([UNAUTHENTICATED, UNAUTHENTICATED, EXHAUSTED, EXHAUSTED]);
  expect((await status(grpc, { client })).code).toBe(0);
});

it('calls count per address, before authentication', async () => {
  await start({ callsPerAddress: 1 });
  expect((await status(grpc, { token: 'a.b.c' })).code).toBe(UNAUTHENTICATED);
  const client = await service.client('late');
  expect((await status(http, { client })).code).toBe(EXHAUSTED);
  expect((await status(grpc, { client })).code).toBe(EXHAUSTED);
});
