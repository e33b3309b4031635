/** Downloads a file: resumes after a cut, checks size and digest, renames. Processes may race. */
import { constants } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EnvHttpProxyAgent, fetch, type Response } from 'undici';
import { giveToOwner, makeFolder } from '../../config/owner.ts';
import { innermost } from '../../errors.ts';
import { ModelError } from '../models/model-error.ts';
import type { PackFile } from './pack.ts';
import { isIntact } from './pack-files.ts';

export interface DownloadOptions {
  /** PROSOPON_OFFLINE: refuse at once. */
  readonly offline?: boolean;
  /** Called with the number of bytes present, including those of an earlier attempt. */
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
  /** Milliseconds without a byte after which the connection is given up (20 000). */
  readonly idleTimeout?: number;
}

/** The transfer broke off. Received bytes stay, and it can be resumed. */
class Interrupted extends Error {
  /** The server answered and did not just fall silent, so another attempt may help. */
  readonly retry: boolean;

  constructor(message: string, retry: boolean) {
    super(message);
    this.retry = retry;
  }
}

/** Attempts after cuts, and how many of them may bring nothing. */
const RESUMES = 5;
const FRUITLESS = 2;

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

const partOf = (path: string): string => `${path}.part`;

const sizeOf = async (path: string): Promise<number> =>
  stat(path).then(
    (entry) => entry.size,
    () => 0,
  );

/** Where the body begins in the file: the requested offset, or 0 if the server sends everything. */
function start(response: Response, asked: number, file: PackFile): number {
  if (response.status === 206) {
    const range = response.headers.get('content-range') ?? '';
    const [, from, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(range) ?? [];
    if (Number(from) !== asked || (total !== '*' && Number(total) !== file.size))
      throw new ModelError(`${file.url}: the server sent "${range}", expected bytes ${asked}-`);
    return asked;
  }
  if (response.status !== 200)
    throw new ModelError(`${file.url}: ${response.status} ${response.statusText}`.trim());
  const length = response.headers.get('content-length');
  const encoded = response.headers.has('content-encoding');
  if (length !== null && !encoded && Number(length) !== file.size)
    throw new ModelError(`${file.url}: the file has ${length} bytes, expected ${file.size}`);
  return 0;
}

/** Whether the file exists, is readable and intact. */
const has = (file: PackFile, path: string): Promise<boolean> =>
  isIntact(file, path).catch(() => false);

/** Makes a request, and appends the missing bytes to the part file. */
async function transfer(file: PackFile, path: string, options: DownloadOptions): Promise<void> {
  const part = partOf(path);
  const had = await sizeOf(part);
  if (had === file.size || (had === 0 && (await has(file, path)))) return;
  const { signal, idleTimeout = 20_000 } = options;
  const idle = new AbortController();
  const waiting = setTimeout(
    () => idle.abort(new Error(`no data for ${Math.ceil(idleTimeout / 1000)} s`)),
    idleTimeout,
  );
  const dispatcher = new EnvHttpProxyAgent();
  let answered = false;
  try {
    const response = await fetch(file.url, {
      dispatcher,
      signal: signal === undefined ? idle.signal : AbortSignal.any([idle.signal, signal]),
      headers: had > 0 ? { range: `bytes=${had}-` } : {},
    });
    answered = true;
    let done = start(response, had, file);
    if (done < had) await rm(part, { force: true });
    await using target = await open(part, constants.O_WRONLY | constants.O_CREAT);
    for await (const chunk of response.body ?? []) {
      waiting.refresh();
      if (done + chunk.length > file.size)
        throw new ModelError(`${file.url}: longer than the expected ${file.size} bytes`);
      await target.write(chunk, 0, chunk.length, done);
      done += chunk.length;
      options.onProgress?.(done, file.size);
    }
    await target.sync();
    giveToOwner(part);
    if (done < file.size) throw new Interrupted(`the connection ended at byte ${done}`, true);
  } catch (error) {
    if (error instanceof ModelError || error instanceof Interrupted) throw error;
    throw new Interrupted(reason(error), answered && !idle.signal.aborted);
  } finally {
    clearTimeout(waiting);
    await dispatcher.destroy();
  }
}

/** Fetches until the part file is complete. Gives up when an attempt brings nothing. */
async function complete(file: PackFile, path: string, options: DownloadOptions): Promise<void> {
  const part = partOf(path);
  let fruitless = 0;
  for (let attempt = 0; ; attempt++) {
    const before = await sizeOf(part);
    if (before > file.size) await rm(part, { force: true });
    try {
      return await transfer(file, path, options);
    } catch (error) {
      if (options.signal?.aborted) throw new ModelError(`${file.url}: cancelled`);
      if (!(error instanceof Interrupted)) {
        await rm(part, { force: true });
        throw error;
      }
      const after = await sizeOf(part);
      fruitless = after > before ? 0 : fruitless + 1;
      const again = fruitless === 0 || (error.retry && fruitless <= FRUITLESS);
      if (again && attempt < RESUMES) continue;
      const kept = after > 0 ? `; ${after} of ${file.size} bytes are kept, try again later` : '';
      throw new ModelError(`${file.url}: ${error.message}${kept}`);
    }
  }
}

/** Renames the part file, unless another process did. False: it is damaged, or gone. */
async function finish(file: PackFile, path: string): Promise<boolean> {
  const part = partOf(path);
  if (!(await has(file, part))) return has(file, path);
  return rename(part, path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return has(file, path);
      throw error;
    },
  );
}

/**
 * Downloads `file.url` to `path` through `<path>.part`, which a later call resumes. Uses the
 * proxies in http_proxy, https_proxy and no_proxy. The file only appears under its name once size
 * and digest are right. Stops early when another process has brought it.
 * @throws ModelError in one line: offline, refused, not found, wrong size or content, cut off
 */
export async function download(
  file: PackFile,
  path: string,
  options: DownloadOptions = {},
): Promise<void> {
  if (options.offline === true)
    throw new ModelError(`${file.name}: not downloaded because PROSOPON_OFFLINE=1`);
  await makeFolder(dirname(path));
  const resumed = (await sizeOf(partOf(path))) > 0;
  await complete(file, path, options);
  if (await finish(file, path)) return;
  const isThere = (await sizeOf(partOf(path))) > 0;
  await rm(partOf(path), { force: true });
  // The earlier part may be of another version, so start again from the beginning.
  if (resumed || !isThere) return download(file, path, options);
  throw new ModelError(`${file.url}: the content is not that of ${file.sha256}`);
}
