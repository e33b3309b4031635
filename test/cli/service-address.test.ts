/** Commands beside a running service whose environment they lack: its address holds for them, too. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Cli, createCli, type Running } from '../../testing/cli/run-cli.ts';

let cli: Cli;
let service: Running | undefined;

beforeEach(async () => {
  cli = await createCli({ convertedModels: true });
});
afterEach(async () => {
  await service?.stop();
  service = undefined;
  await cli.remove();
});

const INVITED = ['user', 'create', 'ada', '--email', 'ada@example.org', '--invite', '--json'];

it.each([{ PUBLIC_URL: 'https://face.example' }, { HOST: '0.0.0.0' }])(
  'beside a service with %o, others reach it: no mail goes to the terminal',
  async (env) => {
    service = await cli.serve(env);
    const { out, err } = await cli.run(...INVITED);
    const { PUBLIC_URL: address = 'http://localhost' } = env;
    expect(JSON.parse(out)).toMatchObject({
      mailed: false,
      link: expect.stringMatching(`^${address}.*/link#`),
    });
    expect(err).not.toContain('/link#');
    const webhook = ['webhook', 'create', '--client', 'demo', '--url', 'http://127.0.0.1:9/hooks'];
    expect(await cli.run(...webhook)).toMatchObject({ code: 4, out: '' });
  },
);

it('mail goes to the terminal on request', async () => {
  service = await cli.serve({ PUBLIC_URL: 'https://face.example' });
  const { out, err } = await cli.runWith({ PROSOPON_MAIL_TO_LOG: '1' }, ...INVITED);
  expect(JSON.parse(out)).toMatchObject({ mailed: true });
  expect(err).toContain('https://face.example/link#');
});

it('beside a service that only this machine reaches, mail goes to the terminal', async () => {
  service = await cli.serve();
  const { out, err } = await cli.run(...INVITED);
  expect(JSON.parse(out)).toMatchObject({ mailed: true });
  expect(err).toContain(`${service.url}/link#`);
});
