/** What a start tells of the service that runs. */
import { expect, it } from 'vitest';
import { whatRuns } from '../../../src/cli/service/first-steps.ts';
import { parseConfig } from '../../../src/config/config.ts';

type Service = Parameters<typeof whatRuns>[1];

const running: Service = {
  ...{ address: 'https://127.0.0.1:8443', grpcPort: 50051, demo: undefined },
  ...{ playground: undefined, ready: Promise.resolve(), clients: async () => [] },
  stop: async () => undefined,
  status: () => ({ encoder: undefined, missing: async () => [] }) as never,
};

it('names the port of gRPC', async () => {
  expect(await whatRuns(parseConfig({}), running)).toMatch(/^ {2}gRPC {12}port 50051$/m);
});

it('names the addresses that people use', async () => {
  const config = parseConfig({ PUBLIC_URL: 'https://face.example.org' });
  const told = await whatRuns(config, running);
  expect(told).toMatch(/^ {2}administration {2}https:\/\/face\.example\.org\/admin$/m);
  expect(told).not.toContain('127.0.0.1');
});
