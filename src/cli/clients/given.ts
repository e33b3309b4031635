/** Credentials and keys from the command line or a file. */
import { createPublicKey } from 'node:crypto';
import { keysIn } from '../../access/clients/jwk-set.ts';
import type { PublicKey } from '../../access/clients/public-keys.ts';
import { MemberRefused } from '../../errors.ts';
import { readInput } from '../files.ts';

/** The text itself, or from the file after `@`: other users can see arguments. */
const textOf = async (given: string): Promise<string> =>
  given.startsWith('@') ? (await readInput(given.slice(1))).toString('utf8').trim() : given;

export async function givenOf(name: 'secret' | 'key', given: string | undefined) {
  return given === undefined ? {} : { [name]: await textOf(given) };
}

/** A JWK set, a list of JWKs, a single JWK, or PEM. @throws MemberRefused none of these */
export async function publicKeysOf(given = '[]'): Promise<readonly PublicKey[]> {
  const text = await textOf(given);
  try {
    if (text.startsWith('-----BEGIN')) return [createPublicKey(text).export({ format: 'jwk' })];
    return keysIn(text) as PublicKey[];
  } catch {
    throw new MemberRefused('publicKeys', 'expected JWKs or PEM');
  }
}
