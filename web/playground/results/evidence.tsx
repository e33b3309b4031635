/** Findings of the liveness checks, if the client may see them: drawn, and as a list. */
import { Gauge } from '../../design/gauge.tsx';
import { t } from '../../language.ts';
import type { ImageEvidence, LivenessAnswer, MotionArrow } from '../answers.ts';

/** The evidence of one image; the motion belongs to the second. */
export interface Evidence {
  readonly image: ImageEvidence;
  readonly arrows: readonly MotionArrow[];
}

export function evidenceOf({ debug }: LivenessAnswer, index: number): Evidence | undefined {
  const image = debug?.images[index];
  if (image === undefined) return undefined;
  return { image, arrows: index === 1 ? (debug?.motion?.arrows ?? []) : [] };
}

/** SVG in pixels of the picture: boxes of faces, outlines of fakes, movements of points. */
export function EvidenceDrawing({ image, arrows }: Evidence) {
  const regions = image.detectors.flatMap(({ fake, regions: found }) =>
    found.map((region) => ({ ...region, fake })),
  );
  return (
    <g class="face">
      {image.faces.map((box, index) => (
        <rect key={index} class="face-frame" {...box} />
      ))}
      {regions.map(({ outline, fake }, index) => (
        <polygon
          key={index}
          class={fake ? 'evidence-fake' : 'evidence-region'}
          points={outline.map(({ x, y }) => `${x},${y}`).join(' ')}
        />
      ))}
      {arrows.map(({ from, to }, index) => (
        <line key={index} class="evidence-arrow" x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
      ))}
    </g>
  );
}

/** Each network and each detector with its score. */
export function EvidenceList({ image }: { readonly image: ImageEvidence }) {
  const { result: texts } = t.value;
  return (
    <details>
      <summary>{texts.evidence}</summary>
      <ul class="assessments">
        {Object.entries(image.networks).map(([name, score]) => (
          <li key={name}>
            <Gauge label={name} value={score} note={texts.network} />
          </li>
        ))}
        {image.detectors.map(({ detector, score, fake, message }) => (
          <li key={detector}>
            <Gauge
              label={detector}
              value={score}
              tone={fake ? 'bad' : 'good'}
              note={texts.detector}
            />
            {message && (
              <p class="small quiet" lang="en">
                {message}
              </p>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
