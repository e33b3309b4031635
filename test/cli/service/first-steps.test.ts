/** What a start tells of the service that runs. */
import { expect, it } from 'vitest';
import { whatRuns } from '../../../src/cli/service/first-steps.ts';

type Service = Parameters<typeof whatRuns>[0];

const running = (grpcPort: number | undefined): Service => ({
  ...{ address: 'https://127.0.0.1:8443', grpcPort, demo: undefined, playground: undefined },
  ...{ ready: Promise.resolve(), clients: async () => [], stop: async () => undefined },
  status: () => ({ encoder: undefined, missing: async () => [] }) as never,
});

it.each([
  [50051, 'port 50051'],
  [undefined, 'on the same port'],
])('gRPC at %s: %s', async (port, told) => {
  expect(await whatRuns(running(port))).toMatch(new RegExp(`^  gRPC {12}${told}$`, 'm'));
});
