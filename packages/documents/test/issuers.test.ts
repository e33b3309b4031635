/** Issuers are read from a folder, and stop the start if they are no issuers. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readIssuerFiles } from '../src/issuer-files.ts';
import { issuersOf } from '../src/issuers.ts';
import { certify, revocationList } from '../testing/security-objects.ts';

const csca = certify();
const readIssuers = async (folder: string) => issuersOf(await readIssuerFiles(folder));

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
      'PROSOPON_DOCUMENTS_ISSUERS: ',
    );
  });
});
