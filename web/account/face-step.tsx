/** Shows the user's face to the service: an announcement, the camera, a wait for the response. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { CameraPanel, type TakenFile } from '../camera/camera-panel.tsx';
import { burstToBase64, type CaptureReport, type Direction, toBase64 } from '../capture/index.ts';
import { Button } from '../design/button.tsx';
import { CameraIcon } from '../design/icons.tsx';
import { useKeptFocus } from '../design/kept-focus.ts';
import { fill, t } from '../language.ts';
import { ReviewPictures } from './review-pictures.tsx';
import './face-step.css';

/** An image in the format of the service. */
export interface LiveImage {
  readonly image: string;
  readonly tags?: readonly Direction[];
  readonly burst?: readonly { readonly image: string; readonly at: number }[];
}

/** An attempt by face. */
export interface FaceBody {
  readonly images: readonly LiveImage[];
  readonly capture: CaptureReport;
}

interface ShowFaceProps {
  /** Label of the button that starts the camera. */
  readonly start: string;
  /** Announces what the person will do. */
  readonly children: ComponentChildren;
  /** Turns of the head, with an image after each. Undefined: one turn, in any direction. */
  readonly directions?: readonly Direction[] | undefined;
  readonly disabled?: boolean;
  /** True: the person sees the images before they are sent. Default: false. */
  readonly review?: boolean;
  /** True: nobody examined the last images, and the person may send them again. Default: false. */
  readonly unseen?: boolean;
  /** True while the service examines the images. */
  readonly checking: boolean;
  /** Receives the images as base64: first a straight look, then others with their bursts. */
  readonly onImages: (images: readonly LiveImage[], capture: CaptureReport) => void;
}

interface Taken {
  readonly pictures: readonly TakenFile[];
  readonly report: CaptureReport;
  readonly sent: boolean;
}

/** Announces the next step, takes the images without a click, and waits for the response. */
export function ShowFace(props: ShowFaceProps) {
  const { account } = t.value;
  const { start, children, directions, disabled = false } = props;
  const { review = false, unseen = false } = props;
  const [on, setOn] = useState(false);
  const [kept, setKept] = useState<Taken>();
  const [packing, setPacking] = useState(false);
  const checking = props.checking || packing;
  const turnOn = () => {
    setKept(undefined);
    setOn(true);
  };
  const send = async ({ pictures, report }: Taken) => {
    setKept(review ? { pictures, report, sent: true } : undefined);
    setPacking(true);
    const images = await Promise.all(pictures.map(liveImageOf));
    setPacking(false);
    props.onImages(images, report);
  };
  const onTaken = (taken: Taken) => {
    setOn(false);
    if (review) setKept(taken);
    else void send(taken);
  };
  const place = useKeptFocus<HTMLDivElement>(on ? 'camera' : checking);
  return (
    <div class="kept-focus" ref={place} tabIndex={-1}>
      {on ? (
        <CameraPanel
          automatic
          task={{ take: 'turns', directions }}
          onTaken={(pictures, report) => onTaken({ pictures, report, sent: false })}
        />
      ) : checking ? (
        <div class="show-face" role="status" aria-busy="true">
          <p class="show-face-checking">{account.checking}</p>
        </div>
      ) : kept !== undefined && (unseen || !kept.sent) ? (
        <ReviewPictures {...kept} onSend={() => void send(kept)} onAgain={turnOn} />
      ) : (
        <div class="show-face">
          <CameraIcon />
          {children}
          <WillAsk />
          <Button kind="main" size="wide" disabled={disabled} onClick={turnOn}>
            {start}
          </Button>
        </div>
      )}
    </div>
  );
}

async function liveImageOf({ blob, burst }: TakenFile): Promise<LiveImage> {
  const frames = await burstToBase64(burst);
  return { image: await toBase64(blob), ...(frames !== undefined && { burst: frames }) };
}

/** Shown before the browser asks for permission to use the camera. */
function WillAsk() {
  const { camera } = t.value;
  const [asks, setAsks] = useState(false);
  useEffect(() => {
    // A browser that does not tell is assumed to ask.
    navigator.permissions
      .query({ name: 'camera' as PermissionName })
      .then(({ state }) => setAsks(state === 'prompt'))
      .catch(() => setAsks(true));
  }, []);
  return asks ? <p class="small quiet">{camera.willAsk}</p> : null;
}

interface FaceStepProps {
  readonly challenge: readonly Direction[];
  readonly again: boolean;
  readonly checking: boolean;
  /** What happens to the images. Default: they are not kept. */
  readonly promise?: string;
  /** Receives the body of an attempt. */
  readonly onImages: (body: FaceBody) => void;
}

/** The step of a login: an image, and one after each turn of the head. */
export function FaceStep(props: FaceStepProps) {
  const { challenge, again, checking, promise, onImages } = props;
  const { account, directions: words } = t.value;
  const [first, ...more] = challenge;
  return (
    <ShowFace
      start={again ? account.showAgain : account.show}
      directions={challenge.length === 0 ? undefined : challenge}
      checking={checking}
      onImages={(images, capture) =>
        onImages({
          images: images.map((image, i) => ({ ...image, tags: challenge.slice(i - 1, i) })),
          capture,
        })
      }
    >
      <p>
        {first === undefined || more.length > 0
          ? account.move
          : fill(account.moveTo, { direction: words[first] })}
      </p>
      <p class="small quiet">{promise ?? account.promise}</p>
    </ShowFace>
  );
}
