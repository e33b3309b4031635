/** The camera of a page: preview, hints, buttons, and the images. */
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { browserOf } from '../capture/browser-of.ts';
import type { CameraProblem } from '../capture/camera.ts';
import type { CaptureTexts } from '../capture/element/texts.ts';
import { isTurn } from '../capture/hints.ts';
import type { CaptureReport, Hint } from '../capture/index.ts';
import { type CameraTask, createSession, OFF, type TakenFile } from '../capture/session.ts';
import { Button } from '../design/button.tsx';
import { Choice } from '../design/field.tsx';
import { CameraIcon } from '../design/icons.tsx';
import { useKeptFocus } from '../design/kept-focus.ts';
import { Notice } from '../design/notice.tsx';
import { t } from '../language.ts';
import './camera.css';
import { at } from '../root.ts';
import { WholeScreen } from './whole-screen.tsx';
import { WithoutCamera } from './without-camera.ts';

export type { CameraTask, TakenFile };

/** Folder of the face finder's files. */
const FINDER = at('/capture/');

interface CameraPanelProps {
  readonly task: CameraTask;
  /** Receives the files, and a report about their camera. */
  readonly onTaken: (files: readonly TakenFile[], report: CaptureReport) => void;
  /** Starts without a click, if the person has already asked for it. Default: false. */
  readonly automatic?: boolean;
}

export function CameraPanel(props: CameraPanelProps) {
  const { task, automatic = false } = props;
  const { camera: texts, hints }: CaptureTexts = t.value;
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const [{ phase, hint, problem, cameras, camera, byHand, late, wrong }, setState] = useState(OFF);
  const [deviceId, setDeviceId] = useState<string>();
  const session = useMemo(
    () =>
      createSession({
        place: () => place.current!,
        task: () => latest.current.task,
        automatic: () => automatic,
        finder: () => FINDER,
        onState: setState,
        onTaken: ({ images, video, report }) =>
          latest.current.onTaken(video ? [video] : images, report),
      }),
    [],
  );
  useEffect(() => {
    if (automatic) void session.start();
    return session.stop;
  }, []);

  const surroundings = useKeptFocus<HTMLDivElement>(phase);
  const panel = (
    <div class="camera kept-focus" ref={surroundings} tabIndex={-1}>
      <div class="camera-place" ref={place} hidden={phase === 'off'} />
      {phase === 'off' && (
        <div class="camera-off">
          <CameraIcon />
          <Button onClick={() => void session.start(deviceId)}>{texts.start}</Button>
          {!automatic && <p class="small quiet">{texts.promise}</p>}
        </div>
      )}
      {phase !== 'off' && (
        <>
          <p class={`camera-hint camera-hint-${tone(hint)}`} role="status">
            {hint === undefined ? texts.starting : hints[hint]}
          </p>
          {late && <Help turning={isTurn(hint)} wrong={wrong} />}
          <div class="row camera-actions">
            {phase === 'taking' && (byHand || late) && (
              <Button kind="main" onClick={session.hurry}>
                {texts.now}
              </Button>
            )}
            {phase !== 'taking' && !automatic && (
              <Button kind="main" disabled={phase !== 'on'} onClick={() => void session.take()}>
                {texts.take[task.take]}
              </Button>
            )}
            <Button onClick={session.stop}>{texts.stop}</Button>
          </div>
        </>
      )}
      {cameras.length > 1 && phase !== 'off' && (
        <Choice
          label={texts.choose}
          value={camera ?? cameras[0]!.deviceId}
          options={cameras.map(({ deviceId: value, label }) => ({ value, label }))}
          onValue={(device) => {
            setDeviceId(device);
            void session.start(device);
          }}
        />
      )}
      {problem !== undefined && <Problem problem={problem} />}
    </div>
  );
  if (!automatic) return panel;
  return (
    <WholeScreen
      on={phase !== 'off'}
      label={texts.choose}
      focus={surroundings}
      onClose={session.stop}
    >
      {panel}
    </WholeScreen>
  );
}

interface HelpProps {
  readonly turning: boolean;
  readonly wrong: Hint | undefined;
}

/** Advice when no image was taken for a long time: what was seen of the turn, if one is awaited. */
function Help({ turning, wrong }: HelpProps) {
  const { camera: texts, hints } = t.value;
  const seen = wrong === undefined ? [] : [hints[wrong]];
  const helps = turning ? [...seen, texts.helpTurn] : texts.helps;
  return (
    <Notice tone="info" live title={texts.help}>
      <ul>
        {helps.map((help) => (
          <li key={help}>{help}</li>
        ))}
      </ul>
      <p>{texts.helpNow}</p>
    </Notice>
  );
}

/** Why there is no camera, and how to allow it. */
function Problem({ problem }: { readonly problem: CameraProblem }) {
  const elsewhere = useContext(WithoutCamera);
  const { camera: texts } = t.value;
  return (
    <Notice tone="bad" live title={texts.problem}>
      {texts.problems[problem]}
      {problem === 'denied' && ` ${texts.allow[browserOf(navigator.userAgent)]}`}
      {problem === 'none' && elsewhere}
    </Notice>
  );
}

function tone(hint: Hint | undefined): 'good' | 'ask' | 'plain' {
  if (hint === 'ready' || hint === 'recording') return 'good';
  return isTurn(hint) ? 'ask' : 'plain';
}
