/** Issuers and signers of documents, and what they sign, made for a test by the published formats. */
import {
  constants,
  createHash,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import { dataObject } from './chips.ts';

export type Kind = 'ecdsa' | 'brainpool' | 'rsa' | 'pss';

/** Holder of a key that a certificate is of. */
export interface Certified {
  readonly kind: Kind;
  readonly key: KeyObject;
  readonly name: string;
  readonly serial: Buffer;
  readonly certificate: X509Certificate;
}

export interface CertifyOptions {
  readonly kind?: Kind;
  /** Undefined: it signs itself, as issuers do. */
  readonly by?: Certified;
  readonly name?: string;
  /** Years from now. */
  readonly from?: number;
  readonly to?: number;
  readonly hash?: Hash;
  /** Bits of the key usage, the first one highest. */
  readonly usage?: number;
  readonly isIssuer?: boolean;
  /** Object identifier in hexadecimal digits. */
  readonly extendedUse?: string;
}

type Hash = 'sha1' | 'sha256';

const OIDS = {
  signedData: '2a864886f70d010702',
  contentType: '2a864886f70d010903',
  messageDigest: '2a864886f70d010904',
  ldsSecurityObject: '678108010101',
  sha1: '2b0e03021a',
  sha256: '608648016503040201',
  ecdsa: '2a8648ce3d040302',
  ecdsaSha1: '2a8648ce3d0401',
  rsa: '2a864886f70d01010b',
  pss: '2a864886f70d01010a',
  mgf1: '2a864886f70d010108',
  commonName: '550403',
  keyUsage: '551d0f',
  extendedKeyUsage: '551d25',
  basicConstraints: '551d13',
};
const identifier = (hex: string) => dataObject('06', Buffer.from(hex, 'hex'));
const oid = (name: keyof typeof OIDS) => identifier(OIDS[name]);
const sequence = (...values: readonly Uint8Array[]) => dataObject('30', ...values);
const set = (...values: readonly Uint8Array[]) => dataObject('31', ...values);
const octets = (value: Uint8Array) => dataObject('04', value);
const bits = (value: Uint8Array) => dataObject('03', Buffer.from([0]), value);
const integer = (...bytes: readonly number[]) => dataObject('02', Buffer.from(bytes));
const hashAlgorithm = (hash: Hash) => sequence(oid(hash), dataObject('05'));
const nameOf = (name: string) =>
  sequence(set(sequence(oid('commonName'), dataObject('0c', Buffer.from(name)))));

function signatureAlgorithm(kind: Kind, hash: Hash): Buffer {
  if (kind === 'rsa') return sequence(oid('rsa'), dataObject('05'));
  if (kind !== 'pss') return sequence(oid(hash === 'sha1' ? 'ecdsaSha1' : 'ecdsa'));
  const parameters = sequence(
    dataObject('a0', hashAlgorithm(hash)),
    dataObject('a1', sequence(oid('mgf1'), hashAlgorithm(hash))),
    dataObject('a2', integer(32)),
  );
  return sequence(oid('pss'), parameters);
}

function signed(data: Uint8Array, kind: Kind, key: KeyObject, hash: Hash): Buffer {
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
  return sign(hash, data, { key, ...(kind === 'pss' ? padding : {}) });
}

const keyPair = (kind: Kind) =>
  kind === 'rsa' || kind === 'pss'
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ec', { namedCurve: kind === 'ecdsa' ? 'P-256' : 'brainpoolP256r1' });

const yearsFromNow = (years: number) => {
  const time = new Date(Date.now() + years * 365 * 86_400_000);
  return dataObject('18', Buffer.from(`${time.toISOString().replace(/\D/g, '').slice(0, 14)}Z`));
};

/** A new key pair with its certificate: of an issuer, or of a signer that one certified. */
export function certify({
  kind = 'ecdsa',
  by,
  name = by ? 'Signer' : 'CSCA',
  hash = 'sha256',
  isIssuer = by === undefined,
  usage = by ? 0x80 : 0x04,
  ...given
}: CertifyOptions = {}): Certified {
  const { publicKey, privateKey: key } = keyPair(kind);
  const signer = by ?? { kind, key, name };
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
  const extension = (type: keyof typeof OIDS, value: Buffer) => sequence(oid(type), octets(value));
  const uses = given.extendedUse === undefined ? [] : [identifier(given.extendedUse)];
  const extensions = [
    extension(
      'basicConstraints',
      sequence(...(isIssuer ? [dataObject('01', Buffer.of(255))] : [])),
    ),
    extension('keyUsage', bits(Buffer.from([usage]))),
    ...uses.map((use) => extension('extendedKeyUsage', sequence(use))),
  ];
  const algorithm = signatureAlgorithm(signer.kind, hash);
  const body = sequence(
    dataObject('a0', integer(2)),
    integer(...serial),
    algorithm,
    nameOf(signer.name),
    sequence(yearsFromNow(given.from ?? -1), yearsFromNow(given.to ?? 10)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    dataObject('a3', sequence(...extensions)),
  );
  const signature = bits(signed(body, signer.kind, signer.key, hash));
  const certificate = new X509Certificate(sequence(body, algorithm, signature));
  return { kind, key, name, serial, certificate };
}

export interface RevocationOptions {
  /** Years from now. */
  readonly from?: number;
  readonly to?: number;
  /** Object identifier of a critical extension, in hexadecimal digits. */
  readonly critical?: string;
}

/** A list of an issuer (RFC 5280, 5.1) that revokes these. */
export function revocationList(
  issuer: Certified,
  revoked: readonly Certified[],
  { from = -1, to = 1, critical }: RevocationOptions = {},
): Buffer {
  const algorithm = signatureAlgorithm(issuer.kind, 'sha256');
  const entries = revoked.map(({ serial }) => sequence(integer(...serial), yearsFromNow(-1)));
  const extension = (type: Buffer) =>
    sequence(type, dataObject('01', Buffer.of(255)), octets(dataObject('30')));
  const body = sequence(
    integer(1),
    algorithm,
    nameOf(issuer.name),
    yearsFromNow(from),
    yearsFromNow(to),
    ...(entries.length > 0 ? [sequence(...entries)] : []),
    ...(critical ? [dataObject('a0', sequence(extension(identifier(critical))))] : []),
  );
  return sequence(body, algorithm, bits(signed(body, issuer.kind, issuer.key, 'sha256')));
}

export interface SecurityObjectOptions {
  readonly hash?: Hash;
  /** Content that is signed in place of the object. */
  readonly claims?: keyof typeof OIDS;
  /** Signs in place of the key of the signer. */
  readonly key?: KeyObject;
  /** Certificates in place of the signer's. */
  readonly certificates?: readonly Certified[];
  /** Hash that is signed in place of the object's. */
  readonly digest?: Uint8Array;
  /** How often the signer signs. */
  readonly times?: number;
}

/** EF.SOD of data groups by number (ICAO 9303-10, 4.6.2). */
export function securityObject(
  signer: Certified,
  groups: Readonly<Record<number, Uint8Array>>,
  {
    hash = 'sha256',
    claims = 'ldsSecurityObject',
    times = 1,
    ...given
  }: SecurityObjectOptions = {},
): Buffer {
  const digestOf = (bytes: Uint8Array) => createHash(hash).update(bytes).digest();
  const hashes = Object.entries(groups).map(([group, file]) =>
    sequence(integer(Number(group)), octets(digestOf(file))),
  );
  const object = sequence(integer(0), hashAlgorithm(hash), sequence(...hashes));
  const attribute = (name: keyof typeof OIDS, value: Buffer) => sequence(oid(name), set(value));
  const attributes = [
    attribute('contentType', oid(claims)),
    attribute('messageDigest', octets(given.digest ?? digestOf(object))),
  ];
  const { kind, serial } = signer;
  const signature = signed(set(...attributes), kind, given.key ?? signer.key, hash);
  const information = sequence(
    integer(1),
    sequence(nameOf('CSCA'), integer(...serial)),
    hashAlgorithm(hash),
    dataObject('a0', ...attributes),
    signatureAlgorithm(kind, hash),
    octets(signature),
  );
  const certificates = (given.certificates ?? [signer]).map(({ certificate }) => certificate.raw);
  const content = sequence(
    integer(3),
    set(hashAlgorithm(hash)),
    sequence(oid('ldsSecurityObject'), dataObject('a0', octets(object))),
    dataObject('a0', ...certificates),
    set(...Array(times).fill(information)),
  );
  return dataObject('77', sequence(oid('signedData'), dataObject('a0', content)));
}
