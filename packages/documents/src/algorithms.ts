/** Algorithms by which documents are signed: those that ICAO 9303-12 still recommends. */
import { constants, type VerifyKeyObjectInput } from 'node:crypto';
import { id_RSASSA_PSS, RsaSaPssParams } from '@peculiar/asn1-rsa';
import { AsnConvert } from '@peculiar/asn1-schema';
import type { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import { NotAuthentic } from './not-authentic.ts';

/** Name of the hash in Node.js by object identifier. SHA-1 and MD5 are none. */
const HASHES: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
const RSA = '1.2.840.113549.1.1.1';
/** ECDSA and RSA (PKCS #1, version 1.5), named together with their hash. */
const SIGNATURES: Readonly<Record<string, string>> = {
  '1.2.840.10045.4.3.1': 'sha224',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
  '1.2.840.113549.1.1.14': 'sha224',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
};

interface SignatureAlgorithm {
  readonly hash: string;
  /** For `verify`, beside the key. */
  readonly options: Omit<VerifyKeyObjectInput, 'key'>;
}

/** @throws NotAuthentic another one */
export function hashOf({ algorithm }: AlgorithmIdentifier): string {
  const hash = HASHES[algorithm];
  if (hash === undefined) throw new NotAuthentic(`hash ${algorithm} is not accepted`);
  return hash;
}

/** @param digest that of the signer, which RSA alone does not name @throws NotAuthentic another one */
export function signatureAlgorithmOf(
  { algorithm, parameters }: AlgorithmIdentifier,
  digest?: AlgorithmIdentifier,
): SignatureAlgorithm {
  const hash = SIGNATURES[algorithm];
  if (hash !== undefined) return { hash, options: {} };
  if (algorithm === RSA && digest) return { hash: hashOf(digest), options: {} };
  if (algorithm !== id_RSASSA_PSS || !parameters)
    throw new NotAuthentic(`signature ${algorithm} is not accepted`);
  const pss = AsnConvert.parse(parameters, RsaSaPssParams);
  return {
    hash: hashOf(pss.hashAlgorithm),
    options: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: pss.saltLength },
  };
}
