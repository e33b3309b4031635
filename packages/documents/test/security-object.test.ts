/** Passive authentication passes what a trusted issuer signed, and nothing else. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { whyNotAuthentic } from '../src/authenticate.ts';
import { type Issuer, withRevocations } from '../src/revocations.ts';
import { dataObject, dg2Of } from '../testing/chips.ts';
import {
  type CertifyOptions,
  certify,
  type Kind,
  revocationList,
  securityObject,
} from '../testing/security-objects.ts';

const dg2 = dg2Of(Buffer.from('ffd8ffe0', 'hex'));
const NOW = new Date();
const csca = certify();
const signer = certify({ by: csca });
const other = certify({ by: csca });
const groups = { 1: Buffer.from('MRZ'), 2: dg2 };
const sod = securityObject(signer, groups);

const check = (
  object: Uint8Array,
  file: Uint8Array = dg2,
  issuers: readonly Issuer[] = [csca],
  at = NOW,
) => whyNotAuthentic({ dg2: file, securityObject: object }, issuers, at);

const signedBy = (options: CertifyOptions) =>
  securityObject(certify({ by: csca, ...options }), groups);

describe('a security object', () => {
  it.each<Kind>(['ecdsa', 'brainpool', 'rsa', 'pss'])('is authentic when signed by %s', (kind) => {
    const issuer = certify({ kind });
    const object = securityObject(certify({ kind, by: issuer }), groups);
    expect(check(object, dg2, [csca, issuer])).toBeUndefined();
  });

  it('is authentic by the issuer with the key, among several of one name', () => {
    expect(check(sod, dg2, [certify(), csca, certify()])).toBeUndefined();
  });

  it.each([
    [
      'of another file',
      sod,
      'the hash of data group 2 is another',
      dg2Of(Buffer.from('ffd8ffe1', 'hex')),
    ],
    ['without that data group', securityObject(signer, { 1: dg2 }), '0 hashes of data group 2'],
    [
      'signed by another key',
      securityObject(signer, groups, { key: other.key }),
      'the signature is wrong',
    ],
    [
      'with the certificate of another',
      securityObject(signer, groups, { certificates: [other] }),
      'it holds no certificate of its signer',
    ],
    [
      'without a certificate',
      securityObject(signer, groups, { certificates: [] }),
      'it holds no certificate of its signer',
    ],
    [
      'whose signed hash is another',
      securityObject(signer, groups, { digest: Buffer.alloc(32) }),
      'the signed hash is another',
    ],
    [
      'signed as something else',
      securityObject(signer, groups, { claims: 'signedData' }),
      'another content is signed',
    ],
    ['signed twice', securityObject(signer, groups, { times: 2 }), 'it has 2 signers'],
    ['signed by nobody', securityObject(signer, groups, { times: 0 }), 'it has 0 signers'],
    [
      'with SHA-1',
      securityObject(signer, groups, { hash: 'sha1' }),
      'hash 1.3.14.3.2.26 is not accepted',
    ],
    [
      'of a signer certified with SHA-1',
      signedBy({ hash: 'sha1' }),
      'signature 1.2.840.10045.4.1 is not accepted',
    ],
    [
      'of a signer that has expired',
      signedBy({ from: -3, to: -1 }),
      'the certificate of the signer is not valid now',
    ],
    [
      'of a signer that is yet to come',
      signedBy({ from: 1 }),
      'the certificate of the signer is not valid now',
    ],
    [
      'of a signer for other purposes',
      signedBy({ extendedUse: '678108010103' }),
      'the certificate of the signer is not for documents',
    ],
    [
      'of a signer that may not sign',
      signedBy({ usage: 0x20 }),
      'the certificate of the signer is not for documents',
    ],
    [
      'of an issuer itself',
      signedBy({ isIssuer: true, usage: 0x84 }),
      'the certificate of the signer is not for documents',
    ],
    [
      'of a signer that certified itself',
      securityObject(certify({ name: 'CSCA', isIssuer: false, usage: 0x80 }), groups),
      'the signer is not certified by its issuer',
    ],
    ['cut off', sod.subarray(0, -1), 'the signature cannot be read'],
    ['in another file', dataObject('75', sod), 'the signature cannot be read'],
    [
      'nested deeper than any',
      dataObject('77', Buffer.alloc(60_000, Buffer.from('3080', 'hex'))),
      'the signature cannot be read',
    ],
  ])('%s is not authentic', (_, object, reason, file = dg2) => {
    expect(check(object, file)).toBe(reason);
  });

  it.each([
    ['of another name', certify({ name: 'Another' }), 'no certificate of the issuer is installed'],
    ['with another key', certify(), 'the signer is not certified by its issuer'],
  ])('is not authentic by an issuer %s', (_, issuer, reason) => {
    expect(check(sod, dg2, [issuer])).toBe(reason);
  });

  it.each<Kind>(['ecdsa', 'brainpool', 'rsa', 'pss'])('is held against a list by %s', (kind) => {
    const issuer = certify({ kind });
    const [good, bad] = [certify({ kind, by: issuer }), certify({ kind, by: issuer })];
    const listed = withRevocations([csca, issuer], revocationList(issuer, [bad]));
    expect(check(securityObject(good, groups), dg2, listed)).toBeUndefined();
    expect(check(securityObject(bad, groups), dg2, listed)).toBe(
      'the certificate of the signer is revoked',
    );
  });

  it('is held against the newest list of its issuer, and no older one than that lasts', () => {
    const old = revocationList(csca, [], { from: -3, to: -2 });
    expect(check(sod, dg2, withRevocations([csca], old))).toBe(
      'the revocation list of the issuer is out of date',
    );
    const lists = [revocationList(csca, [signer]), old];
    const listed = lists.reduce<readonly Issuer[]>(withRevocations, [csca]);
    expect(check(sod, dg2, listed)).toBe('the certificate of the signer is revoked');
    const parts = revocationList(csca, [], { critical: '551d1b' });
    expect(() => withRevocations([csca], parts)).toThrow('it is no whole list');
    expect(() => withRevocations([certify()], old)).toThrow('no certificate of its issuer');
  });

  it('is not authentic by an expired issuer', () => {
    const issuer = certify({ from: -9, to: -1 });
    const object = securityObject(certify({ by: issuer }), groups);
    expect(check(object, dg2, [issuer])).toBe('the certificate of the issuer is not valid now');
  });

  it('with any byte changed authenticates no other file, and causes no error', () => {
    const at = fc.nat(sod.length - 1);
    fc.assert(
      fc.property(at, fc.integer({ min: 1, max: 255 }), (place, change) => {
        const changed = Buffer.from(sod);
        changed[place]! ^= change;
        const swapped = check(changed, dg2Of(Buffer.from('ffd8ffe1', 'hex')));
        expect(swapped).toBeTypeOf('string');
        check(changed);
      }),
      { numRuns: 60 },
    );
  });
});
