/** What the element tells its page. */
import type { CameraProblem } from '../camera.ts';
import type { Hint } from '../hints.ts';
import type { Phase, Taken } from '../session.ts';

/** Events of `<prosopon-capture>`, none of which bubbles. */
export interface CaptureEvents {
  /** Everything that was asked for has been taken, and the camera is off. */
  taken: CustomEvent<Taken>;
  /** The camera cannot be used, or the attributes ask for what there is not; it is off. */
  problem: CustomEvent<{ readonly problem: CameraProblem; readonly error: unknown }>;
  /** What the person should do now, as a code and as the element says it. */
  hint: CustomEvent<{ readonly hint: Hint; readonly text: string }>;
  state: CustomEvent<{ readonly state: Phase }>;
}

/** An element that tells its events by name. */
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
