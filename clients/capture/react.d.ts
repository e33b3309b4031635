/** `<prosopon-capture>` in JSX of React 19 and later, with its properties and events. */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { CaptureEvents, ProsoponCapture } from './dist/prosopon-capture-element.js';

export * from './dist/prosopon-capture-element.js';

type Properties = Partial<Pick<ProsoponCapture, 'take' | 'directions' | 'automatic' | 'finder'>>;

/** React listens to the event `taken` by the property `ontaken`, in exactly these letters. */
type Listeners = {
  [Name in keyof CaptureEvents as `on${Name}`]?: (event: CaptureEvents[Name]) => void;
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'prosopon-capture': DetailedHTMLProps<HTMLAttributes<ProsoponCapture>, ProsoponCapture> &
        Properties &
        Listeners;
    }
  }
}
