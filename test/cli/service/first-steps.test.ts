/** What a start tells of the service that runs. */
import { expect, it } from 'vitest';
import { whatRuns } from '../../../src/cli/service/first-steps.ts';

type Service = Parameters<typeof whatRuns>[0];

it('names the port of gRPC', async () => {
  const running: Service = {
    ...{ address: 'https://127.0.0.1:8443', grpcPort: 50051, demo: undefined },
    ...{ playground: undefined, ready: Promise.resolve(), clients: async () => [] },
    stop: async () => undefined,
    status: () => ({ encoder: undefined, missing: async () => [] }) as never,
  };
  expect(await whatRuns(running)).toMatch(/^ {2}gRPC {12}port 50051$/m);
});
