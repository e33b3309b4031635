/** Reads what applications give the library, and names what is wrong with it. */
import { fromBase64 } from './base64.ts';
import { InvalidOptionError } from './errors.ts';

/** The address without final slashes. @throws InvalidOptionError */
export function addressOf(url: unknown): string {
  if (typeof url !== 'string' || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new InvalidOptionError(
      `url: expected the address of the service, such as https://face.example.org, not ${show(url)}`,
    );
  if (/[?#]/.test(url) || new URL(url).username !== '')
    throw new InvalidOptionError(
      'url: expected an address without query, fragment and credentials',
    );
  return url.replace(/\/+$/, '');
}

/** Id, key and secret as `prosopon client create` prints them. @throws InvalidOptionError */
export function requireCredentials(given: {
  readonly id: unknown;
  readonly key?: unknown;
  readonly secret?: unknown;
}): void {
  if (typeof given !== 'object' || given === null)
    throw new InvalidOptionError(`expected { url, id, key, secret }, not ${String(given)}`);
  if (typeof given.id !== 'string' || given.id === '')
    throw new InvalidOptionError(`id: expected the id of a client, not ${show(given.id)}`);
  if (given.key !== undefined && !isKey(given.key))
    throw new InvalidOptionError('key: expected base64 of 32 or more bytes, as it was printed');
  if (given.secret !== undefined && (typeof given.secret !== 'string' || given.secret === ''))
    throw new InvalidOptionError(`secret: expected text, not ${show(given.secret)}`);
}

/** The id of a task token. @throws InvalidOptionError */
export function tokenIdOf(token: unknown): string {
  try {
    const claims = new TextDecoder().decode(fromBase64(String(token).split('.')[1] ?? ''));
    const { tokenid } = JSON.parse(claims) as { readonly tokenid?: unknown };
    if (typeof tokenid === 'string') return tokenid;
  } catch {
    // Named below.
  }
  throw new InvalidOptionError('token: expected a task token, as taskToken() resolves to it');
}

const SHORTEST_KEY = 32;

function isKey(key: unknown): boolean {
  try {
    return typeof key === 'string' && fromBase64(key).length >= SHORTEST_KEY;
  } catch {
    return false;
  }
}

const show = (value: unknown) =>
  typeof value === 'string' ? JSON.stringify(value) : String(value);
