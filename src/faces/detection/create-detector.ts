/** Makes a detector of a loaded network. */
import type { Session } from '../../inference/session.ts';
import { createBlazeFace } from './blazeface.ts';
import type { Detector, DetectorFamily } from './detector.ts';
import { createYunet } from './yunet.ts';

/** Side of BlazeFace's input in pixels. */
const BLAZEFACE_SIDE = 256;

export const createDetector = (family: DetectorFamily, network: Session): Detector =>
  family === 'yunet' ? createYunet(network) : createBlazeFace(network, BLAZEFACE_SIDE);
