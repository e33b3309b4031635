/** The look of the API reference: the product's colours, a way back, and what its viewer leaves out. */

/** Links back, from wherever the service lies below a path. */
const HEADER = `
const root = location.pathname.replace(/\\/docs\\/api.*/, '');
const header = document.createElement('header');
header.className = 'product';
for (const [path, text] of [['/', 'Prosopon'], ['/docs', 'Documentation']])
  header.append(Object.assign(document.createElement('a'), { href: root + path, textContent: text }));
// Behind the viewer's own link that skips to the operations, which has to be the first.
document.body.append(header);
`;

/** The viewer nests links in buttons, skips headings, leaves a list without a name, and darkens only as it loads. */
const MENDS = `
function mend() {
  for (const link of document.querySelectorAll('.opblock-summary-control a[href]')) link.removeAttribute('href');
  for (const tag of document.querySelectorAll('.opblock-tag')) tag.setAttribute('aria-level', '2');
  for (const heading of document.querySelectorAll('#swagger-ui h4')) heading.setAttribute('aria-level', '3');
  document.querySelector('#servers')?.setAttribute('aria-label', 'Server');
  for (const [part, name] of [['.information-container', 'About'], ['.schemes-server-container', 'Server']])
    for (const [key, value] of [['role', 'region'], ['aria-label', name]])
      document.querySelector(part)?.setAttribute(key, value);
}
new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
mend();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) =>
  document.documentElement.classList.toggle('dark-mode', matches));
`;

export const LOOK_SCRIPT = `(() => {${HEADER}${MENDS}})();`;

export const LOOK_STYLE = `
:root { color-scheme: light dark; --accent: light-dark(#3a4bc2, #a9b4ff); --line: light-dark(#dedbd3, #2f3742); }
body { display: flex; flex-direction: column; background: light-dark(#f6f5f2, #12151a); }
.product { order: -1; display: flex; flex-wrap: wrap; gap: 1.25rem; padding: .875rem max(1rem, calc((100% - 1420px) / 2));
  border-bottom: 1px solid var(--line); background: light-dark(#fff, #1a1f26); font-family: system-ui, sans-serif; }
.product a { color: light-dark(#1b2028, #e9edf2); text-decoration: none; }
.product a:first-child { font-weight: 700; }
.product a:hover { text-decoration: underline; }
.swagger-ui .topbar { display: none !important; }
.swagger-ui, .swagger-ui .info .title, .swagger-ui .opblock-tag { font-family: system-ui, sans-serif; }
.swagger-ui .scheme-container { box-shadow: none; border-block: 1px solid var(--line); background: none; }
.swagger-ui .info a, .swagger-ui a.link, .swagger-ui .url { color: var(--accent) !important; transition: none !important; }
.swagger-ui .info .title small, .swagger-ui .info .title small.version-stamp { background: #565d68; }
.swagger-ui .info .title small pre { color: #fff; }
.swagger-ui .btn.authorize, .swagger-ui .btn.authorize span { border-color: var(--accent); color: var(--accent); }
.swagger-ui .btn.authorize svg { fill: var(--accent); }
.swagger-ui .opblock-summary-method { color: #fff !important; text-shadow: none !important; background: #3a4bc2 !important; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1b7445 !important; }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #855300 !important; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3302a !important; }
.swagger-ui .json-schema-2020-12-expand-deep-button { color: light-dark(#565d68, #a7b1be) !important; }
@media (max-width: 480px) { .swagger-ui .opblock-summary-description { flex-basis: 100%; } }
`;
