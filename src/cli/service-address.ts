/** The address of a running service: it writes a file in its data directory for commands. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { readConfig } from './environment.ts';

export interface ServiceAddress {
  /** Where it listens. */
  readonly address: string;
  /** Where its clients reach it. */
  readonly publicUrl: string;
  /** As configured. */
  readonly host: string;
  readonly pid: number;
}

const fileOf = (dataDir: string) => join(dataDir, 'service.json');

/** Writes the address. The returned function removes it. */
export function announce({ dataDir, publicUrl, host }: Config, address: string): () => void {
  const file = fileOf(dataDir);
  const own: ServiceAddress = { address, publicUrl, host, pid: process.pid };
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

/**
 * The configuration of a command. PUBLIC_URL and HOST default to those of the running service: links
 * lead to it, and what is safe on this machine only depends on them.
 */
export function readConfigBesideService(): Config {
  const config = readConfig();
  const service = readAddress(config.dataDir);
  if (service === undefined) return config;
  const { PUBLIC_URL, HOST, ...env } = process.env;
  return readConfig({
    ...env,
    PUBLIC_URL: PUBLIC_URL || service.publicUrl,
    HOST: HOST || service.host,
  });
}
