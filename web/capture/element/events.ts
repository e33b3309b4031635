/** Events that the element sends to its page. */
import type { CameraProblem } from '../camera.ts';
import type { Hint } from '../hints.ts';
import type { Phase, Taken } from '../session.ts';

/** Events of `<prosopon-capture>`. None bubbles. */
export interface CaptureEvents {
  /** All images have been taken, and the camera is off. */
  taken: CustomEvent<Taken>;
  /** The camera cannot be used, or the attributes are invalid. The camera is off. */
  problem: CustomEvent<{ readonly problem: CameraProblem; readonly error: unknown }>;
  /** The current hint, as a code and as the element's text. */
  hint: CustomEvent<{ readonly hint: Hint; readonly text: string }>;
  state: CustomEvent<{ readonly state: Phase }>;
}

/** An element with named events. */
export interface CaptureTarget {
  addEventListener<Name extends keyof CaptureEvents>(
    name: Name,
    listener: (event: CaptureEvents[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Name extends keyof CaptureEvents>(
    name: Name,
    listener: (event: CaptureEvents[Name]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
}
