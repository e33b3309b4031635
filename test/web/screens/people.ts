/** People and their operator for the screens: names as long as they may be. */
import type { PasskeyUse } from '../../../src/access/accounts/accounts.ts';
import type { Operator } from '../../../src/access/operator/operator.ts';
import type { Answers } from './answers.ts';

/** 60 characters. */
export const LONG_NAME = 'Medizinisches Versorgungszentrum Hohenlohe-Schillingsfürst A';

const OPERATOR: Omit<Operator, 'logo' | 'consent'> & {
  readonly logo: string;
  readonly playground: boolean;
  readonly passkeys: PasskeyUse;
} = {
  name: 'Clinic by the Park',
  logo: '/icon.svg',
  controller: 'Clinic by the Park Ltd, 1 Park Street, Sampletown',
  contact: 'mailto:help@clinic.example',
  privacy: 'https://clinic.example/privacy',
  imprint: 'https://clinic.example/imprint',
  retention: {
    en: 'Until you erase your account.',
    de: 'Bis Sie Ihr Konto löschen.',
    ar: 'حتى تحذف حسابك.',
  },
  playground: false,
  passkeys: 'sign-in',
  mailSignIn: true,
};

/** A service that can look at faces, and whose operator has said everything. */
export const OPERATED: Answers = {
  'GET /readyz': { parts: { engine: 'ready' } },
  'GET /operator.json': OPERATOR,
};
