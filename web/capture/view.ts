/** The preview: the camera's picture, mirrored as in a mirror, with an outline for the face. */
import type { Direction } from './hints.ts';
import { OUTLINE } from './measures.ts';

const STYLE = `
:host { display: block; }
.frame { position: relative; aspect-ratio: 4 / 5; overflow: hidden; background: #0d1014; border-radius: inherit; }
video, svg { position: absolute; inset: 0; width: 100%; height: 100%; }
video { object-fit: cover; }
.mirrored video { transform: scaleX(-1); }
.shade { fill: rgb(8 10 14 / 45%); }
.outline { fill: none; stroke: #fff; stroke-width: 0.7; stroke-dasharray: 2.2 1.6; }
.ready .outline { stroke: #6fe3a5; stroke-dasharray: none; stroke-width: 1.2; }
.arrow { fill: none; stroke: #fff; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.recording .outline { stroke: #ff8a80; stroke-dasharray: none; stroke-width: 1.2; }
`;

const SVG = 'http://www.w3.org/2000/svg';

/** Where the arrow stands (per cent of the width; the height is 125) and how it is turned. */
const ARROWS: Readonly<Record<Direction, string>> = {
  left: 'translate(10 58) rotate(180)',
  right: 'translate(90 58)',
  up: 'translate(50 11) rotate(-90)',
  down: 'translate(50 108) rotate(90)',
};

export interface View {
  readonly video: HTMLVideoElement;
  /** Shows the person which way to turn; undefined: no arrow. */
  pointTo(direction: Direction | undefined): void;
  setState(state: 'waiting' | 'ready' | 'recording'): void;
  remove(): void;
}

/** Puts the preview into `container`, in a shadow tree that no style of the page reaches. */
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
  frame.append(video, drawing);
  shadow.append(frame);
  container.append(host);
  const show = (state: string) => {
    frame.className = `frame ${state}${mirror ? ' mirrored' : ''}`;
  };
  show('waiting');
  return {
    video,
    pointTo(direction) {
      arrow.remove();
      if (direction === undefined) return;
      arrow.setAttribute('transform', ARROWS[mirror ? direction : turned(direction)]);
      drawing.append(arrow);
    },
    setState: show,
    remove: () => host.remove(),
  };
}

/** Left of the person is right in a picture that is not mirrored. */
function turned(direction: Direction): Direction {
  if (direction === 'left') return 'right';
  return direction === 'right' ? 'left' : direction;
}

function svg(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** The outline in units of the drawing: an ellipse that is a little narrower at the chin. */
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
