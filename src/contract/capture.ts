/** The camera's report in request bodies: optional, bounded, and without images. */
import { Type } from 'typebox';
import { maybe } from './members.ts';

const MOST_FRAMES = 120;

const Side = Type.Number({ minimum: 0, maximum: 100_000 });
const Rate = Type.Number({ minimum: 0, maximum: 100_000 });
const CLOSED = { additionalProperties: false } as const;

const Capture = Type.Object(
  {
    camera: Type.Object(
      {
        label: Type.String({ maxLength: 256, description: 'As the browser names it; not kept.' }),
        width: maybe(Side),
        height: maybe(Side),
        frameRate: maybe(Rate),
        most: maybe(
          Type.Object({ width: maybe(Side), height: maybe(Side), frameRate: maybe(Rate) }, CLOSED),
        ),
        shown: maybe(Type.Object({ width: Side, height: Side }, CLOSED)),
      },
      { ...CLOSED, description: 'Settings and capabilities of the track.' },
    ),
    frames: Type.Array(
      Type.Object(
        {
          at: Type.Number({ minimum: 0, maximum: 1e15, description: 'Milliseconds.' }),
          number: maybe(Type.Integer({ minimum: 0, description: 'Frames given until then.' })),
          picture: Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1, description: 'A hash.' }),
          change: maybe(Type.Number({ minimum: 0, maximum: 1e6 })),
        },
        CLOSED,
      ),
      { maxItems: MOST_FRAMES, description: 'The frames looked at last, in order.' },
    ),
  },
  {
    ...CLOSED,
    description:
      'What the capture module reports about the camera. It can raise suspicion, never allay it.',
  },
);

export const CaptureMember = maybe(Capture);
