/** Whether a service runs at the configured address, and whether another program does. */
import type { Config } from '../../config.ts';
import type { Finding } from './finding.ts';

export async function checkService(config: Config): Promise<Finding> {
  const check = 'service';
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  const base = `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`;
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
