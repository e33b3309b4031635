/**
 * The key of this browser, which signs every attempt by face. The browser never hands out the
 * private key: it lies in IndexedDB as an object that cannot be exported.
 */
import { ROOT } from '../root.ts';

/** The public key, in the format of the service. */
export interface BrowserKey {
  readonly x: string;
  readonly y: string;
}

/** Part of a call that lets this browser be remembered. */
export interface Remembering {
  readonly browserKey?: BrowserKey;
}

/** Services below other paths of this host have keys of their own. */
const DATABASE = `prosopon${ROOT}`;
const STORE = 'keys';
const LOGIN = 'login';
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** Whether this browser can keep a key: the page is secure, and storage is not turned off. */
export const keepsKeys = (): boolean => 'indexedDB' in window && isSecureContext;

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await answerOf(opening);
  try {
    return await answerOf(work(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

/** Undefined: there is none, or storage is turned off. */
const keptPair = (): Promise<CryptoKeyPair | undefined> =>
  inStore<CryptoKeyPair | undefined>('readonly', (store) => store.get(LOGIN)).catch(
    () => undefined,
  );

async function newPair(): Promise<CryptoKeyPair> {
  const pair = await crypto.subtle.generateKey(ECDSA, false, ['sign']);
  await inStore('readwrite', (store) => store.put(pair, LOGIN));
  return pair;
}

/** Makes the key unless there is one. Empty: this browser keeps none, so it cannot be remembered. */
export async function remembering(): Promise<Remembering> {
  if (!keepsKeys()) return {};
  try {
    const { publicKey } = (await keptPair()) ?? (await newPair());
    const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey);
    return { browserKey: { x, y } };
  } catch {
    return {};
  }
}

const toBase64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Signature of an upload for that attempt. Undefined: this browser has no key. */
export async function signatureOf(attempt: string, upload: string): Promise<string | undefined> {
  const pair = keepsKeys() ? await keptPair() : undefined;
  if (pair === undefined) return undefined;
  const text = new TextEncoder();
  const digest = await crypto.subtle.digest('SHA-256', text.encode(upload));
  const signed = text.encode(`prosopon face login\n${attempt}\n${toBase64Url(digest)}`);
  return toBase64Url(await crypto.subtle.sign(ECDSA, pair.privateKey, signed));
}
