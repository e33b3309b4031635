/** Records a short video of the camera, without sound. */

export interface CapturedVideo {
  readonly blob: Blob;
  /** The chosen format, as named by the browser. */
  readonly type: string;
}

/** Formats that the service reads. The first is the one that most devices encode in hardware. */
const TYPES = ['video/mp4;codecs=avc1', 'video/webm;codecs=vp9', 'video/webm;codecs=vp8'];
const BITS_PER_SECOND = 4_000_000;

/**
 * @param signal ends the recording at once and discards it
 * @throws the reason of the signal
 */
export async function record(
  stream: MediaStream,
  seconds: number,
  signal: AbortSignal,
): Promise<CapturedVideo> {
  signal.throwIfAborted();
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, {
    videoBitsPerSecond: BITS_PER_SECOND,
    ...(mimeType === undefined ? {} : { mimeType }),
  });
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  const ended = new Promise<void>((done, fail) => {
    recorder.addEventListener('stop', () => done());
    recorder.addEventListener('error', () => fail(new Error('the browser could not record')));
  });
  const end = () => {
    if (recorder.state !== 'inactive') recorder.stop();
  };
  signal.addEventListener('abort', end, { once: true });
  recorder.start();
  const timer = setTimeout(end, seconds * 1000);
  try {
    await ended;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
  signal.throwIfAborted();
  const type = recorder.mimeType.split(';')[0]!;
  return { blob: new Blob(parts, { type }), type };
}
