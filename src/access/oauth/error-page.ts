/** The page for login requests that cannot be sent back to the application that made them. */
import { languageFor, type Operator } from '../operator/operator.ts';
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

/** The first of the languages that the page has; English without one. */
function languageOf({ asked = '', accepted = '' }: Languages): Language {
  const tags = `${asked},${accepted}`
    .split(/[\s,]+/)
    .map((tag) => /[a-z]*/.exec(tag.toLowerCase())![0]);
  return tags.find(isKnown) ?? 'en';
}

type Reason = keyof ErrorTexts['reasons'];

/** What the library's error means to the person. */
function reasonOf(error: string, description: string): Reason {
  if (error === 'invalid_client' || error === 'invalid_redirect_uri') return error;
  if (error === 'temporarily_unavailable') return 'busy';
  return /expired|session not found/.test(description) ? 'expired' : 'other';
}

/** What tells in which language somebody reads. */
export interface Languages {
  /** The parameter `ui_locales` of the request; several are an array. */
  readonly asked: string | string[] | undefined;
  /** The header Accept-Language. */
  readonly accepted: string | undefined;
}

/** A whole HTML page in one of those languages; error and description stand below, for developers. */
export function errorPage(
  operator: Operator,
  languages: Languages,
  error: string,
  description = '',
): string {
  const language = languageOf(languages);
  const texts: ErrorTexts = ERROR_TEXTS[language];
  const { title, advice, details, drafted, reasons } = texts;
  const name = escapeHtml(operator.name);
  const contact = linkTo(operator.contact, texts.contact);
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/error.css">
<link rel="stylesheet" href="/operator.css">
<title>${title} · ${name}</title>
</head>
<body>
<header><img src="${operator.logo ? '/operator/logo' : '/icon.svg'}" alt="" height="30">${name}</header>
<main>
<h1>${title}</h1>
<p>${reasons[reasonOf(error, description)]}</p>
<p>${advice}${contact && ` ${contact}`}</p>
<p><small lang="en"><span lang="${language}">${details}</span> <code>${escapeHtml(error)}</code>: ${escapeHtml(description)}</small></p>${drafted && `\n<p><small>${drafted}</small></p>`}
</main>
${footer(operator, texts, language)}</body>
</html>
`;
}

const linkTo = (address: string | undefined, words: string): string =>
  address ? `<a href="${escapeHtml(address)}">${words}</a>` : '';

/** Who is responsible, as at the foot of every page; nothing where nobody has said. */
function footer(operator: Operator, texts: ErrorTexts, language: Language): string {
  const { controller, retention } = operator;
  const term = (words: string, said: string | undefined) =>
    said ? `<dt>${words}</dt><dd><bdi>${escapeHtml(said)}</bdi></dd>` : '';
  const terms =
    term(texts.controller, controller) +
    term(texts.retention, retention?.[languageFor(retention, language)]);
  const lines = [
    terms && `<details><summary>${texts.responsible}</summary><dl>${terms}</dl></details>`,
    linkTo(operator.privacy, texts.privacy),
    linkTo(operator.imprint, texts.imprint),
  ].filter((line) => line !== '');
  return lines.length === 0 ? '' : `<footer>${lines.join(' ')}</footer>\n`;
}
