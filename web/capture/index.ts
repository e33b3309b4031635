/** The capture module: takes images for a biometric service in a page. */
export { burstToBase64, toBase64 } from './base64.ts';
export type { BurstFrame } from './burst.ts';
export { CameraError, type CameraInfo, type CameraProblem, listCameras } from './camera.ts';
export {
  type Capture,
  type CaptureOptions,
  type SequenceImage,
  startCapture,
  type TakeOptions,
} from './capture.ts';
export type { Direction, Hint } from './hints.ts';
export type { CapturedImage } from './portrait.ts';
export type { CapturedVideo } from './recorder.ts';
export type { CaptureReport } from './report.ts';
