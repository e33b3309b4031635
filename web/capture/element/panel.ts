/** Contents of the element: the preview, texts and buttons. */
import { browserOf } from '../browser-of.ts';
import { isTurn } from '../hints.ts';
import type { Session, SessionState } from '../session.ts';
import { STYLE } from './style.ts';
import type { CaptureTexts, Spoken } from './texts.ts';

export interface Panel {
  /** Container of the preview. */
  readonly place: HTMLElement;
  /** @param take the kind of capture named on the main button */
  draw(state: SessionState, spoken: Spoken, take: keyof CaptureTexts['camera']['take']): void;
}

/** Languages written from right to left. */
const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur'];

export function createPanel(root: ShadowRoot, session: Session): Panel {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];

  const place = make('div', { class: 'place' });
  const chooser = make('select', { part: 'select' });
  const chosen = () => chooser.value || undefined;
  const start = button(true, () => void session.start(chosen()));
  const take = button(true, () => void session.take());
  const hurry = button(true, session.hurry);
  const stop = button(false, session.stop);
  const off = make('div', { class: 'off', part: 'off' }, make('slot'), start);
  // Keeps the element and only changes its text, so that screen readers announce it.
  const hint = make('p', { class: 'hint', part: 'hint', role: 'status' });
  const help = make('div', { class: 'notice help', part: 'notice help', role: 'status' });
  const problem = make('div', { class: 'notice problem', part: 'notice problem', role: 'alert' });
  const actions = make('div', { class: 'actions', part: 'actions' }, hurry, take, stop);
  const label = make('span');
  const choice = make('label', {}, label, chooser);
  chooser.addEventListener('change', () => void session.start(chosen()));
  const surroundings = make(
    'div',
    { class: 'surroundings', tabindex: '-1', role: 'group' },
    ...[place, off, hint, actions, help, choice, problem],
  );
  root.append(surroundings);

  return {
    place,
    draw(state, { language, texts: { camera: texts, hints } }, taking) {
      const { phase, byHand, late } = state;
      const pressed = root.activeElement;
      surroundings.lang = language;
      const dir = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
      surroundings.dir = start.dir = dir;
      // The page's own words follow the page's direction, whose language may differ.
      off.dir = getComputedStyle(root.host).direction;
      surroundings.ariaLabel = texts.choose;
      start.textContent = texts.start;
      take.textContent = texts.take[taking];
      hurry.textContent = texts.now;
      stop.textContent = texts.stop;
      label.textContent = texts.choose;
      off.hidden = phase !== 'off';
      place.hidden = actions.hidden = phase === 'off';
      take.hidden = phase === 'taking';
      take.disabled = phase === 'starting';
      hurry.hidden = phase !== 'taking' || !(byHand || late);
      choice.hidden = phase === 'off' || state.cameras.length < 2;
      offer(chooser, state);
      const hinted = state.hint === undefined ? texts.starting : hints[state.hint];
      say(hint, phase === 'off' ? [] : [hinted]);
      const wrong = state.wrong === undefined ? [] : [hints[state.wrong]];
      const helps = isTurn(state.hint) ? [...wrong, texts.helpTurn] : texts.helps;
      say(help, late ? helpIn(texts, helps) : []);
      say(problem, problemIn(texts, state.problem));
      // If the pressed button disappears, its surroundings take the focus.
      if (pressed?.closest('[hidden]')) surroundings.focus({ preventScroll: true });
    },
  };
}

function helpIn(texts: CaptureTexts['camera'], helps: readonly string[]): (Node | string)[] {
  const items = helps.map((help) => make('li', {}, help));
  return [make('strong', {}, texts.help), make('ul', {}, ...items), make('p', {}, texts.helpNow)];
}

function problemIn(
  texts: CaptureTexts['camera'],
  problem: SessionState['problem'],
): (Node | string)[] {
  if (problem === undefined) return [];
  const allow = problem === 'denied' ? ` ${texts.allow[browserOf(navigator.userAgent)]}` : '';
  return [make('strong', {}, texts.problem), make('p', {}, texts.problems[problem] + allow)];
}

/** Leaves unchanged text alone, because screen readers would repeat it. */
function say(place: HTMLElement, parts: readonly (Node | string)[]): void {
  const next = make('div', {}, ...parts);
  if (next.innerHTML !== place.innerHTML) place.replaceChildren(...next.childNodes);
}

/** Keeps the choice for the next time the camera is turned on. */
function offer(chooser: HTMLSelectElement, { cameras, camera }: SessionState): void {
  if (cameras.length === 0) return;
  const known = [...chooser.options].map(({ value }) => value);
  if (cameras.map(({ deviceId }) => deviceId).join() !== known.join())
    chooser.replaceChildren(...cameras.map(({ deviceId, label }) => new Option(label, deviceId)));
  if (camera !== undefined) chooser.value = camera;
}

function button(isMain: boolean, press: () => void): HTMLButtonElement {
  const kind = isMain ? 'main' : 'plain';
  const made = make('button', { type: 'button', class: kind, part: `button ${kind}` });
  made.addEventListener('click', press);
  return made;
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}
