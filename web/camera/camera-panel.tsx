/** The camera of a page: preview, hints, buttons, and what was taken. */
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  CameraError,
  type CameraInfo,
  type CameraProblem,
  type Capture,
  type CaptureReport,
  type Direction,
  type Hint,
  listCameras,
  startCapture,
} from '../capture/index.ts';
import { Button } from '../design/button.tsx';
import { Choice } from '../design/field.tsx';
import { CameraIcon } from '../design/icons.tsx';
import { useKeptFocus } from '../design/kept-focus.ts';
import { Notice } from '../design/notice.tsx';
import { t } from '../language.ts';
import { browserOf } from './browser-of.ts';
import './camera.css';

export type CameraTask =
  | { readonly take: 'one' }
  /** An image, then one after each turn; undefined: one turn, whichever way. */
  | { readonly take: 'turns'; readonly directions?: readonly Direction[] | undefined }
  | { readonly take: 'video' };

/** Where the service has the files of the finder of faces. */
const FINDER = '/capture/';
/** Milliseconds without a picture after which help is offered. */
const PATIENCE = 12_000;

interface CameraPanelProps {
  readonly task: CameraTask;
  /** Given the files, and what can be told of the camera they come from. */
  readonly onTaken: (files: readonly Blob[], report: CaptureReport) => void;
  /** Begins without a click, if the person has asked for it already. Default: false. */
  readonly automatic?: boolean;
}

export function CameraPanel({ task, onTaken, automatic = false }: CameraPanelProps) {
  const { camera: texts, hints } = t.value;
  const place = useRef<HTMLDivElement>(null);
  const capture = useRef<Capture | undefined>(undefined);
  const [state, setState] = useState<'off' | 'starting' | 'on' | 'taking'>('off');
  const [hint, setHint] = useState<Hint>();
  const [problem, setProblem] = useState<CameraProblem>();
  const [cameras, setCameras] = useState<readonly CameraInfo[]>([]);
  const [deviceId, setDeviceId] = useState<string>();
  /** Whether the person may take the picture instead: where faces are not found, or it takes long. */
  const [byHand, setByHand] = useState(false);
  const [late, setLate] = useState(false);
  const [images, setImages] = useState(0);
  useEffect(() => {
    setLate(false);
    if (state !== 'taking' || task.take === 'video') return;
    const timer = setTimeout(() => setLate(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [state, images]);

  /** Counts starts and stops, to see that a camera which took its time is not wanted any more. */
  const turn = useRef(0);
  const stop = () => {
    turn.current++;
    capture.current?.stop();
    capture.current = undefined;
    setState('off');
    setHint(undefined);
    setImages(0);
  };
  useEffect(() => {
    if (automatic) void start(undefined);
    return stop;
  }, []);

  const start = async (device: string | undefined) => {
    stop();
    const mine = turn.current;
    setState('starting');
    setProblem(undefined);
    try {
      const opened = await startCapture(place.current!, {
        deviceId: device,
        finder: FINDER,
        onHint: setHint,
        onImage: () => setImages((taken) => taken + 1),
      });
      if (mine !== turn.current) return opened.stop();
      capture.current = opened;
      void opened.findsFaces.then((finds) => setByHand(!finds));
      setState('on');
      setCameras(await listCameras());
      if (automatic) await take();
    } catch (error) {
      setState('off');
      setProblem(problemOf(error));
    }
  };
  const take = async () => {
    const camera = capture.current;
    if (camera === undefined) return;
    setState('taking');
    try {
      const files = await takeFiles(camera, task, automatic);
      const report = camera.report();
      stop();
      onTaken(files, report);
    } catch (error) {
      if (capture.current !== camera) return;
      stop();
      setProblem(problemOf(error));
    }
  };

  const surroundings = useKeptFocus<HTMLDivElement>(state);
  return (
    <div class="camera kept-focus" ref={surroundings} tabIndex={-1}>
      <div class="camera-place" ref={place} hidden={state === 'off'} />
      {state === 'off' && (
        <div class="camera-off">
          <CameraIcon />
          <Button onClick={() => void start(deviceId)}>{texts.start}</Button>
          {!automatic && <p class="small quiet">{texts.promise}</p>}
        </div>
      )}
      {state !== 'off' && (
        <>
          <p class={`camera-hint camera-hint-${tone(hint)}`} role="status">
            {hint === undefined ? texts.starting : hints[hint]}
          </p>
          {late && <Help />}
          <div class="row camera-actions">
            {state === 'taking' && (byHand || late) && (
              <Button kind="main" onClick={() => capture.current?.hurry()}>
                {texts.now}
              </Button>
            )}
            {state !== 'taking' && (
              <Button kind="main" disabled={state !== 'on'} onClick={() => void take()}>
                {texts.take[task.take]}
              </Button>
            )}
            <Button onClick={stop}>{texts.stop}</Button>
          </div>
        </>
      )}
      {cameras.length > 1 && state === 'on' && (
        <Choice
          label={texts.choose}
          value={deviceId ?? cameras[0]!.deviceId}
          options={cameras.map(({ deviceId: value, label }) => ({ value, label }))}
          onValue={(device) => {
            setDeviceId(device);
            void start(device);
          }}
        />
      )}
      {problem !== undefined && (
        <Notice tone="bad" live title={texts.problem}>
          {texts.problems[problem]}
          {problem === 'denied' && ` ${texts.allow[browserOf(navigator.userAgent)]}`}
        </Notice>
      )}
    </div>
  );
}

/** What helps when no picture was taken for long. */
function Help() {
  const { camera: texts } = t.value;
  return (
    <Notice tone="info" live title={texts.help}>
      <ul>
        {texts.helps.map((help) => (
          <li key={help}>{help}</li>
        ))}
      </ul>
      <p>{texts.helpNow}</p>
    </Notice>
  );
}

async function takeFiles(
  camera: Capture,
  task: CameraTask,
  automatic: boolean,
): Promise<readonly Blob[]> {
  if (task.take === 'video') return [(await camera.record()).blob];
  if (task.take === 'one') return [(await (automatic ? camera.takeOne() : camera.takeNow())).blob];
  const { directions } = task;
  const images = await (directions === undefined
    ? camera.takeTwo()
    : camera.takeSequence(directions));
  return images.map(({ blob }) => blob);
}

const problemOf = (error: unknown): CameraProblem =>
  error instanceof CameraError ? error.problem : 'failed';

function tone(hint: Hint | undefined): 'good' | 'ask' | 'plain' {
  if (hint === 'ready' || hint === 'recording') return 'good';
  return hint?.startsWith('turn') ? 'ask' : 'plain';
}
