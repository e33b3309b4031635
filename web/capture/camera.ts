/** Lists and opens cameras. Failures have a code, for which pages have a text. */

/** `blocked`: the page's author has to allow it; `denied`: the person. */
export type CameraProblem = 'insecure' | 'blocked' | 'denied' | 'none' | 'busy' | 'failed';

/** The camera cannot be used; `problem` says why. */
export class CameraError extends Error {
  override readonly name = 'CameraError';
  readonly problem: CameraProblem;

  constructor(problem: CameraProblem, cause?: unknown) {
    super(`the camera cannot be used: ${problem}`, { cause });
    this.problem = problem;
  }
}

export interface CameraInfo {
  readonly deviceId: string;
  /** Name from the system. Empty until the person has allowed a camera. */
  readonly label: string;
}

/** The cameras of the device. Their labels are empty before one has been allowed. */
export async function listCameras(): Promise<readonly CameraInfo[]> {
  const devices = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
  return devices
    .filter(({ kind }) => kind === 'videoinput')
    .map(({ deviceId, label }) => ({ deviceId, label }));
}

/** Preferred camera settings. The camera chooses the nearest. */
const WANTED = { width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 30 } };

/**
 * Asks for a camera, without microphone.
 * @param deviceId from `listCameras`; undefined: the camera that faces the person
 * @throws CameraError
 */
export async function openCamera(deviceId?: string): Promise<MediaStream> {
  const { mediaDevices } = navigator;
  // Browsers hide cameras from pages without TLS.
  if (mediaDevices === undefined) throw new CameraError('insecure');
  const choice =
    deviceId === undefined ? { facingMode: 'user' } : { deviceId: { exact: deviceId } };
  try {
    return await mediaDevices.getUserMedia({ audio: false, video: { ...WANTED, ...choice } });
  } catch (error) {
    const problem = problemOf(error);
    throw new CameraError(problem === 'denied' && isBlocked() ? 'blocked' : problem, error);
  }
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

interface PolicyDocument {
  readonly featurePolicy?: { readonly allowsFeature: (feature: string) => boolean };
  readonly permissionsPolicy?: PolicyDocument['featurePolicy'];
}

/** Whether the page, or the one that embeds it, forbids the camera. Not every browser tells. */
function isBlocked(): boolean {
  const { permissionsPolicy, featurePolicy }: PolicyDocument = document as PolicyDocument;
  return (permissionsPolicy ?? featurePolicy)?.allowsFeature('camera') === false;
}

const PROBLEMS: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'denied',
  SecurityError: 'insecure',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

function problemOf(error: unknown): CameraProblem {
  return (error instanceof DOMException && PROBLEMS[error.name]) || 'failed';
}
