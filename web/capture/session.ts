/** One use of a camera, from turning it on to what was taken, for every surface that shows it. */
import { CameraError, type CameraInfo, type CameraProblem, listCameras } from './camera.ts';
import { type Capture, type SequenceImage, startCapture } from './capture.ts';
import type { Direction, Hint, Path, Place } from './hints.ts';
import type { CapturedVideo } from './recorder.ts';
import type { CaptureReport } from './report.ts';

export type CameraTask =
  | { readonly take: 'one' }
  /** An image, then one after each turn; undefined: one turn, whichever way. */
  | {
      readonly take: 'turns';
      readonly directions?: readonly Direction[] | undefined;
      /** A point that the head follows between the two images, in place of turns. */
      readonly path?: Path | undefined;
    }
  | { readonly take: 'video' };

export interface TakenImage extends SequenceImage {
  /** Where the head was asked to turn since the image before, as an upload names it. */
  readonly tags: readonly Direction[];
}

export interface Taken {
  readonly images: readonly TakenImage[];
  /** Undefined unless a video was asked for. */
  readonly video: CapturedVideo | undefined;
  /** What can be told of the camera: the member `capture` of an upload. */
  readonly report: CaptureReport;
}

/** An image or a video, as it is sent. */
export type TakenFile = Pick<SequenceImage, 'blob' | 'burst'>;

export type Phase = 'off' | 'starting' | 'on' | 'taking';

export interface SessionState {
  readonly phase: Phase;
  readonly hint: Hint | undefined;
  readonly problem: CameraProblem | undefined;
  /** To choose from; none while a picture is taken that was asked for by hand. */
  readonly cameras: readonly CameraInfo[];
  /** Where the point is that the head follows. */
  readonly place: Place | undefined;
  /** The one that is on. */
  readonly camera: string | undefined;
  /** Faces cannot be found here: the person takes the picture. */
  readonly byHand: boolean;
  /** No picture has been taken for long: the person needs help. */
  readonly late: boolean;
}

export const OFF: SessionState = {
  phase: 'off',
  hint: undefined,
  place: undefined,
  problem: undefined,
  cameras: [],
  camera: undefined,
  byHand: false,
  late: false,
};

export interface SessionOptions {
  /** Where the preview goes. */
  readonly place: () => HTMLElement;
  /** @throws Error it asks for what there is not */
  readonly task: () => CameraTask;
  /** Whether to take by itself, as soon as the camera is on. */
  readonly automatic: () => boolean;
  readonly finder: () => string | URL | undefined;
  readonly onState: (state: SessionState) => void;
  readonly onTaken: (taken: Taken) => void;
  readonly onProblem?: (problem: CameraProblem, error: unknown) => void;
}

export interface Session {
  /** Turns the camera on, another one off. What goes wrong is told, never thrown. */
  start(deviceId?: string): Promise<void>;
  /** Takes what the task asks for, then turns the camera off. */
  take(): Promise<void>;
  /** Takes the image that is being waited for now. */
  hurry(): void;
  stop(): void;
}

/** Milliseconds without a picture after which help is offered. */
const PATIENCE = 12_000;

export function createSession(options: SessionOptions): Session {
  const { place, task, automatic, finder, onState, onTaken, onProblem } = options;
  let state = OFF;
  let capture: Capture | undefined;
  /** Counts starts and stops, to see that a camera which took its time is not wanted any more. */
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
      change({ phase: 'off', hint: undefined, place: undefined, late: false });
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
      // One that could not be opened is not asked for again, or nobody could go on.
      const wanted = state.problem === undefined ? deviceId : undefined;
      change({ phase: 'starting', problem: undefined, byHand: false, cameras: [] });
      try {
        task();
        const opened = await startCapture(place(), {
          deviceId: wanted,
          ...definedFinder(finder()),
          onHint: (hint) => change({ hint }),
          onByHand: () => mine === turn && change({ byHand: true }),
          onPlace: (place) => change({ place }),
          onImage: () => {
            beginWait();
            change({ late: false });
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
  const { directions, path } = task;
  if (path !== undefined) {
    const taken = await camera.takeFollowing(path);
    const last = path.places.at(-1) === 'left' ? 'left' : 'right';
    const images = taken.map((image, i) => ({ ...image, tags: i === 0 ? [] : ([last] as const) }));
    return { images, video: undefined };
  }
  const images = await (directions === undefined
    ? camera.takeTwo()
    : camera.takeSequence(directions));
  const tagsOf = (index: number) => directions?.slice(index - 1, index) ?? [];
  return {
    images: images.map((image, index) => ({ ...image, tags: index === 0 ? [] : tagsOf(index) })),
    video: undefined,
  };
}
