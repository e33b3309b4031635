/** Draws a face into an image: eyes, an estimated frame, and the movement of the head. */
import type { Face, Point } from '../answers.ts';

/** The frame in eye distances from the middle of the eyes: aside, up, and down to the chin. */
const FRAME = { aside: 1.15, above: 1.05, below: 1.85 };

export function FaceDrawing({ face }: { readonly face: Face }) {
  const { leftEye, rightEye, motionLivenessScore, movementDirection } = face;
  const middle = { x: (leftEye.x + rightEye.x) / 2, y: (leftEye.y + rightEye.y) / 2 };
  const distance = Math.hypot(leftEye.x - rightEye.x, leftEye.y - rightEye.y);
  const roll = (Math.atan2(leftEye.y - rightEye.y, leftEye.x - rightEye.x) * 180) / Math.PI;
  return (
    <g class="face">
      <g transform={`translate(${middle.x} ${middle.y}) rotate(${roll}) scale(${distance})`}>
        <rect
          class="face-frame"
          x={-FRAME.aside}
          y={-FRAME.above}
          width={2 * FRAME.aside}
          height={FRAME.above + FRAME.below}
          rx={0.25}
        />
      </g>
      <Eye at={rightEye} radius={distance / 9} />
      <Eye at={leftEye} radius={distance / 9} />
      {motionLivenessScore !== 0 && (
        <Movement from={middle} length={distance * 1.4} degrees={movementDirection} />
      )}
    </g>
  );
}

function Eye({ at, radius }: { readonly at: Point; readonly radius: number }) {
  return (
    <>
      <circle class="face-eye" cx={at.x} cy={at.y} r={radius} />
      <circle class="face-pupil" cx={at.x} cy={at.y} r={radius / 4} />
    </>
  );
}

interface MovementProps {
  readonly from: Point;
  readonly length: number;
  /** As seen by the person looking out of the image: 0 their right, 90 up. */
  readonly degrees: number;
}

function Movement({ from, length, degrees }: MovementProps) {
  return (
    <g
      class="face-movement"
      transform={`translate(${from.x} ${from.y}) rotate(${180 + degrees}) scale(${length})`}
    >
      <path d="M0 0H1M0.8 -0.14L1 0L0.8 0.14" />
    </g>
  );
}
