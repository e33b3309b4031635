/** The pages of both example sites: a dental practice that knows its patients by face. */
import type { Person } from './site.ts';

export const SITE_NAME = 'Harbour Dental';

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

const STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f3f8f7, #0f1716);
  --surface: light-dark(#fff, #182321);
  --line: light-dark(#d5e2df, #2c3b38);
  --ink: light-dark(#12302c, #e6f1ef);
  --soft: light-dark(#4a6660, #a5bdb8);
  --main: light-dark(#0d6b5e, #6fd6c4);
  --on-main: light-dark(#fff, #06231e);
}
* { box-sizing: border-box; margin: 0; }
body {
  min-height: 100vh; display: flex; flex-direction: column;
  background: var(--ground); color: var(--ink);
  font: 1.0625rem/1.6 system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
header, main, footer { width: 100%; max-width: 68rem; margin-inline: auto; padding-inline: 1.25rem; }
header { display: flex; justify-content: space-between; align-items: center; gap: 1rem; padding-block: 1.25rem; }
.brand { display: flex; align-items: center; gap: .625rem; font-weight: 700; font-size: 1.125rem; }
.brand svg { color: var(--main); }
main { flex: 1; padding-block: clamp(1.5rem, 5vw, 4rem); }
h1 { max-width: 20ch; font-size: clamp(2rem, 1.4rem + 3.2vw, 3.25rem); line-height: 1.1; letter-spacing: -.02em; text-wrap: balance; }
h2 { font-size: 1.125rem; line-height: 1.3; }
.lead { max-width: 46ch; margin-block: 1.25rem 2rem; color: var(--soft); font-size: 1.1875rem; }
.soft { color: var(--soft); }
.button {
  display: inline-block; padding: .875rem 1.625rem; border-radius: 999px;
  background: var(--main); color: var(--on-main); font-weight: 650; text-decoration: none;
}
.button.quiet { padding: .5rem 1.125rem; background: none; color: inherit; border: 1px solid var(--line); font-size: .9375rem; }
a:focus-visible { outline: 3px solid var(--main); outline-offset: 3px; }
.button:hover { filter: brightness(1.08); }
.status { margin-top: .875rem; color: var(--soft); font-size: .9375rem; }
.cards {
  display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr));
  gap: 1rem; margin-top: clamp(2.5rem, 6vw, 4.5rem); padding: 0; list-style: none;
}
.card { padding: 1.375rem; background: var(--surface); border: 1px solid var(--line); border-radius: 1rem; }
.card p { margin-top: .375rem; color: var(--soft); }
.card .when { color: var(--main); font-weight: 650; font-size: .9375rem; }
code { overflow-wrap: anywhere; font: .875em ui-monospace, Menlo, Consolas, monospace; }
footer { padding-block: 1.5rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .875rem; }
`;

const TOOTH =
  '<svg width="28" height="28" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" ' +
  'stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M12 5.5C9.5 3 4.5 3.5 4.5 8.5c0 ' +
  '3 1.5 4.5 2 7.5.4 2.5.8 5 2.3 5 1.9 0 1.3-5.5 3.2-5.5s1.3 5.5 3.2 5.5c1.5 0 ' +
  '1.9-2.5 2.3-5 .5-3 2-4.5 2-7.5 0-5-5-5.5-7.5-3Z"/></svg>';

const card = (title: string, text: string, when = '') =>
  `<li class="card">${when && `<p class="when">${when}</p>`}<h2>${title}</h2><p>${text}</p></li>`;

const cards = (...all: readonly string[]) => `<ul class="cards">${all.join('')}</ul>`;

const page = (title: string, content: string, end = '') => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${SITE_NAME}</title>
<style>${STYLE}</style>
</head>
<body>
<header><span class="brand">${TOOTH} ${SITE_NAME}</span>${end}</header>
<main>${content}</main>
<footer>A sample site of Prosopon: the practice and its appointments are made up.</footer>
</body>
</html>`;

/** The front page: a login button, or the patient's appointments. */
export function frontPage(person: Person | undefined): string {
  return person === undefined ? welcome() : patientPage(person);
}

const welcome = () =>
  page(
    'Welcome',
    `<h1>Your appointments, at a glance.</h1>
<p class="lead">See when we expect you, move a visit, and read your findings. No password to remember:
look into the camera, turn your head once, and you are in.</p>
<p><a class="button" href="/login">Log in with your face</a></p>
<p class="status">Nobody is logged in on this device.</p>
${cards(
  card(
    'First time here?',
    'Choose “Register” on the next page: your name, your consent, a few pictures.',
  ),
  card('Your face stays yours', 'We never see a picture of you. We are told only that it is you.'),
  card('No camera at hand?', 'Call the front desk. Nobody has to log in with their face.'),
)}`,
  );

const patientPage = ({ id, name }: Person) =>
  page(
    'Your appointments',
    `<h1>Good to see you.</h1>
<p class="lead" id="person">You are logged in as <strong>${escapeHtml(name)}</strong>.</p>
${cards(
  card(
    'Check-up',
    'Dr Amara Lindqvist, room 2. Please bring your insurance card.',
    'Tuesday, 10:30',
  ),
  card('Cleaning', 'Jonas Weber, room 4. About 45 minutes.', 'In six months'),
  card(
    'What we know of you',
    `Your name, and this number in place of your face: <code>${escapeHtml(id)}</code>`,
  ),
)}`,
    '<a class="button quiet" href="/logout">Log out</a>',
  );

/** Explains a failed login, and offers another try. */
export const refusedPage = (reason: string): string =>
  page(
    'Not logged in',
    `<h1>Not logged in</h1>
<p class="lead">The login was not finished, so nothing was opened. Nothing of it is kept here.</p>
<p><a class="button" href="/login">Try again</a></p>
<p class="status">For the operator: ${escapeHtml(reason)}</p>`,
    '<a class="button quiet" href="/">Front page</a>',
  );
