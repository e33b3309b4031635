/** Without any network, and with IPv6 alone, the service starts and serves. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { FaultReport } from './report.ts';

const WORLDS = [
  { host: '127.0.0.1', network: 'ip link set lo up' },
  { host: '::1', network: 'ip link set lo up && ip -4 address flush dev lo' },
] as const;

const PROGRAM = fileURLToPath(new URL('served-at.ts', import.meta.url));

export async function networks(): Promise<FaultReport> {
  const broken: string[] = [];
  const run = promisify(execFile);
  const inside = (network: string, ...command: readonly string[]) =>
    run('unshare', ['--net', 'sh', '-c', `${network} && exec "$@"`, 'sh', ...command]);
  try {
    for (const { network } of WORLDS) await inside(network, 'true');
  } catch {
    return { times: 0, broken, leftOut: 'left out: it needs root, unshare and ip' };
  }
  for (const { host, network } of WORLDS) {
    const { stdout } = await inside(network, process.execPath, PROGRAM, host);
    broken.push(...(JSON.parse(stdout) as string[]).map((what) => `${host}: ${what}`));
  }
  return { times: WORLDS.length, broken };
}
