/** The master key from a program: a vault, a key-management service, an HSM, an encrypted file. */
import { execFileSync } from 'node:child_process';
import { ConfigError } from '../config/config.ts';
import { decodeMasterKey } from './master-key.ts';

/** Time for a person to touch a token; a vault takes a second. */
const MOST_MS = 60_000;
const NAME = 'PROSOPON_KEY_COMMAND';

const printed = new Map<string, string>();

/**
 * Base64 of the key, as the shell command prints it. Runs once in a process. Nothing of the output
 * is logged; standard error goes to that of the service.
 * @throws ConfigError it fails, takes longer than a minute, or prints no key
 */
export function masterKeyFrom(command: string): string {
  const known = printed.get(command) ?? run(command);
  printed.set(command, known);
  return known;
}

function run(command: string): string {
  let text: string;
  try {
    text = execFileSync('/bin/sh', ['-c', command], {
      stdio: ['inherit', 'pipe', 'inherit'],
      encoding: 'utf8',
      timeout: MOST_MS,
      maxBuffer: 4096,
    });
  } catch (error) {
    throw new ConfigError(`${NAME}: ${reasonOf(error as NodeJS.ErrnoException)}`);
  }
  return Buffer.from(decodeMasterKey(text, `what ${NAME} prints`)).toString('base64');
}

function reasonOf(error: NodeJS.ErrnoException & { readonly status?: number | null }): string {
  if (error.code === 'ETIMEDOUT') return `the command took longer than ${MOST_MS / 1000} s`;
  if (error.code === 'ENOBUFS') return 'the command prints more than a key';
  if (typeof error.status === 'number') return `the command ended with status ${error.status}`;
  return 'the command could not be run';
}
