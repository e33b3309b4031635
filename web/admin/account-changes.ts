/** Sentences for changes of accounts in the audit trail, in both languages of the desk. */
export const ACCOUNT_CHANGES: Readonly<
  Record<string, { readonly en: string; readonly de: string }>
> = {
  'account-change': {
    en: '{who} changed the account {user}.',
    de: '{who} hat das Konto {user} geändert.',
  },
  'account-change created': {
    en: '{who} made the account {user}.',
    de: '{who} hat das Konto {user} angelegt.',
  },
  'account-change invited': {
    en: '{who} invited the account {user} by mail.',
    de: '{who} hat das Konto {user} per E-Mail eingeladen.',
  },
  'account-change link made': {
    en: '{who} made a one-time link for the account {user}.',
    de: '{who} hat für das Konto {user} einen Einmal-Link gemacht.',
  },
  'account-change role': {
    en: '{who} changed the role of the account {user} in the administration.',
    de: '{who} hat die Rolle des Kontos {user} in der Verwaltung geändert.',
  },
  'account-change passkey added': {
    en: '{who} added a passkey to the account {user}.',
    de: '{who} hat dem Konto {user} einen Passkey hinzugefügt.',
  },
  'account-change passkey removed': {
    en: '{who} removed a passkey from the account {user}.',
    de: '{who} hat einen Passkey des Kontos {user} entfernt.',
  },
  'account-change browser remembered': {
    en: 'The account {user} knows a new browser.',
    de: 'Das Konto {user} kennt einen neuen Browser.',
  },
  'account-change browser forgotten': {
    en: '{who} let the account {user} forget a browser.',
    de: '{who} hat das Konto {user} einen Browser vergessen lassen.',
  },
  'account-change recovery codes made': {
    en: '{who} made recovery codes for the account {user}.',
    de: '{who} hat Wiederherstellungscodes für das Konto {user} erstellt.',
  },
  'provider-login': {
    en: '{who}, {name}, came from the login of the organisation.',
    de: '{who}, {name}, kam von der Anmeldung der Organisation.',
  },
  'provider-login admitted': {
    en: '{who} signed in as {name} ({role}).',
    de: '{who} hat sich als {name} angemeldet ({role}).',
  },
  'provider-login refused': {
    en: '{who} wanted to sign in as {name} and has no role here.',
    de: '{who} wollte sich als {name} anmelden und hat hier keine Rolle.',
  },
  'account-change disabled': {
    en: '{who} disabled the account {user}.',
    de: '{who} hat das Konto {user} gesperrt.',
  },
  'account-change enabled': {
    en: '{who} enabled the account {user} again.',
    de: '{who} hat das Konto {user} wieder freigegeben.',
  },
};
