/** Style of the element, all by variables, so that a page can change it. */
export const STYLE = `
:host {
  --accent: var(--prosopon-capture-accent, light-dark(#3a4bc2, #a9b4ff));
  --on-accent: var(--prosopon-capture-on-accent, light-dark(#fff, #141a3d));
  --surface: var(--prosopon-capture-surface, light-dark(#fff, #1a1f26));
  --ink: var(--prosopon-capture-ink, light-dark(#1b2028, #e9edf2));
  --line: var(--prosopon-capture-line, light-dark(#858178, #7b8796));
  --radius: var(--prosopon-capture-radius, 0.75rem);
  display: block;
}
:host([hidden]), [hidden] { display: none !important; }
.surroundings {
  display: flex;
  flex-direction: column;
  gap: 0.75rem;
  outline: none;
  font-family: var(--prosopon-capture-font, inherit);
  line-height: 1.5;
}
.place {
  width: min(100%, var(--prosopon-capture-width, 26rem), 50dvh);
  margin-inline: auto;
  overflow: hidden;
  border-radius: var(--radius);
}
/* The buttons stay in sight above the help. */
.surroundings:has(> .help:not(:empty)) .place { width: min(100%, var(--prosopon-capture-width, 26rem), 32dvh); }
.off {
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: 0.5rem;
  min-height: 12rem;
  padding: 1rem;
  border: 1px dashed var(--line);
  border-radius: var(--radius);
  text-align: center;
}
.hint { margin: 0; text-align: center; font-weight: 600; font-size: 1.125em; }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; justify-content: center; }
button, select {
  min-height: 2.75rem;
  padding: 0.5rem 1.125rem;
  border: 1px solid var(--line);
  border-radius: calc(var(--radius) * 2 / 3);
  background: var(--surface);
  color: var(--ink);
  font: inherit;
  font-weight: 600;
  line-height: 1.2;
}
button { cursor: pointer; }
button.main { border-color: transparent; background: var(--accent); color: var(--on-accent); }
button:disabled { cursor: not-allowed; border-color: var(--line); background: var(--surface); color: var(--ink); }
button:focus-visible, select:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
label { display: flex; flex-direction: column; gap: 0.25rem; }
select { font-weight: normal; max-width: 100%; }
.notice:empty { display: none; }
.notice {
  padding: 0.75rem 1rem;
  border: 1px solid var(--line);
  border-inline-start: 4px solid var(--accent);
  border-radius: calc(var(--radius) * 2 / 3);
  background: var(--surface);
  color: var(--ink);
}
.problem { border-inline-start-color: var(--prosopon-capture-bad, light-dark(#b3302a, #ff9d94)); }
.notice p, .notice ul { margin: 0.25rem 0 0; }
`;
