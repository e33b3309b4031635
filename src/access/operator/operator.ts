/** The operator of this service. Pages name it before people show their face. */
import { type Static, Type } from 'typebox';
import { InvalidArgument } from '../../errors.ts';
import { STANDARD_CONSENT } from './standard-consent.ts';

const LANGUAGE = '^[a-z]{2,3}$';
/** Texts by language (ISO 639), `{ "en": "…" }`. */
const localised = (maxLength: number) =>
  Type.Record(Type.String({ pattern: LANGUAGE }), Type.String({ minLength: 1, maxLength }), {
    minProperties: 1,
    additionalProperties: false,
  });
const WebAddress = Type.String({ pattern: '^https?://\\S+$', maxLength: 2000 });

/** Contents of the operator's file. */
export const OperatorFile = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
    /** File next to the operator's file: SVG, PNG or WebP. */
    logo: Type.Optional(Type.String({ minLength: 1 })),
    colour: Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })),
    controller: Type.Optional(Type.String({ minLength: 1, maxLength: 400 })),
    contact: Type.Optional(Type.String({ pattern: '^(mailto:|https?://|tel:)\\S+$' })),
    privacy: Type.Optional(WebAddress),
    imprint: Type.Optional(WebAddress),
    retention: Type.Optional(localised(1000)),
    /** False: a passkey alone never opens a profile. */
    passkeySignIn: Type.Optional(Type.Boolean()),
    /** True: a link by mail alone opens a profile. */
    mailSignIn: Type.Optional(Type.Boolean()),
    consent: Type.Optional(
      Type.Object(
        {
          version: Type.String({ pattern: '^[\\w.-]{1,32}$' }),
          texts: localised(10_000),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

export interface Logo {
  readonly type: string;
  readonly bytes: Buffer;
}

export interface Operator extends Omit<Static<typeof OperatorFile>, 'logo'> {
  readonly name: string;
  readonly logo?: Logo;
  /** The text that people accept before their face is stored. */
  readonly consent: {
    readonly version: string;
    readonly texts: Readonly<Record<string, string>>;
    /** Languages in which the text is a machine translation that no speaker has read. */
    readonly drafted?: readonly string[];
  };
}

/** Stands in until the operator names itself. */
export const NO_OPERATOR: Operator = Object.freeze({
  name: 'Prosopon',
  consent: STANDARD_CONSENT,
});

export interface ConsentText {
  readonly version: string;
  readonly language: string;
  readonly text: string;
}

/** That language, if it has a text. Otherwise English, or the first language. */
const languageFor = (
  texts: Readonly<Record<string, string>>,
  language: string | undefined,
): string =>
  [language, 'en', Object.keys(texts)[0]].find(
    (name) => name !== undefined && Object.hasOwn(texts, name),
  )!;

/** The text in that language, otherwise in English, otherwise in the first language. */
export function consentText(operator: Operator, language: string | undefined): ConsentText {
  const { version, texts } = operator.consent;
  const known = languageFor(texts, language);
  return { version, language: known, text: texts[known]! };
}

/** Whether the text in that language is a machine translation. Pages say so. */
export const isDrafted = ({ consent }: Operator, language: string): boolean =>
  consent.drafted?.includes(language) ?? false;

/** The text that the user accepted. @throws InvalidArgument it is not the current text */
export function agreedText(operator: Operator, version: string, language: string): ConsentText {
  const text = consentText(operator, language);
  if (text.version !== version || text.language !== language)
    throw new InvalidArgument('consent: the text has changed; show it and ask again');
  return text;
}
