/** People and their operator for the screens: names as long as they may be. */
import type { PasskeyUse } from '../../../src/access/accounts/accounts.ts';
import { consentText, NO_OPERATOR, type Operator } from '../../../src/access/operator/operator.ts';
import { portrait } from '../../../testing/photos.ts';
import type {
  ConsentText,
  FaceStatus,
  LoginState,
  SecondFactorSetUp,
  Session,
  User,
} from '../../../web/account/answers.ts';
import type { Answers } from './answers.ts';

/** 60 characters. */
export const LONG_NAME = 'Medizinisches Versorgungszentrum Hohenlohe-Schillingsfürst A';
/** 61 characters: nearly as many as one may have. */
export const LONG_USER = 'Adalberta-Maximiliane Freifrau von Hohenlohe-Schillingsfürst I';

const SAID = {
  name: 'Clinic by the Park',
  controller: 'Clinic by the Park Ltd, 1 Park Street, Sampletown',
  contact: 'mailto:help@clinic.example',
  privacy: 'https://clinic.example/privacy',
  imprint: 'https://clinic.example/imprint',
  retention: {
    en: 'Until you erase your account.',
    de: 'Bis Sie Ihr Konto löschen.',
    ar: 'حتى تحذف حسابك.',
  },
  mailSignIn: true,
};

export const CLINIC: Operator = { ...NO_OPERATOR, ...SAID };

/** What the pages are told of it. */
export const OPERATOR: typeof SAID & {
  readonly logo: string;
  readonly playground: boolean;
  readonly passkeys: PasskeyUse;
  readonly program: string;
} = { ...SAID, logo: '/icon.svg', playground: false, passkeys: 'sign-in', program: 'prosopon' };

/** A service that can look at faces, and whose operator has said everything. */
export const OPERATED: Answers = {
  'GET /readyz': { parts: { engine: 'ready' }, liveness: true },
  'GET /operator.json': OPERATOR,
};

/** When what is open now ends. */
export const LATER = '2026-12-23T09:30:00Z';

export const USER: User = {
  name: 'Ada',
  email: null,
  emailConfirmed: false,
  admin: false,
  role: null,
  rights: [],
  client: null,
  enrolled: true,
  secondFactor: false,
  secondFactors: [],
  ways: ['recovery'],
  recoveryCodes: 8,
};

export const NOBODY: Session = {
  kind: null,
  user: null,
  recent: false,
  step: null,
  knownBrowser: false,
  expires: null,
};
export const SIGNED_IN: Session = {
  kind: 'face',
  user: USER,
  recent: true,
  step: null,
  knownBrowser: true,
  expires: LATER,
};

/** A login for an application, at its first step. */
export const LOGIN: LoginState = {
  client: { id: 'practice', name: 'Harbour Dental' },
  scopes: ['openid', 'basic', 'email'],
  newScopes: ['openid', 'basic', 'email'],
  step: 'identify',
  attempt: null,
  unknownBrowser: false,
  challenge: [],
  passkey: false,
  mail: false,
  secondFactors: [],
  loginHint: null,
  expires: LATER,
};

/** For an authenticator app. */
export const NEW_CODES: SecondFactorSetUp = {
  uri: 'otpauth://totp/Prosopon:Ada?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Prosopon',
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  qr: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h3v3H0zM5 0h3v3H5zM0 5h3v3H0zM5 5h1v1H5zM7 7h1v1H7z"/></svg>',
};

/** A face that was enrolled with that many pictures. */
export async function faceOf(pictures: number): Promise<FaceStatus> {
  const thumbnails = Array.from({ length: pictures }, async (_, person) => ({
    enrolled: '2026-11-23T09:30:00Z',
    image: (await portrait(person, 96).png().toBuffer()).toString('base64'),
  }));
  const { version, language, text } = consentText(NO_OPERATOR, 'en');
  return {
    enrolled: '2026-11-23T09:30:00Z',
    available: true,
    encoderVersion: 1,
    featureVectors: pictures,
    thumbnails: await Promise.all(thumbnails),
    consents: [{ version, language, text, given: '2026-11-23T09:29:00Z' }],
  };
}

/** What an enrolment asks before any picture: which movement, and consent. */
export const BEFORE_ENROLMENT: Answers = {
  'POST /account/v1/face/challenge': { challenge: ['down'] },
  'GET /account/v1/consent-text': async (request): Promise<ConsentText> => {
    const language = new URL(request.url()).searchParams.get('language') ?? 'en';
    return { ...consentText(NO_OPERATOR, language), drafted: language === 'ar' };
  },
};
