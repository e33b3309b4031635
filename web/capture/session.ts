/** One use of a camera, from turning it on to the images, for every surface that shows it. */
import { CameraError, type CameraInfo, type CameraProblem, listCameras } from './camera.ts';
import { type Capture, type SequenceImage, startCapture } from './capture.ts';
import { type Direction, type Hint, isWrongTurn } from './hints.ts';
import type { CapturedVideo } from './recorder.ts';
import type { CaptureReport } from './report.ts';

export type CameraTask =
  | { readonly take: 'one' }
  /** An image, then one after each turn. Undefined: one turn, in any direction. */
  | {
      readonly take: 'turns';
      readonly directions?: readonly Direction[] | undefined;
    }
  | { readonly take: 'video' };

export interface TakenImage extends SequenceImage {
  /** Demanded turns since the previous image, as tags of an upload. */
  readonly tags: readonly Direction[];
}

export interface Taken {
  readonly images: readonly TakenImage[];
  /** Undefined unless the task was a video. */
  readonly video: CapturedVideo | undefined;
  /** Report about the camera: the `capture` member of an upload. */
  readonly report: CaptureReport;
}

/** An image or a video to send. */
export type TakenFile = Pick<SequenceImage, 'blob' | 'burst'>;

export type Phase = 'off' | 'starting' | 'on' | 'taking';

export interface SessionState {
  readonly phase: Phase;
  readonly hint: Hint | undefined;
  readonly problem: CameraProblem | undefined;
  /** Choices. Empty while taking a picture that was requested by hand. */
  readonly cameras: readonly CameraInfo[];
  /** The active camera. */
  readonly camera: string | undefined;
  /** Faces cannot be found here, so the person takes the picture. */
  readonly byHand: boolean;
  /** No picture has been taken for a long time, so the person needs help. */
  readonly late: boolean;
  /** What was wrong with the awaited turn, at last. */
  readonly wrong: Hint | undefined;
}

export const OFF: SessionState = {
  phase: 'off',
  hint: undefined,
  problem: undefined,
  cameras: [],
  camera: undefined,
  byHand: false,
  late: false,
  wrong: undefined,
};

export interface SessionOptions {
  /** Container of the preview. */
  readonly place: () => HTMLElement;
  /** @throws Error the task is invalid */
  readonly task: () => CameraTask;
  /** Whether to start by itself once the camera is on. */
  readonly automatic: () => boolean;
  readonly finder: () => string | URL | undefined;
  readonly onState: (state: SessionState) => void;
  readonly onTaken: (taken: Taken) => void;
  readonly onProblem?: (problem: CameraProblem, error: unknown) => void;
}

export interface Session {
  /** Turns the camera on, and another one off. Reports problems, never throws. */
  start(deviceId?: string): Promise<void>;
  /** Takes the images of the task, then turns the camera off. */
  take(): Promise<void>;
  /** Takes the awaited image now. */
  hurry(): void;
  stop(): void;
}

/** Milliseconds without a picture before help appears. */
const PATIENCE = 12_000;

export function createSession(options: SessionOptions): Session {
  const { place, task, automatic, finder, onState, onTaken, onProblem } = options;
  let state = OFF;
  let capture: Capture | undefined;
  /** Counts starts and stops, to detect a slow camera that is no longer wanted. */
  let turn = 0;
  let patience: ReturnType<typeof setTimeout> | undefined;

  const change = (changed: Partial<SessionState>) => {
    state = { ...state, ...changed };
    onState(state);
  };
  const stop = () => {
    turn++;
    clearTimeout(patience);
    capture?.stop();
    capture = undefined;
    if (state.phase !== 'off')
      change({ phase: 'off', hint: undefined, late: false, wrong: undefined });
  };
  const fail = (error: unknown) => {
    const problem = error instanceof CameraError ? error.problem : 'failed';
    stop();
    change({ problem });
    onProblem?.(problem, error);
  };
  const beginWait = () => {
    clearTimeout(patience);
    patience = setTimeout(() => change({ late: true }), PATIENCE);
  };

  const take = async () => {
    const camera = capture;
    if (camera === undefined || state.phase !== 'on') return;
    try {
      const wanted = task();
      const waits = automatic() && wanted.take !== 'video';
      change({ phase: 'taking', ...(!waits && { cameras: [] }) });
      if (wanted.take !== 'video') beginWait();
      const taken = await takeFiles(camera, wanted, automatic());
      const report = camera.report();
      if (capture !== camera) return;
      stop();
      onTaken({ ...taken, report });
    } catch (error) {
      if (capture === camera) fail(error);
    }
  };

  return {
    async start(deviceId) {
      stop();
      const mine = turn;
      // Does not ask again for a camera that failed to open, because nobody could go on.
      const wanted = state.problem === undefined ? deviceId : undefined;
      change({ phase: 'starting', problem: undefined, byHand: false, cameras: [] });
      try {
        task();
        const opened = await startCapture(place(), {
          deviceId: wanted,
          ...definedFinder(finder()),
          onHint: (hint) => change({ hint, ...(isWrongTurn(hint) && { wrong: hint }) }),
          onByHand: () => mine === turn && change({ byHand: true }),
          onImage: () => {
            beginWait();
            change({ late: false, wrong: undefined });
          },
        });
        if (mine !== turn) return opened.stop();
        capture = opened;
        change({ phase: 'on' });
        const cameras = await listCameras();
        if (mine !== turn) return;
        change({ cameras, camera: opened.deviceId });
        if (automatic()) await take();
      } catch (error) {
        if (mine === turn) fail(error);
      }
    },
    take,
    hurry: () => capture?.hurry(),
    stop,
  };
}

const definedFinder = (finder: string | URL | undefined) =>
  finder === undefined ? {} : { finder };

async function takeFiles(
  camera: Capture,
  task: CameraTask,
  automatic: boolean,
): Promise<Omit<Taken, 'report'>> {
  if (task.take === 'video') return { images: [], video: await camera.record() };
  if (task.take === 'one') {
    const image = await (automatic ? camera.takeOne() : camera.takeNow());
    return { images: [{ ...image, tags: [] }], video: undefined };
  }
  const { directions } = task;
  const images = await (directions === undefined
    ? camera.takeTwo()
    : camera.takeSequence(directions));
  const tagsOf = (index: number) => directions?.slice(index - 1, index) ?? [];
  return {
    images: images.map((image, index) => ({ ...image, tags: index === 0 ? [] : tagsOf(index) })),
    video: undefined,
  };
}
