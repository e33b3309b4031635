/** What people agree to where the operator has no text of their own. */

export const STANDARD_CONSENT = {
  /** To be raised whenever a text changes its meaning. */
  version: '1',
  texts: {
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
  },
} as const;
