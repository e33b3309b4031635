/** Alle deutschen Texte der Seiten, in der Ordnung der englischen. */
import type { Messages } from './en.ts';

export const de: Messages = {
  shell: {
    skip: 'Zum Inhalt',
    navigation: 'Seiten',
    about: 'Prosopon – offene Gesichtsbiometrie auf dem eigenen Rechner.',
    reference: 'API-Referenz',
    theme: 'Darstellung: {theme}',
    themes: { system: 'wie das System', light: 'hell', dark: 'dunkel' },
    cancel: 'Abbrechen',
    close: 'Schließen',
    copy: 'Kopieren',
    copied: 'Kopiert',
  },

  playground: {
    title: 'Probierseite',
    lead: 'Hier lässt sich jede Funktion dieses Dienstes mit Kamera oder Datei ausprobieren.',
  },

  signIn: {
    title: 'Als Client anmelden',
    lead: 'Aufrufe geschehen im Namen eines Clients dieses Dienstes. Sein Schlüssel bleibt im Speicher dieser Seite: Er wird weder gesendet noch abgelegt; gesendet wird nur das damit signierte Token.',
    client: 'Client-ID',
    key: 'Schlüssel',
    keyHint:
      'Das erste „npm start“ gibt beides aus, für einen Client namens demo. Ein neuer Schlüssel: bin/prosopon client rotate-key demo',
    badKey: 'Das ist kein Schlüssel: Erwartet wird Base64 von 64 Bytes.',
    refused: 'Der Dienst nimmt diese Client-ID mit diesem Schlüssel nicht an.',
    unreachable: 'Der Dienst antwortet nicht.',
    submit: 'Anmelden',
    signedInAs: 'Client {client}',
    signOut: 'Abmelden',
  },
};
