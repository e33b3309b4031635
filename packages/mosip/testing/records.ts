/** Calls as MOSIP's modules make them: face records of ISO/IEC 19794-5:2011 in envelopes. */
import type { CreatedClient } from '../../../src/access/clients/client.ts';
import type { Answer, TestService } from '../../../testing/http/service.ts';

/** Codes of the kinds of image data. */
export const KIND = { jpeg: 0, jpeg2000Lossy: 1, jpeg2000: 2, png: 3 } as const;

/** A record of one face with one quality block and two landmarks, field by field as the standard has it. */
export function faceRecord(image: Uint8Array, kind: number = KIND.jpeg): Buffer {
  const qualities = Buffer.from([1, 80, 0, 0, 0, 1]);
  const capture = Buffer.from([0x07, 0xea, 1, 31, 9, 30, 0, 0, 0, 0, 0, 0, 0, 0]);
  const facial = Buffer.alloc(17);
  facial.writeUInt16BE(2);
  const landmarks = Buffer.alloc(16);
  const about = Buffer.from([1, kind, 1, 144, 1, 144, 0, 0, 0, 0, 1]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(image.length);
  const rest = [capture, qualities, facial, landmarks, about, length, image];
  const representation = Buffer.alloc(4);
  representation.writeUInt32BE(4 + Buffer.concat(rest).length);
  const header = Buffer.from('FAC\x00030\x00\0\0\0\0\0\x01\0\0\0', 'latin1');
  const record = Buffer.concat([header, representation, ...rest]);
  record.writeUInt32BE(record.length, 8);
  return record;
}

/** A segment with all the nulls that Java sends. */
export const bir = (bdb: unknown, type = 'FACE') => ({
  version: { major: 1, minor: 1 },
  cbeffversion: { major: 1, minor: 1 },
  birInfo: { creator: null, index: null, payload: null, integrity: false, creationDate: null },
  bdbInfo: {
    challengeResponse: null,
    format: { organization: '257', type: '8' },
    type: [type],
    subtype: [],
    level: 'RAW',
    purpose: 'VERIFY',
    quality: { algorithm: { organization: 'HMAC', type: 'SHA-256' }, score: 80 },
  },
  bdb,
  sb: null,
  sbInfo: null,
  others: {},
});

/** A record as MOSIP stores it: XML by its schema, one inner record for each type and block. */
export const cbeffFile = (...blocks: readonly (readonly [type: string, block: Uint8Array])[]) =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<BIR xmlns="http://standards.iso.org/iso-iec/19785/-3/ed-2/">
  <BIRInfo><Integrity>false</Integrity></BIRInfo>
  ${blocks.map(([type, block]) => innerRecord(type, block)).join('\n  ')}
</BIR>`;

const innerRecord = (type: string, block: Uint8Array) => `<BIR>
    <Version><Major>1</Major><Minor>1</Minor></Version>
    <CBEFFVersion><Major>1</Major><Minor>1</Minor></CBEFFVersion>
    <BIRInfo><Integrity>false</Integrity></BIRInfo>
    <BDBInfo>
      <Index>f9c11267-9018-44c2-a4d7-5bb1f1cf2555</Index>
      <Format><Organization>Mosip</Organization><Type>8</Type></Format>
      <CreationDate>2026-01-31T15:29:22.988Z</CreationDate>
      <Type>${type}</Type>
      <Subtype></Subtype>
      <Level>Raw</Level>
      <Purpose>Enroll</Purpose>
      <Quality>
        <Algorithm><Organization>HMAC</Organization><Type>SHA-256</Type></Algorithm>
        <Score>94</Score>
      </Quality>
    </BDBInfo>
    <BDB>${Buffer.from(block).toString('base64')}</BDB>
    <SB>AAAA</SB>
    <others><entry key="EXCEPTION">false</entry><entry key="PAYLOAD">{"a":"&lt;b&gt;"}</entry></others>
  </BIR>`;

export const record = (...segments: readonly object[]) => ({
  version: null,
  cbeffversion: null,
  birInfo: null,
  segments,
});

/** As Java writes bytes. */
export const signed = (bytes: Uint8Array): number[] => [...new Int8Array(bytes)];

export const sdkPath = (name: string) => `/v1/biosdk-service/${name}`;

export const envelopeOf = (request: unknown, version = '1.0') => ({
  version,
  request: Buffer.from(JSON.stringify(request)).toString('base64'),
});

/** Calls an operation of the SDK. */
export const callSdk = (
  service: TestService,
  name: string,
  request: unknown,
  client?: CreatedClient,
): Promise<Answer> =>
  service.call('POST', sdkPath(name), { ...(client && { client }), body: envelopeOf(request) });
