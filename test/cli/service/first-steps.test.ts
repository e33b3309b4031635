/** What a start tells of the service that runs. */
import { expect, it } from 'vitest';
import { firstSteps, whatRuns } from '../../../src/cli/service/first-steps.ts';
import { parseConfig } from '../../../src/config/config.ts';
import { RECOMMENDED_MISSING } from '../../../src/faces/encoding/encoders.ts';

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

it('shows commands that find data and key', async () => {
  const env = { PROSOPON_DATA: '/var/lib/prosopon', PROSOPON_KEY_FILE: '/run/keys/master.key' };
  const config = parseConfig(env);
  const program = `PROSOPON_DATA=${env.PROSOPON_DATA} PROSOPON_KEY_FILE=${env.PROSOPON_KEY_FILE} bin/prosopon`;
  const demo = { id: 'demo', secret: 'secret', key: 'key' } as Parameters<typeof firstSteps>[2];
  expect(firstSteps(config, running.address, demo)).toContain(
    `TOKEN=$(${program} token --client demo)`,
  );
  const missing = async () => [RECOMMENDED_MISSING];
  const lacking = { ...running, status: () => ({ encoder: undefined, missing }) as never };
  expect(await whatRuns(config, lacking)).toContain(
    `; better: ${program} models pull recommended\n`,
  );
});
