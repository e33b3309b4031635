/** Defines `<prosopon-capture>`, and exports the module behind it. */
import { ProsoponCapture } from './element.ts';

export * from '../index.ts';
export type { Phase, Taken, TakenImage } from '../session.ts';
export type { Take } from './element.ts';
export type { CaptureEvents } from './events.ts';
export { addLanguage, type CaptureTexts } from './texts.ts';
export { ProsoponCapture };

declare global {
  interface HTMLElementTagNameMap {
    'prosopon-capture': ProsoponCapture;
  }
}

const NAME = 'prosopon-capture';
// A page may load the module twice, from the service and from a package. The first one counts.
if (globalThis.customElements?.get(NAME) === undefined)
  globalThis.customElements?.define(NAME, ProsoponCapture);
