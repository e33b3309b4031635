/** The page for login requests that cannot be sent back to the application that made them. */
import type { Operator } from '../operator/operator.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

/** The page has a style sheet and an icon of this service, and nothing that runs. */
export const ERROR_PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; " +
  "object-src 'none'; frame-ancestors 'none'";

export type ErrorPageLanguage = 'en' | 'de';

const TEXTS = {
  en: {
    title: 'Login not possible',
    advice: 'Nothing was told to anybody. Go back to the application and try again.',
    contactUs: 'Contact',
    details: 'For its developers:',
    reasons: {
      invalid_client: 'This service does not know the application that sent you here.',
      invalid_redirect_uri:
        'The application wants you sent back to an address that is not registered for it.',
      busy: 'Too many logins were begun from your network. Wait a minute, then try again.',
      expired: 'The login took too long, or it has ended already.',
      other: 'The application sent a request that cannot be answered.',
    },
  },
  de: {
    title: 'Anmeldung nicht möglich',
    advice:
      'Es wurde niemandem etwas mitgeteilt. Bitte zurück zur Anwendung gehen und es noch einmal versuchen.',
    contactUs: 'Kontakt',
    details: 'Für deren Entwickler:',
    reasons: {
      invalid_client: 'Dieser Dienst kennt die Anwendung nicht, von der die Anfrage kommt.',
      invalid_redirect_uri:
        'Die Anwendung will eine Rückkehr zu einer Adresse, die für sie nicht eingetragen ist.',
      busy: 'Aus diesem Netz wurden zu viele Anmeldungen begonnen. Bitte eine Minute warten, dann noch einmal versuchen.',
      expired: 'Die Anmeldung hat zu lange gedauert oder ist schon beendet.',
      other: 'Die Anwendung hat eine Anfrage geschickt, die sich nicht beantworten lässt.',
    },
  },
} as const;

type Reason = keyof (typeof TEXTS)['en']['reasons'];

/** What the library's error means to the person. */
function reasonOf(error: string, description: string): Reason {
  if (error === 'invalid_client' || error === 'invalid_redirect_uri') return error;
  if (error === 'temporarily_unavailable') return 'busy';
  return /expired|session not found/.test(description) ? 'expired' : 'other';
}

/** A whole HTML page in that language; error and description stand below, for developers. */
export function errorPage(
  { name, logo, contact }: Operator,
  language: ErrorPageLanguage,
  error: string,
  description = '',
): string {
  const { title, advice, contactUs, details, reasons } = TEXTS[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/error.css">
<link rel="stylesheet" href="/operator.css">
<title>${title} · ${escapeHtml(name)}</title>
</head>
<body>
<header><img src="${logo ? '/operator/logo' : '/icon.svg'}" alt="" height="30">${escapeHtml(name)}</header>
<main>
<h1>${title}</h1>
<p>${reasons[reasonOf(error, description)]}</p>
<p>${advice}${contact ? ` <a href="${escapeHtml(contact)}">${contactUs}</a>` : ''}</p>
<p><small lang="en"><span lang="${language}">${details}</span> <code>${escapeHtml(error)}</code> ${escapeHtml(description)}</small></p>
</main>
</body>
</html>
`;
}
