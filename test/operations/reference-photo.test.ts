/** A reference photo is an image or a document, and says of which it is known who signed it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readIssuers } from '../../src/documents/issuers.ts';
import { authenticatedPhoto, referencePhoto } from '../../src/operations/reference-photo.ts';
import { dg2Of } from '../../testing/documents.ts';
import { certify, revocationList, securityObject } from '../../testing/security-objects.ts';

const JPEG = Buffer.from('ffd8ffe000104a464946', 'hex');
const dg2 = dg2Of(JPEG);
const csca = certify();
const sod = securityObject(certify({ by: csca }), { 2: dg2 });
const photo = { bytes: dg2, field: 'photo' };
const signature = { bytes: sod, field: 'securityObject' };

describe('a reference photo', () => {
  it('is the image itself, with its other data', async () => {
    const image = { bytes: JPEG, field: 'images[0].image', tags: ['left'] };
    expect(await referencePhoto(image)).toEqual(image);
    expect(await referencePhoto({ ...image, bytes: dg2 })).toEqual(image);
  });

  it.each([
    [{}, undefined, 'NOT_CHECKED'],
    [{ documentIssuers: [csca] }, undefined, 'NOT_CHECKED'],
    [{ documentIssuers: [csca] }, signature, 'VALID'],
    [{ documentIssuers: [certify()] }, signature, 'FAILED'],
  ])('by issuers %# is authenticated as far as possible', async (parts, object, expected) => {
    const found = await authenticatedPhoto(parts, photo, object, new Date());
    expect(found.passiveAuthentication).toBe(expected);
    expect(found.errors).toHaveLength(expected === 'FAILED' ? 1 : 0);
    expect(Buffer.from(found.photo.bytes).equals(JPEG)).toBe(true);
  });

  it('is refused with a signature that nobody can check', async () => {
    await expect(authenticatedPhoto({}, photo, signature, new Date())).rejects.toThrow(
      'securityObject: this service has no certificates of issuers to check it with',
    );
  });
});

describe('issuer certificates', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'issuers-'));
  afterAll(() => rm(folder, { recursive: true }));
  const put = (name: string, content: string | Buffer) => writeFile(join(folder, name), content);
  const another = certify();

  it('are read from PEM, several per file, and from DER', async () => {
    await put('note.txt', 'no certificate');
    await expect(readIssuers(folder)).rejects.toThrow(`${folder}: no certificate in it`);
    await put(
      'both.pem',
      [csca, another].map(({ certificate }) => certificate.toString()).join(''),
    );
    await put('one.der', csca.certificate.raw);
    const serials = (await readIssuers(folder)).map(
      ({ certificate: { serialNumber } }) => serialNumber,
    );
    const [first, second] = [csca, another].map(({ certificate }) => certificate.serialNumber);
    expect(serials).toEqual([first, second, first]);
  });

  it('come with the revocation lists beside them, which one of them signed', async () => {
    const list = revocationList(another, [csca]);
    const pem = `-----BEGIN X509 CRL-----\n${list.toString('base64')}\n-----END X509 CRL-----\n`;
    await put('another.crl', pem);
    const revocations = (await readIssuers(folder)).map((issuer) => issuer.revocations);
    expect(revocations).toEqual([undefined, expect.anything(), undefined]);
    await put('another.crl', revocationList(certify(), []));
    await expect(readIssuers(folder)).rejects.toThrow(
      'another.crl cannot be used: no certificate of its issuer is there',
    );
    await rm(join(folder, 'another.crl'));
  });

  it('stop the start if invalid', async () => {
    await put('signer.crt', certify({ by: csca }).certificate.toString());
    await expect(readIssuers(folder)).rejects.toThrow('signer.crt may not certify signers');
    await put('signer.crt', 'text');
    await expect(readIssuers(folder)).rejects.toThrow('signer.crt is no certificate');
    await expect(readIssuers(join(folder, 'absent'))).rejects.toThrow(
      'PROSOPON_DOCUMENT_ISSUERS: ',
    );
  });
});
