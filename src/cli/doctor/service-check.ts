/** Whether a service runs at the configured address, and whether another program does. */
import type { Config } from '../../config.ts';
import { readAddress } from '../service-address.ts';
import type { Finding } from './finding.ts';

export async function checkService(config: Config): Promise<Finding> {
  const check = 'service';
  const base = readAddress(config.dataDir)?.address ?? configuredAddress(config);
  const ask = async (path: string) => {
    const response = await fetch(base + path, { signal: AbortSignal.timeout(2000) });
    await response.body?.cancel();
    return response.status;
  };
  try {
    if ((await ask('/livez')) !== 200)
      return {
        check,
        state: 'warn',
        message: `another program answers at ${base}`,
        advice: 'Stop it, or choose another PORT.',
      };
    const ready = (await ask('/readyz')) === 200;
    return { check, state: 'ok', message: `${ready ? 'running' : 'starting'} at ${base}` };
  } catch {
    return { check, state: 'ok', message: `not running at ${base}` };
  }
}

function configuredAddress({ host, port }: Config): string {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}
