/** Documents in place of photos, over both protocols. */

import sharp from 'sharp';
import {
  type Case,
  error,
  INVALID_ARGUMENT,
  image,
  succeeded,
} from '../../../test/contract/cases.ts';
import { dg2Of, newDg2Of } from '../testing/chips.ts';
import { codestreamOf } from '../testing/jpeg2000-files.ts';
import { deviceResponse, element, issuerSigned, SIGNS_MDOCS } from '../testing/mdocs.ts';
import { certify, securityObject } from '../testing/security-objects.ts';

const csca = certify();
const signer = certify({ by: csca });

/** The certificate that the service has to trust. */
export const ISSUER = csca.certificate.toString();

let codestream: Buffer;
/** To be awaited before any `call` is made. */
export async function loadCodestream(): Promise<void> {
  codestream = await codestreamOf(sharp(image('ben').image));
}

/** EF.DG2 with the picture as its portrait. */
const chipOf = (name: Parameters<typeof image>[0]) => dg2Of(image(name).image);

const signed = (name: Parameters<typeof image>[0]) => ({
  liveImages: [image('benAgain')],
  photo: chipOf('ben'),
  securityObject: securityObject(signer, { 1: Buffer.from('MRZ'), 2: chipOf(name) }),
  disableLivenessDetection: true,
});

const enrolled = (name: Parameters<typeof image>[0]) => ({
  images: [{ image: chipOf('ben') }],
  securityObject: signed(name).securityObject,
});

const mdocSigner = certify({ by: csca, extendedUse: SIGNS_MDOCS });
const mdoc = () =>
  deviceResponse(issuerSigned(mdocSigner, [element('portrait', image('ben').image)]));

const forger = certify({ by: certify(), extendedUse: SIGNS_MDOCS });
const forgedMdoc = () =>
  deviceResponse(issuerSigned(forger, [element('portrait', image('ben').image)]));

export const DOCUMENTS: readonly Case[] = [
  {
    name: 'the portrait of a chip is matched',
    method: 'PhotoVerify',
    call: () => ({
      body: {
        liveImages: [image('benAgain')],
        photo: chipOf('ben'),
        disableLivenessDetection: true,
      },
    }),
    body: {
      ...succeeded,
      verificationLevel: 'LEVEL_5',
      passiveAuthentication: 'NOT_CHECKED',
    },
  },
  {
    name: 'the portrait of a chip is matched in JPEG 2000',
    method: 'PhotoVerify',
    call: () => ({
      body: {
        liveImages: [image('benAgain')],
        photo: newDg2Of(codestream),
        disableLivenessDetection: true,
      },
    }),
    body: { ...succeeded, verificationLevel: 'LEVEL_5' },
  },
  {
    name: 'the portrait of the chip of another is not recognised',
    method: 'PhotoVerify',
    call: () => ({
      body: {
        liveImages: [image('cem')],
        photo: chipOf('ben'),
        disableLivenessDetection: true,
      },
    }),
    body: { ...succeeded, verificationLevel: 'NOT_RECOGNIZED' },
  },
  {
    name: 'a chip is no live image',
    method: 'PhotoVerify',
    call: () => ({
      body: {
        liveImages: [{ image: chipOf('ben') }],
        photo: image('ben').image,
        disableLivenessDetection: true,
      },
    }),
    code: INVALID_ARGUMENT,
    message: /^liveImages\[0\]\.image: not a decodable image$/,
  },
  {
    name: 'a chip that is cut off is named',
    method: 'PhotoVerify',
    call: () => ({
      body: {
        liveImages: [image('ben')],
        photo: chipOf('ben').subarray(0, 2_000),
        disableLivenessDetection: true,
      },
    }),
    code: INVALID_ARGUMENT,
    message: /^photo: truncated or damaged document$/,
  },
  {
    name: 'a chip whose portrait is cut off is named',
    method: 'PhotoVerify',
    call: () => ({
      body: {
        liveImages: [image('ben')],
        photo: dg2Of(image('ben').image.subarray(0, 2_000)),
        disableLivenessDetection: true,
      },
    }),
    code: INVALID_ARGUMENT,
    message: /^photo: truncated or damaged image$/,
  },
  {
    name: 'a chip with a PNG file is named',
    method: 'PhotoVerify',
    call: () => ({
      body: {
        liveImages: [image('ben')],
        photo: dg2Of(Buffer.from('89504e470d0a1a0a', 'hex')),
        disableLivenessDetection: true,
      },
    }),
    code: INVALID_ARGUMENT,
    message: /^photo: the document's portrait is neither JPEG nor JPEG 2000$/,
  },
  {
    name: 'the portrait of a chip is enrolled',
    method: 'Enroll',
    call: () => ({ classId: '2020', body: { images: [{ image: chipOf('ben') }] } }),
    body: { ...succeeded, performedAction: 'NEW_TEMPLATE_CREATED', enrolledImages: 1 },
  },
  {
    name: 'a chip that is cut off is not enrolled',
    method: 'Enroll',
    call: () => ({
      classId: '2020',
      body: { images: [image('ben'), { image: chipOf('ben').subarray(0, 50) }] },
    }),
    code: INVALID_ARGUMENT,
    message: /^images\[1\]\.image: truncated or damaged document$/,
  },
  {
    name: 'an mdoc that no trusted issuer signed is not enrolled',
    method: 'Enroll',
    call: () => ({ classId: '2021', body: { images: [{ image: forgedMdoc() }] } }),
    code: INVALID_ARGUMENT,
    message: /^images\[0\]\.image: Passive authentication failed: /,
  },
  {
    name: 'a chip that its issuer signed is enrolled',
    method: 'Enroll',
    call: () => ({ classId: '2022', body: enrolled('ben') }),
    body: { ...succeeded, performedAction: 'NEW_TEMPLATE_CREATED', enrolledImages: 1 },
  },
  {
    name: 'a chip with the signature of another is not enrolled',
    method: 'Enroll',
    call: () => ({ classId: '2021', body: enrolled('cem') }),
    code: INVALID_ARGUMENT,
    message: /^images\[0\]\.image: Passive authentication failed: the hash of data group 2 is/,
  },
  {
    name: 'a signature beside two images is not enrolled',
    method: 'Enroll',
    call: () => {
      const { images, securityObject } = enrolled('ben');
      return { classId: '2021', body: { images: [...images, image('ben')], securityObject } };
    },
    code: INVALID_ARGUMENT,
    message: /^securityObject: it goes with one image/,
  },
  {
    name: 'a chip that its issuer signed is authentic',
    method: 'PhotoVerify',
    call: () => ({ body: signed('ben') }),
    body: { ...succeeded, verificationLevel: 'LEVEL_5', passiveAuthentication: 'VALID' },
  },
  {
    name: 'an mdoc that its issuer signed is authentic',
    method: 'PhotoVerify',
    call: () => ({ body: { ...signed('ben'), securityObject: undefined, photo: mdoc() } }),
    body: { ...succeeded, verificationLevel: 'LEVEL_5', passiveAuthentication: 'VALID' },
  },
  {
    name: 'a chip with the signature of another is refused',
    method: 'PhotoVerify',
    call: () => ({ body: signed('cem') }),
    body: {
      status: 'SUCCEEDED',
      errors: [
        {
          errorCode: 'DocumentNotAuthentic',
          message: 'photo: Passive authentication failed: the hash of data group 2 is another.',
        },
      ],
      verificationLevel: 'NOT_RECOGNIZED',
      verificationScore: 0,
      passiveAuthentication: 'FAILED',
      photoProperties: null,
    },
  },
  {
    name: 'a signature that is none is a failure',
    method: 'PhotoVerify',
    call: () => ({ body: { ...signed('ben'), securityObject: Buffer.from('text') } }),
    body: { errors: [error('DocumentNotAuthentic')], passiveAuthentication: 'FAILED' },
  },
  {
    name: 'a signature of a chip beside an image is refused',
    method: 'PhotoVerify',
    call: () => ({ body: { ...signed('ben'), photo: image('ben').image } }),
    code: INVALID_ARGUMENT,
    message: /^securityObject: it goes with EF\.DG2, which photo is not$/,
  },
  {
    name: 'a signature larger than any is refused',
    method: 'PhotoVerify',
    call: () => ({ body: { ...signed('ben'), securityObject: Buffer.alloc(16_385, 0x77) } }),
    code: INVALID_ARGUMENT,
    message: /^securityObject: more than 16384 bytes$/,
  },
];
