/** The page for login requests that cannot be sent back to the application that made them. */
import type { Operator } from '../operator/operator.ts';
import { ERROR_TEXTS, type ErrorTexts } from './error-texts.ts';

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

type Language = keyof typeof ERROR_TEXTS;

const isKnown = (language: string): language is Language => Object.hasOwn(ERROR_TEXTS, language);

/** The first language of an Accept-Language header that the page has; English without one. */
function languageOf(accepted = ''): Language {
  const tags = accepted.split(',').map((tag) => /[a-z]*/.exec(tag.trim().toLowerCase())![0]);
  return tags.find(isKnown) ?? 'en';
}

type Reason = keyof ErrorTexts['reasons'];

/** What the library's error means to the person. */
function reasonOf(error: string, description: string): Reason {
  if (error === 'invalid_client' || error === 'invalid_redirect_uri') return error;
  if (error === 'temporarily_unavailable') return 'busy';
  return /expired|session not found/.test(description) ? 'expired' : 'other';
}

/**
 * A whole HTML page in a language of that Accept-Language header; error and description stand below,
 * for developers.
 */
export function errorPage(
  { name, logo, contact }: Operator,
  accepted: string | undefined,
  error: string,
  description = '',
): string {
  const language = languageOf(accepted);
  const { title, advice, contactUs, details, drafted, reasons }: ErrorTexts = ERROR_TEXTS[language];
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
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
<p><small lang="en"><span lang="${language}">${details}</span> <code>${escapeHtml(error)}</code> ${escapeHtml(description)}</small></p>${drafted && `\n<p><small>${drafted}</small></p>`}
</main>
</body>
</html>
`;
}
