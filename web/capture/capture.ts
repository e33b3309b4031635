/** Takes images and videos of a face with the person's camera, and gives hints. */
import { type BurstFrame, createBurst } from './burst.ts';
import { CameraError, closeCamera, openCamera } from './camera.ts';
import { startFinder } from './finder/finder.ts';
import { type Direction, type Hint, hintFor, placeAsked, turnHint } from './hints.ts';
import type { Look } from './look.ts';
import { firstMoment, nextMoment, type Verdict } from './moment.ts';
import { type CapturedImage, takePortrait } from './portrait.ts';
import { type CapturedVideo, record } from './recorder.ts';
import { type CaptureReport, createReporter } from './report.ts';
import { createView, type View } from './view.ts';
import { type FinderState, watch } from './watch.ts';

export interface CaptureOptions {
  /** From `listCameras`. Absent: the camera that faces the person. */
  readonly deviceId?: string | undefined;
  /** Mirrors the preview, never the images. Default: true unless the camera faces away. */
  readonly mirror?: boolean;
  /** Called whenever the hint changes. */
  readonly onHint?: (hint: Hint) => void;
  /** Called with the number of images, after each of several. */
  readonly onImage?: (taken: number) => void;
  /** Called when faces cannot be found, or no longer. The first image then waits for `hurry`. */
  readonly onByHand?: () => void;
  /**
   * Folder of the files `face-finder.*`. Default: the module's folder. If they cannot be loaded,
   * hints rely on light and change only, and the person takes the first image.
   */
  readonly finder?: string | URL;
}

/** An image, and small frames since the previous one. The first has none. */
export interface SequenceImage extends CapturedImage {
  readonly burst?: readonly BurstFrame[];
}

export interface TakeOptions {
  /** Ends the wait. The promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** An open camera with its preview. Sends nothing: the caller receives the images. */
export interface Capture {
  /** Id of the camera, from `listCameras`. */
  readonly deviceId: string | undefined;
  /** Whether faces are searched for. Settles once the finder has loaded or failed to. */
  readonly findsFaces: Promise<boolean>;
  /** The current portrait. */
  takeNow(): Promise<CapturedImage>;
  /**
   * Waits until one face is in place and still for half a second, then takes the portrait. Without
   * the finder, waits for `hurry`.
   */
  takeOne(options?: TakeOptions): Promise<CapturedImage>;
  /**
   * Takes a portrait, asks for a turn of the head, and takes the second image, with a burst, once
   * the head has turned or, without the finder, once the picture has changed. The service decides
   * whether that is enough. The first image waits as in `takeOne`.
   */
  takeTwo(
    options?: TakeOptions & { readonly direction?: Direction | undefined },
  ): Promise<SequenceImage[]>;
  /** The same with several turns, each starting from the previous position. */
  takeSequence(directions: readonly Direction[], options?: TakeOptions): Promise<SequenceImage[]>;
  /** Takes the awaited image now, whatever the hints say. */
  hurry(): void;
  /** Records video without sound. Default: 4 seconds. */
  record(options?: TakeOptions & { readonly seconds?: number }): Promise<CapturedVideo>;
  /**
   * Report on the camera and the latest frames for the `capture` member: times and hashes of
   * frames, and nothing that shows their content.
   */
  report(): CaptureReport;
  /** Turns the camera off and removes the preview. */
  stop(): void;
}

const RECORDED_SECONDS = 4;

/**
 * Opens a camera and shows its preview in `container`.
 * @throws CameraError
 */
export async function startCapture(
  container: HTMLElement,
  options: CaptureOptions = {},
): Promise<Capture> {
  const stream = await openCamera(options.deviceId);
  let view: View | undefined;
  try {
    const looksAway = stream.getVideoTracks()[0]?.getSettings().facingMode === 'environment';
    view = createView(container, options.mirror ?? !looksAway);
    view.video.srcObject = stream;
    await view.video.play();
    return capture(stream, view, options);
  } catch (error) {
    closeCamera(stream);
    view?.remove();
    throw new CameraError('failed', error);
  }
}

/** The folder of the module. Our own pages, whose files have other names, pass theirs. */
const OWN_FOLDER = './';

/** Milliseconds of agreeing looks before a hint changes, so that hints stay calm. */
const SETTLED = 200;

function capture(stream: MediaStream, view: View, options: CaptureOptions): Capture {
  const { onHint, onImage, onByHand } = options;
  const stopped = new AbortController();
  let finder: FinderState = 'awaited';
  const goByHand = () => {
    finder = 'unknown';
    if (!stopped.signal.aborted) onByHand?.();
  };
  const findsFaces = startFinder(
    new URL(options.finder ?? OWN_FOLDER, import.meta.url),
    stopped.signal,
  ).then(
    (started) => {
      finder = started;
      return true;
    },
    () => {
      goByHand();
      return false;
    },
  );
  const until = (signal: AbortSignal | undefined) =>
    signal === undefined ? stopped.signal : AbortSignal.any([signal, stopped.signal]);
  let hint: Hint | undefined;
  let isBusy = false;
  let hurried = false;
  let judge: ((look: Look) => void) | undefined;
  /** The awaited movement. */
  let asked: Direction | undefined;

  const tell = (next: Hint) => {
    if (next === hint) return;
    hint = next;
    view.setState(next === 'ready' || next === 'recording' ? next : 'waiting');
    view.pointTo(placeAsked(next) ?? asked);
    onHint?.(next);
  };
  let since = 0;
  let latest: Hint | undefined;
  const advise = (next: Hint) => {
    const now = performance.now();
    if (next !== latest) since = now;
    latest = next;
    if (now - since >= SETTLED || hint === undefined) tell(next);
  };
  const reporter = createReporter(stream, view.video);
  const burst = createBurst(view.video, stopped.signal);
  watch(
    view.video,
    stopped.signal,
    () => finder,
    goByHand,
    (look) => {
      reporter.see(look);
      if (judge !== undefined) judge(look);
      else if (!isBusy) advise(hintFor(look));
    },
  );
  for (const track of stream.getTracks())
    track.addEventListener('ended', () => stopped.abort(new CameraError('failed')));

  /** Resolves to the look at which `decide` demands the image. */
  const waitFor = (decide: (look: Look) => Verdict, signal: AbortSignal): Promise<Look> =>
    new Promise<Look>((done, fail) => {
      signal.throwIfAborted();
      signal.addEventListener('abort', () => fail(signal.reason), { once: true });
      hurried = false;
      judge = (look) => {
        const { hint: advice, take, progress = 0 } = decide(look);
        view.setProgress(progress);
        // Frames that a busy machine examines all at once settle nothing, although they may look
        // still.
        if (take) tell(advice);
        else advise(advice);
        if (take || hurried) done(look);
      };
    }).finally(() => {
      judge = undefined;
    });

  const ask = (direction: Direction | undefined) => {
    asked = direction;
    view.pointTo(direction);
    view.showMovement(direction);
  };

  /** The current portrait, confirmed to the person. */
  const take = async (taken: number): Promise<CapturedImage> => {
    const image = await takePortrait(view.video);
    view.confirm();
    onImage?.(taken);
    return image;
  };

  /** One task at a time, because two callers would disturb each other. */
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isBusy) throw new Error('this camera is taking something already');
    isBusy = true;
    try {
      return await work();
    } finally {
      isBusy = false;
      ask(undefined);
    }
  };

  const takeTurns = (
    directions: readonly (Direction | undefined)[],
    signal: AbortSignal | undefined,
  ): Promise<SequenceImage[]> =>
    alone(async () => {
      let look = await waitFor(firstMoment(), until(signal));
      const images: SequenceImage[] = [await take(1)];
      for (const direction of directions) {
        burst.begin();
        ask(direction);
        tell(turnHint(direction));
        look = await waitFor(nextMoment(look, direction), until(signal));
        const frames = burst.end();
        images.push({ ...(await take(images.length + 1)), burst: await frames });
      }
      return images;
    });

  return {
    deviceId: stream.getVideoTracks()[0]?.getSettings().deviceId,
    findsFaces,
    takeNow: () => takePortrait(view.video),
    takeOne: ({ signal } = {}) =>
      alone(async () => {
        await waitFor(firstMoment(), until(signal));
        return take(1);
      }),
    takeTwo: ({ signal, direction } = {}) => takeTurns([direction], signal),
    takeSequence: (directions, { signal } = {}) => takeTurns(directions, signal),
    hurry() {
      hurried = true;
    },
    record: ({ signal, seconds = RECORDED_SECONDS } = {}) =>
      alone(() => {
        tell('recording');
        return record(stream, seconds, until(signal));
      }),
    report: reporter.report,
    stop() {
      stopped.abort(new DOMException('the camera was turned off', 'AbortError'));
      closeCamera(stream);
      view.remove();
    },
  };
}
