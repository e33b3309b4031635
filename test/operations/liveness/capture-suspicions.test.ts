/** Reports of cameras: what speaks against one, and that real ones are left alone. */
import { describe, expect, it } from 'vitest';
import {
  type CameraReport,
  type CaptureReport,
  captureSuspicions,
  type FrameReport,
} from '../../../src/operations/liveness/capture-suspicions.ts';

const CAMERA: CameraReport = {
  label: 'Integrated Webcam (0bda:5520)',
  width: 1280,
  height: 720,
  frameRate: 30,
  most: { width: 1920, height: 1080, frameRate: 30 },
  shown: { width: 1280, height: 720 },
};

/** Looks ten times a second at a camera that gives thirty frames, each another picture. */
const FRAMES: readonly FrameReport[] = Array.from({ length: 30 }, (_, i) => ({
  at: 5000.4 + i * 100 + (i % 3) * 4,
  number: 12 + i * 3,
  picture: (i * 2654435761) % 2 ** 32,
  change: i > 14 && i < 19 ? 0.3 : 0.03,
}));

const suspicions = (camera: Partial<CameraReport>, frames = FRAMES) =>
  captureSuspicions({ camera: { ...CAMERA, ...camera }, frames });
const changed = (from: number, change: (frame: FrameReport, i: number) => Partial<FrameReport>) =>
  FRAMES.map((frame, i) => (i < from ? frame : { ...frame, ...change(frame, i) }));

describe('no suspicion', () => {
  it.each<[string, Partial<CaptureReport>]>([
    ['a webcam', {}],
    [
      'a phone that is held upright',
      {
        camera: {
          label: 'camera2 1, facing front',
          width: 1280,
          height: 720,
          frameRate: 30,
          most: { width: 3264, height: 2448, frameRate: 30 },
          shown: { width: 720, height: 1280 },
        },
      },
    ],
    [
      'a browser that tells a label and no more',
      {
        camera: { label: 'FaceTime HD Camera' },
        frames: FRAMES.map(({ at, picture }) => ({ at, picture })),
      },
    ],
    [
      'a slow camera of which one frame is looked at several times',
      {
        frames: FRAMES.map((frame, i) => {
          const given = Math.floor(i / 3);
          return { ...frame, at: 5000 + given * 300, number: given, picture: given };
        }),
      },
    ],
    ['a camera without any frames yet', { frames: [] }],
    [
      'a quick turn of the head',
      {
        frames: changed(20, (_, i) => ({ change: [0.2, 0.7, 0.4, 0.1][i - 20] ?? 0.05 })),
      },
    ],
  ])('%s', (_, report) => {
    expect(captureSuspicions({ camera: CAMERA, frames: FRAMES, ...report })).toEqual([]);
  });
});

describe('a virtual camera is recognised by', () => {
  it.each([
    'OBS Virtual Camera',
    'OBS-Camera',
    'ManyCam Virtual Webcam',
    'Dummy video device (0x0000)',
    'Snap Camera',
    'Unity Video Capture',
    '{0b0e7a5c-9a39-4a65-8a53-5c3f0f0a8c55}',
    '',
  ])('its label, "%s"', (label) => {
    expect(suspicions({ label })).toEqual(['virtual camera']);
  });
});

describe('is suspicious', () => {
  it.each<[string, Partial<CameraReport>]>([
    ['gives more frames than it is able to', { frameRate: 60 }],
    ['gives frames as no camera does', { frameRate: 1000, most: null }],
    ['shows another picture than it says', { shown: { width: 640, height: 480 } }],
    ['is larger than its greatest size', { width: 4096, height: 4096, shown: null }],
  ])('a camera that %s', (_, camera) => {
    expect(suspicions(camera)).toContain('impossible camera');
  });

  it.each<[string, readonly FrameReport[]]>([
    ['run backwards', changed(9, ({ at }) => ({ at: at - 900 }))],
    ['stand still', changed(9, () => ({ at: FRAMES[8]!.at }))],
    ['come faster than the camera gives them', changed(0, (_, i) => ({ number: i * 9 }))],
  ])('frames whose times %s', (_, frames) => {
    expect(suspicions({}, frames)).toEqual(['implausible frame times']);
  });

  it('a repeating film, and a frozen image', () => {
    const again = changed(20, (_, i) => ({ picture: FRAMES[i - 20]!.picture }));
    expect(suspicions({}, again)).toEqual(['repeated frames']);
    expect(
      suspicions(
        {},
        changed(5, () => ({ picture: 7 })),
      ),
    ).toEqual(['repeated frames']);
  });

  it('a resting face that suddenly rests elsewhere', () => {
    const cut = changed(20, (_, i) => ({ change: i === 20 ? 0.9 : 0.02 }));
    expect(suspicions({}, cut)).toEqual(['cut between frames']);
  });
});
