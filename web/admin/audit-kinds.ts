/** The sentences of the audit trail. */
import { ACCOUNT_CHANGES } from './account-changes.ts';

/**
 * The sentence for each kind of audit entry, in both languages of the desk. Keys are an event, or
 * an event and its variant. `{who}` is the actor and comes first; other names are members of the
 * entry's details.
 */
export const KINDS: Readonly<Record<string, { readonly en: string; readonly de: string }>> = {
  search: {
    en: '{who} searched {people} {people|person|people} of {client} for a face in {pictures}: {found}.',
    de: '{who} hat unter {people} Menschen von {client} nach einem Gesicht in {pictures} gesucht: {found}.',
  },
  /** The search ended before it compared anybody. */
  'search of nobody': {
    en: '{who} asked to search the people of {client} for a face in {pictures}; it came to no search.',
    de: '{who} wollte unter den Menschen von {client} nach einem Gesicht in {pictures} suchen; dazu kam es nicht.',
  },
  'by-hand': {
    en: '{who} did something in the name of the client {client}.',
    de: '{who} hat im Namen der Anwendung {client} etwas getan.',
  },
  'by-hand enroll': {
    en: '{who} enrolled a face as class {classId} of {client}: {outcome}.',
    de: '{who} hat ein Gesicht als Klasse {classId} von {client} erfasst: {outcome}.',
  },
  'by-hand verify': {
    en: '{who} compared a face with class {classId} of {client}: {outcome}.',
    de: '{who} hat ein Gesicht mit der Klasse {classId} von {client} verglichen: {outcome}.',
  },
  query: { en: '{who} looked at {what}.', de: '{who} hat eingesehen: {what}.' },
  'query job': {
    en: '{who} looked at the job {jobId} of {client}.',
    de: '{who} hat den Auftrag {jobId} von {client} angesehen.',
  },
  'query jobs': { en: '{who} looked at jobs.', de: '{who} hat Aufträge angesehen.' },
  'query failures': {
    en: '{who} looked at what was refused, and whom.',
    de: '{who} hat angesehen, wer warum abgewiesen wurde.',
  },
  'query audit trail': {
    en: '{who} looked at the audit trail.',
    de: '{who} hat das Prüfprotokoll angesehen.',
  },
  'query audit export': {
    en: '{who} downloaded entries of the audit trail.',
    de: '{who} hat Einträge des Prüfprotokolls heruntergeladen.',
  },
  'query audit verification': {
    en: '{who} checked the audit trail.',
    de: '{who} hat das Prüfprotokoll geprüft.',
  },
  'query search log': {
    en: '{who} looked at the search log.',
    de: '{who} hat das Suchprotokoll angesehen.',
  },
  'query clients': {
    en: '{who} looked at the clients.',
    de: '{who} hat die Anwendungen angesehen.',
  },
  'query client': {
    en: '{who} looked at the client {client}.',
    de: '{who} hat die Anwendung {client} angesehen.',
  },
  'query users': { en: '{who} looked at the users.', de: '{who} hat die Benutzer angesehen.' },
  'query user': {
    en: '{who} looked at the account {user}.',
    de: '{who} hat das Konto {user} angesehen.',
  },
  'query user data': {
    en: '{who} downloaded all that is kept of the account {user}.',
    de: '{who} hat alles heruntergeladen, was vom Konto {user} aufbewahrt wird.',
  },
  'query browsers of a user': {
    en: '{who} looked at the known browsers of the account {user}.',
    de: '{who} hat die bekannten Browser des Kontos {user} angesehen.',
  },
  'query templates': {
    en: '{who} looked at the templates of {client}.',
    de: '{who} hat die Templates von {client} angesehen.',
  },
  'query duplicates': {
    en: '{who} looked for people whom {client} has enrolled twice.',
    de: '{who} hat gesucht, wen {client} doppelt erfasst hat.',
  },
  'query refused comparisons': {
    en: '{who} looked at the refused comparisons.',
    de: '{who} hat die abgelehnten Vergleiche angesehen.',
  },
  'query person': {
    en: '{who} looked at class {classId} of {client}.',
    de: '{who} hat die Klasse {classId} von {client} angesehen.',
  },
  'query thumbnails': {
    en: '{who} looked at the pictures of class {classId} of {client}.',
    de: '{who} hat die Bilder der Klasse {classId} von {client} angesehen.',
  },
  'query person data': {
    en: '{who} downloaded all that is kept of class {classId} of {client}.',
    de: '{who} hat alles heruntergeladen, was von der Klasse {classId} von {client} aufbewahrt wird.',
  },
  'query receipt': {
    en: '{who} checked the receipt of an erasure.',
    de: '{who} hat die Quittung einer Löschung geprüft.',
  },
  'query webhook messages': {
    en: '{who} looked at messages of a webhook of {client}.',
    de: '{who} hat Nachrichten eines Webhooks von {client} angesehen.',
  },
  'query webhooks': {
    en: '{who} looked at the webhooks.',
    de: '{who} hat die Webhooks angesehen.',
  },
  'query webhook test': {
    en: '{who} sent a webhook a message for trial.',
    de: '{who} hat einem Webhook eine Nachricht zur Probe geschickt.',
  },

  'template-corrupted': {
    en: 'The template of class {classId} was found damaged and not used.',
    de: 'Das Template der Klasse {classId} war beschädigt und wurde nicht benutzt.',
  },
  'row-refused': {
    en: 'A record in the table {table} had been changed from outside and was not used.',
    de: 'Ein Datensatz der Tabelle {table} war von außen geändert und wurde nicht benutzt.',
  },

  rollback: {
    en: 'The database has been rolled back: {problem}',
    de: 'Die Datenbank wurde auf einen früheren Stand zurückgesetzt: {problem}',
  },
  'rollback found': {
    en: 'The service found that the database had been rolled back: {problem}',
    de: 'Der Dienst fand die Datenbank auf einen früheren Stand zurückgesetzt vor: {problem}',
  },
  'rollback accepted': {
    en: '{who} accepted an older database, as one that was restored on purpose.',
    de: '{who} hat eine ältere Datenbank angenommen, als absichtlich zurückgespielt.',
  },

  'comparison-limit': {
    en: 'The limit of refused comparisons with class {classId} changed.',
    de: 'Die Grenze abgelehnter Vergleiche mit der Klasse {classId} hat sich geändert.',
  },
  'comparison-limit reached': {
    en: '{who} reached the limit: {limit} refused comparisons with class {classId} in an hour. It waits.',
    de: '{who} hat die Grenze erreicht: {limit} abgelehnte Vergleiche mit der Klasse {classId} in einer Stunde. Sie wartet.',
  },
  'comparison-limit forgotten': {
    en: '{who} forgot the refused comparisons of class {classId}.',
    de: '{who} hat die abgelehnten Vergleiche der Klasse {classId} vergessen lassen.',
  },

  erasure: {
    en: '{who} erased the template of class {classId}.',
    de: '{who} hat das Template der Klasse {classId} gelöscht.',
  },
  'erasure template': {
    en: '{who} erased the template of class {classId} of {client}.',
    de: '{who} hat das Template der Klasse {classId} von {client} gelöscht.',
  },
  'erasure account': { en: '{who} erased an account.', de: '{who} hat ein Konto gelöscht.' },
  'erasure liveness session': {
    en: '{who} erased a liveness session.',
    de: '{who} hat eine Lebend-Sitzung gelöscht.',
  },
  'erasure second factor': {
    en: '{who} took the second factor off the account {user}.',
    de: '{who} hat dem Konto {user} den zweiten Faktor genommen.',
  },

  'key-rotation': { en: '{who} rotated the keys.', de: '{who} hat die Schlüssel gewechselt.' },

  'client-change': {
    en: '{who} changed the client {client}.',
    de: '{who} hat die Anwendung {client} geändert.',
  },
  'client-change created': {
    en: '{who} registered the client {client}.',
    de: '{who} hat die Anwendung {client} angelegt.',
  },
  'client-change settings': {
    en: '{who} changed settings of the client {client}.',
    de: '{who} hat Einstellungen der Anwendung {client} geändert.',
  },
  'client-change changed': {
    en: '{who} changed the name or the addresses of the client {client}.',
    de: '{who} hat Name oder Adressen der Anwendung {client} geändert.',
  },
  'client-change key rotated': {
    en: '{who} gave the client {client} a new key.',
    de: '{who} hat der Anwendung {client} einen neuen Schlüssel gegeben.',
  },
  'client-change key ended': {
    en: '{who} ended the key {keyId} of the client {client}.',
    de: '{who} hat den Schlüssel {keyId} der Anwendung {client} beendet.',
  },
  'client-change secret rotated': {
    en: '{who} gave the client {client} a new secret.',
    de: '{who} hat der Anwendung {client} ein neues Geheimnis gegeben.',
  },
  'client-change older secret ended': {
    en: '{who} ended the older secret of the client {client}.',
    de: '{who} hat das ältere Geheimnis der Anwendung {client} beendet.',
  },
  'client-change deleted': {
    en: '{who} deleted the client {client}.',
    de: '{who} hat die Anwendung {client} gelöscht.',
  },
  'client-change deleted with its templates': {
    en: '{who} deleted the client {client} and all its templates.',
    de: '{who} hat die Anwendung {client} mit allen Templates gelöscht.',
  },
  'client-change webhook created': {
    en: '{who} added the webhook {url} for {client}.',
    de: '{who} hat für {client} den Webhook {url} angelegt.',
  },
  'client-change webhook changed': {
    en: '{who} changed a webhook of {client}.',
    de: '{who} hat einen Webhook von {client} geändert.',
  },
  'client-change webhook secret rotated': {
    en: '{who} gave a webhook of {client} a new secret.',
    de: '{who} hat einem Webhook von {client} ein neues Geheimnis gegeben.',
  },
  'client-change webhook message sent again': {
    en: '{who} sent the message {message} to a webhook of {client} again.',
    de: '{who} hat die Nachricht {message} noch einmal an einen Webhook von {client} geschickt.',
  },
  'client-change webhook enabled': {
    en: '{who} enabled a webhook of {client}.',
    de: '{who} hat einen Webhook von {client} eingeschaltet.',
  },
  'client-change webhook disabled': {
    en: '{who} disabled a webhook of {client}.',
    de: '{who} hat einen Webhook von {client} abgeschaltet.',
  },
  'client-change webhook deleted': {
    en: '{who} deleted a webhook of {client}.',
    de: '{who} hat einen Webhook von {client} gelöscht.',
  },

  ...ACCOUNT_CHANGES,
  'mail-link': {
    en: '{who} dealt with a link by mail of the account {user}.',
    de: '{who} hatte mit einem Link per E-Mail des Kontos {user} zu tun.',
  },
  'mail-link asked': {
    en: '{who} mailed a sign-in link to the account {user}, as somebody asked for it.',
    de: '{who} hat dem Konto {user} auf Anfrage einen Link zum Anmelden geschickt.',
  },
  'mail-link used': {
    en: '{who} signed in to the account {user} by a link from a mail.',
    de: '{who} hat sich mit einem Link aus einer E-Mail am Konto {user} angemeldet.',
  },
  'mail-link refused': {
    en: '{who} refused a sign-in link of the account {user}.',
    de: '{who} hat einen Link zum Anmelden am Konto {user} abgelehnt.',
  },

  'model-change': {
    en: '{who} chose {now} as the {role} instead of {before}.',
    de: '{who} hat {now} statt {before} gewählt ({role}).',
  },

  transfer: { en: '{who} moved data: {what}.', de: '{who} hat Daten übertragen: {what}.' },
  'transfer backup begun': { en: '{who} began a backup.', de: '{who} begann eine Sicherung.' },
  'transfer backup': { en: '{who} made a backup.', de: '{who} hat eine Sicherung gemacht.' },
  'transfer restore': {
    en: '{who} restored a backup of {made}.',
    de: '{who} hat eine Sicherung vom {made} zurückgespielt.',
  },
  'transfer export': {
    en: '{who} exported the templates of {client}.',
    de: '{who} hat die Templates von {client} ausgeführt.',
  },
  'transfer import begun': {
    en: '{who} began to import templates for {client}.',
    de: '{who} hat begonnen, Templates für {client} einzuführen.',
  },
  'transfer import': {
    en: '{who} imported {imported} {imported|template|templates} for {client}.',
    de: '{who} hat {imported} {imported|Template|Templates} für {client} eingeführt.',
  },

  retention: {
    en: 'The content of {entries} {entries|entry|entries} of {client} was removed: {entries|its|their} time was over.',
    de: 'Der Inhalt von {entries} {entries|Eintrag|Einträgen} von {client} wurde entfernt: {entries|seine|ihre} Frist war um.',
  },
};
