/** The address of a running service: it writes a file in its data directory for commands. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';

export interface ServiceAddress {
  /** Where it listens. */
  readonly address: string;
  /** Where its clients reach it. */
  readonly publicUrl: string;
  readonly pid: number;
}

const fileOf = (dataDir: string) => join(dataDir, 'service.json');

/** Writes the address. The returned function removes it. */
export function announce({ dataDir, publicUrl }: Config, address: string): () => void {
  const file = fileOf(dataDir);
  const own: ServiceAddress = { address, publicUrl, pid: process.pid };
  // With a database elsewhere, the service may have no data directory.
  if (!existsSync(dataDir)) return () => undefined;
  writeFileSync(file, `${JSON.stringify(own)}\n`, { mode: 0o600 });
  return () => {
    if (readAddress(dataDir)?.pid === process.pid) rmSync(file, { force: true });
  };
}

/** The service that runs on this data directory. Undefined: none. */
export function readAddress(dataDir: string): ServiceAddress | undefined {
  try {
    const found = JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as ServiceAddress;
    return runs(found.pid) ? found : undefined;
  } catch {
    return undefined;
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The configuration of a command. Links lead to the running service, unless PUBLIC_URL is set. */
export function withRunningAddress(config: Config): Config {
  const publicUrl = process.env.PUBLIC_URL ? undefined : readAddress(config.dataDir)?.publicUrl;
  return publicUrl === undefined ? config : { ...config, publicUrl };
}
