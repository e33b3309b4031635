/** A converted network whose file was changed is not used, before a start or while it runs. */
import { cpSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCli } from '../../testing/cli/run-cli.ts';
import { startOn } from '../service.ts';
import { childrenOf } from './children.ts';
import type { FaultReport } from './report.ts';

export async function corruptedModel(): Promise<FaultReport> {
  const cli = await createCli({ convertedModels: true });
  const broken: string[] = [];
  const models = join(cli.dataDir, 'models');
  const shared = realpathSync(models);
  rmSync(models);
  cpSync(shared, models, { recursive: true });
  const files = () => readdirSync(models).filter((name) => name.endsWith('.onnx'));
  const corrupt = () => {
    for (const name of files()) {
      const bytes = readFileSync(join(models, name));
      bytes[bytes.length >> 1]! ^= 0xff;
      writeFileSync(join(models, name), bytes);
    }
  };
  corrupt();
  try {
    const service = await startOn(cli);
    try {
      const { image, running } = service;
      const verify = () => service.call('/api/face/v1/verify/1', { image });
      const isRight = async () => (await verify()).text.includes('"verified":true');
      await service.call('/api/face/v1/enroll/1', [{ image }]);
      if (!(await isRight())) broken.push('it does not verify on what it converted anew');
      if (!running.output().includes('is not as this installation made it'))
        broken.push('it does not say that a network was changed');
      corrupt();
      for (const pid of childrenOf(running.child.pid!, 'engine-worker'))
        process.kill(pid, 'SIGKILL');
      for (let call = 0; call < 3; call++) {
        const { status, text } = await verify();
        if (status !== 503) broken.push(`changed while it ran: ${status} ${text}`);
      }
      if ((await service.readyz()).status !== 503) broken.push('without a worker it is ready');
    } finally {
      await service.stop();
    }
    const again = await startOn(cli);
    const { text } = await again.call('/api/face/v1/verify/1', { image: again.image });
    if (!text.includes('"verified":true')) broken.push(`started again: ${text}`);
    await again.stop();
  } finally {
    await cli.remove();
  }
  return { times: 2, broken };
}
