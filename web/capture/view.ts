/** The preview: the camera's picture as in a mirror, with an outline for the face. */
import type { Direction } from './hints.ts';
import { OUTLINE } from './measures.ts';

const STYLE = `
:host { display: block; }
.frame { position: relative; aspect-ratio: 4 / 5; overflow: hidden; background: #0d1014; border-radius: inherit; }
video, svg { position: absolute; inset: 0; width: 100%; height: 100%; }
video { object-fit: cover; }
.mirrored video { transform: scaleX(-1); }
.shade { fill: rgb(8 10 14 / 45%); }
.outline { fill: none; stroke: var(--prosopon-capture-outline, #fff); stroke-width: 0.7; stroke-dasharray: 2.2 1.6; }
.ready .outline { stroke: var(--prosopon-capture-ready, #6fe3a5); stroke-dasharray: none; stroke-width: 1.2; }
.recording .outline { stroke: #ff8a80; stroke-dasharray: none; stroke-width: 1.2; }
.arrow, .check { fill: none; stroke: #fff; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.check { stroke: #6fe3a5; stroke-width: 4; visibility: hidden; }
.taken .check { visibility: visible; }
.disc { fill: rgb(8 10 14 / 70%); }
.done { fill: none; stroke: #6fe3a5; stroke-width: 1.6; stroke-linecap: round; transform: rotate(-90deg); }
.head, .features { fill: none; stroke: #fff; stroke-width: 0.9; stroke-linecap: round; stroke-linejoin: round; }
.features { animation: look 1.6s ease-in-out infinite; }
@keyframes look { 0%, 15% { transform: none; } 55%, 85% { transform: var(--there); } 100% { transform: none; } }
@media (prefers-reduced-motion: reduce) { .features { animation: none; transform: var(--there); } }
`;

const SVG = 'http://www.w3.org/2000/svg';

/** Place of the arrow (per cent of the width; the height is 125) and its rotation. */
const ARROWS: Readonly<Record<Direction, string>> = {
  left: 'translate(10 58) rotate(180)',
  right: 'translate(90 58)',
  up: 'translate(50 11) rotate(-90)',
  down: 'translate(50 108) rotate(90)',
};

/** Where the features of the drawn head move. */
const LOOKS: Readonly<Record<Direction, string>> = {
  left: 'translateX(-3px)',
  right: 'translateX(3px)',
  up: 'translateY(-3.4px)',
  down: 'translateY(3.4px)',
};

/** Place of the drawn head: away from the arrow. */
const GUIDE_PLACES: Readonly<Record<Direction, string>> = {
  left: 'translate(50 13)',
  right: 'translate(50 13)',
  up: 'translate(50 112)',
  down: 'translate(50 13)',
};

/** Milliseconds for which a taken image is confirmed. */
const CONFIRMED = 700;

export interface View {
  readonly video: HTMLVideoElement;
  /** Shows the person where to go. Undefined: no arrow. */
  pointTo(direction: Direction | undefined): void;
  /** Shows a head moving as the person should. Undefined: none. */
  showMovement(direction: Direction | undefined): void;
  /** Sets the done share of the movement, 0..1. */
  setProgress(share: number): void;
  setState(state: 'waiting' | 'ready' | 'recording'): void;
  /** Confirms an image by a sign, and by vibration if possible. */
  confirm(): void;
  remove(): void;
}

/** Inserts the preview into `container`, in a shadow tree that page styles cannot reach. */
export function createView(container: HTMLElement, mirror: boolean): View {
  const host = document.createElement('div');
  const shadow = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  shadow.adoptedStyleSheets = [sheet];
  const frame = document.createElement('div');
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.tabIndex = -1;
  video.setAttribute('aria-hidden', 'true');
  const drawing = svg('svg', { viewBox: '0 0 100 125', 'aria-hidden': 'true' });
  const arrow = svg('path', { class: 'arrow', d: 'M-5 0H5M1 -4L5 0L1 4' });
  drawing.append(svg('path', { class: 'shade', d: shadeAround(), 'fill-rule': 'evenodd' }));
  drawing.append(svg('path', { class: 'outline', d: outline() }));
  drawing.append(svg('path', { class: 'check', d: 'M38 59L47 68L63 48' }));
  const guide = movementGuide();
  frame.append(video, drawing);
  shadow.append(frame);
  container.append(host);
  frame.className = `frame waiting${mirror ? ' mirrored' : ''}`;
  const seenAs = (direction: Direction) => (mirror ? direction : turned(direction));
  let confirming: ReturnType<typeof setTimeout> | undefined;
  return {
    video,
    pointTo(direction) {
      arrow.remove();
      if (direction === undefined) return;
      arrow.setAttribute('transform', ARROWS[seenAs(direction)]);
      drawing.append(arrow);
    },
    showMovement(direction) {
      guide.drawing.remove();
      if (direction === undefined) return;
      guide.features.style.setProperty('--there', LOOKS[seenAs(direction)]);
      guide.drawing.setAttribute('transform', GUIDE_PLACES[direction]);
      drawing.append(guide.drawing);
    },
    setProgress: (share) =>
      guide.done.setAttribute('stroke-dasharray', `${Math.max(0, Math.min(1, share)) * 100} 100`),
    setState(state) {
      frame.classList.remove('waiting', 'ready', 'recording');
      frame.classList.add(state);
    },
    confirm() {
      frame.classList.add('taken');
      // Some devices lack it, and browsers only allow it on pages that were touched.
      navigator.vibrate?.(60);
      clearTimeout(confirming);
      confirming = setTimeout(() => frame.classList.remove('taken'), CONFIRMED);
    },
    remove: () => host.remove(),
  };
}

/** A small head above or below the outline, in a ring that fills. */
function movementGuide() {
  const drawing = svg('g', {});
  const done = svg('circle', { class: 'done', r: '10.6', pathLength: '100' });
  const features = svg('path', {
    class: 'features',
    d: 'M-2.2 -1.6V-1M2.2 -1.6V-1M0 -0.4L-0.5 1.4H0.4M-1.5 3.4Q0 4.2 1.5 3.4',
  });
  drawing.append(svg('circle', { class: 'disc', r: '10.6' }), done);
  drawing.append(svg('ellipse', { class: 'head', rx: '6', ry: '7.6' }), features);
  return { drawing, done, features };
}

/** The person's left is right in a picture that is not mirrored. */
function turned(direction: Direction): Direction {
  if (direction === 'left') return 'right';
  return direction === 'right' ? 'left' : direction;
}

function svg(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** The outline in units of the drawing: an ellipse that is slightly narrower at the chin. */
function outline(): string {
  const [x, y] = [OUTLINE.x * 100, OUTLINE.y * 125];
  const [a, b] = [OUTLINE.halfWidth * 100, OUTLINE.halfHeight * 125];
  const at = (dx: number, dy: number) => `${x + dx * a} ${y + dy * b}`;
  return (
    `M${at(-1, -0.1)}` +
    `C${at(-1, -0.7)} ${at(-0.55, -1)} ${at(0, -1)}` +
    `C${at(0.55, -1)} ${at(1, -0.7)} ${at(1, -0.1)}` +
    `C${at(1, 0.5)} ${at(0.45, 1)} ${at(0, 1)}` +
    `C${at(-0.45, 1)} ${at(-1, 0.5)} ${at(-1, -0.1)}Z`
  );
}

const shadeAround = () => `M0 0H100V125H0Z${outline()}`;
