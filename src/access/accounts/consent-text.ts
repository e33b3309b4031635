/** What people agree to before their face is stored: the text, its version and languages. */
import { InvalidArgument } from '../../errors.ts';

export interface ConsentText {
  readonly version: string;
  readonly language: string;
  readonly text: string;
}

/** To be raised whenever a text changes its meaning. */
const VERSION = '1';

const TEXTS = {
  en:
    'I agree that this service makes a biometric template of my face from the images I take now, ' +
    'and keeps it together with small pictures of my face, encrypted, for one purpose: to ' +
    'recognise me when I log in. My images themselves are not kept. I take part of my own free ' +
    'will, can see at any time what is stored, and can take back this consent at any time by ' +
    'erasing my account, which erases the template and the pictures as well.',
  de:
    'Ich willige ein, dass dieser Dienst aus den Bildern, die ich jetzt aufnehme, eine ' +
    'biometrische Vorlage meines Gesichts erstellt und sie zusammen mit kleinen Bildern meines ' +
    'Gesichts verschlüsselt speichert, und zwar nur, um mich bei der Anmeldung zu erkennen. Die ' +
    'Aufnahmen selbst werden nicht gespeichert. Ich nehme freiwillig teil, kann jederzeit sehen, ' +
    'was gespeichert ist, und die Einwilligung jederzeit widerrufen, indem ich mein Konto lösche; ' +
    'dann werden auch Vorlage und Bilder gelöscht.',
} as const;

/** The text in that language; English where there is none. */
export function consentText(language: string | undefined): ConsentText {
  const known = language === 'de' ? 'de' : 'en';
  return { version: VERSION, language: known, text: TEXTS[known] };
}

/** The text that was agreed to. @throws InvalidArgument it is not the present one */
export function agreedText(version: string, language: string): ConsentText {
  const text = consentText(language);
  if (text.version !== version || text.language !== language)
    throw new InvalidArgument('consent: the text has changed; show it and ask again');
  return text;
}
