/** Downloads a file of a few megabytes, and writes it if size and digest are right. */
import { EnvHttpProxyAgent, fetch } from 'undici';
import { innermost } from '../../errors.ts';
import { writeAtomically } from '../models/model-cache.ts';
import { ModelError } from '../models/model-error.ts';
import { sha256 } from '../models/model-file.ts';
import type { PackFile } from './pack.ts';

export interface DownloadOptions {
  /** PROSOPON_OFFLINE: refuse at once. */
  readonly offline?: boolean;
  readonly signal?: AbortSignal;
  /** Milliseconds without a byte after which the connection is given up (20 000). */
  readonly idleTimeout?: number;
}

/** Attempts while the connection breaks in the middle. */
const ATTEMPTS = 3;

/** Error codes of a machine without a network or name server. */
const NO_WAY = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH']);

const WITHOUT_NETWORK =
  'without a network run "prosopon models pull" on another machine, and copy the folder packs of ' +
  'its data directory into the one here';

/** Why a fetch failed, which wraps it as `TypeError: fetch failed`. */
function reason(error: unknown): string {
  const inner = innermost(error);
  if (!(inner instanceof Error)) return String(inner);
  const code = (inner as NodeJS.ErrnoException).code;
  if (NO_WAY.has(code ?? '')) return `cannot be reached from here (${code}); ${WITHOUT_NETWORK}`;
  return inner.message !== '' ? inner.message : (code ?? inner.name);
}

/** Adds what arrives to `pieces`. @throws ModelError refused, not found, or of another size */
async function receive(
  { url, size }: PackFile,
  pieces: Uint8Array[],
  { signal, idleTimeout = 20_000 }: DownloadOptions,
): Promise<void> {
  const idle = new AbortController();
  const waiting = setTimeout(
    () => idle.abort(new ModelError(`${url}: no data for ${Math.ceil(idleTimeout / 1000)} s`)),
    idleTimeout,
  );
  const dispatcher = new EnvHttpProxyAgent();
  try {
    const either = signal === undefined ? idle.signal : AbortSignal.any([idle.signal, signal]);
    const response = await fetch(url, { dispatcher, signal: either });
    if (response.status !== 200)
      throw new ModelError(`${url}: ${response.status} ${response.statusText}`.trim());
    let done = 0;
    for await (const piece of response.body ?? []) {
      waiting.refresh();
      done += piece.length;
      if (done > size) throw new ModelError(`${url}: longer than the expected ${size} bytes`);
      pieces.push(piece);
    }
    if (done < size) throw new ModelError(`${url}: the file has ${done} bytes, expected ${size}`);
  } finally {
    clearTimeout(waiting);
    await dispatcher.destroy();
  }
}

/**
 * Downloads `file.url` to `path`. Uses the proxies in http_proxy, https_proxy and no_proxy.
 * @throws ModelError in one line: offline, refused, not found, wrong size or content, cut off
 */
export async function download(
  file: PackFile,
  path: string,
  options: DownloadOptions = {},
): Promise<void> {
  if (options.offline === true)
    throw new ModelError(`${file.name}: not downloaded because PROSOPON_OFFLINE=1`);
  for (let attempt = 1; ; attempt++) {
    const pieces: Uint8Array[] = [];
    try {
      await receive(file, pieces, options);
    } catch (error) {
      if (options.signal?.aborted) throw new ModelError(`${file.url}: cancelled`);
      if (error instanceof ModelError) throw error;
      if (pieces.length > 0 && attempt < ATTEMPTS) continue;
      throw new ModelError(`${file.url}: ${reason(error)}`);
    }
    const bytes = Buffer.concat(pieces);
    if (sha256(bytes) !== file.sha256)
      throw new ModelError(`${file.url}: the content is not that of ${file.sha256}`);
    return writeAtomically(path, bytes);
  }
}
