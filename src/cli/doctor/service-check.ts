/** Whether this service, or another program, runs at the configured address. */
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { Config } from '../../config/config.ts';
import { hostAndPort, reachableHost } from '../../config/host.ts';
import { readAddress } from '../service-address.ts';
import type { Finding } from './finding.ts';

export async function checkService(config: Config): Promise<Finding> {
  const check = 'service';
  const base = readAddress(config.dataDir)?.address ?? configuredAddress(config);
  try {
    if ((await ask(`${base}/livez`)) !== 200)
      return {
        check,
        state: 'warn',
        message: `another program answers at ${base}`,
        advice: 'Stop it, or choose another PORT.',
      };
    const ready = (await ask(`${base}/readyz`)) === 200;
    return { check, state: 'ok', message: `running at ${base}${ready ? '' : ', but not ready'}` };
  } catch {
    return { check, state: 'ok', message: `not running at ${base}` };
  }
}

function configuredAddress({ host, port, tls }: Config): string {
  const scheme = tls === undefined ? 'http' : 'https';
  return `${scheme}://${hostAndPort(reachableHost(host), port)}`;
}

/** The status. It does not check the certificate, because it only asks which program answers. */
async function ask(url: string): Promise<number | undefined> {
  const { get } = url.startsWith('https:') ? https : http;
  const signal = AbortSignal.timeout(2000);
  const [response] = (await once(get(url, { rejectUnauthorized: false, signal }), 'response')) as [
    http.IncomingMessage,
  ];
  response.destroy();
  return response.statusCode;
}
