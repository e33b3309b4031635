/** The sent image, with the service's findings drawn on it. */
import { useEffect, useState } from 'preact/hooks';
import { AnnotatedImage } from '../../design/annotated-image.tsx';
import { Gauge } from '../../design/gauge.tsx';
import { fill, language, t } from '../../language.ts';
import type { Face, ImageProperties, QualityAssessment } from '../answers.ts';
import { rotateUpright } from '../rotate.ts';
import type { Sample } from '../sample.ts';
import { FaceDrawing } from './face-drawing.tsx';
import { adviceOn } from './quality-advice.ts';

interface AnnotatedProps {
  readonly sample: Sample | undefined;
  readonly properties: ImageProperties;
  readonly title: string;
}

/** Score that motion and texture must reach. */
const LIVENESS_THRESHOLD = 0.5;

export function Annotated({ sample, properties, title }: AnnotatedProps) {
  const { result: texts } = t.value;
  const { faces, rotated, qualityAssessments } = properties;
  const url = useUpright(sample, rotated);
  const found = fill(texts.facesFound, { count: faces.length });
  const [face] = faces;
  return (
    <figure class={sample === undefined ? 'finding finding-bare' : 'finding'}>
      {url !== undefined && (
        <AnnotatedImage
          src={url}
          alt={`${title}: ${found}`}
          drawing={() => faces.map((each, index) => <FaceDrawing key={index} face={each} />)}
        />
      )}
      <figcaption class="stack-tight">
        <h3>{title}</h3>
        <p class="small quiet">
          {found}
          {rotated !== 0 && ` ${fill(texts.turned, { degrees: rotated })}`}
        </p>
        {face !== undefined && <LivenessGauges face={face} />}
        <Assessments assessments={qualityAssessments} />
      </figcaption>
    </figure>
  );
}

function LivenessGauges({ face }: { readonly face: Face }) {
  const { result: texts } = t.value;
  const { textureLivenessScore: texture, motionLivenessScore: motion } = face;
  return (
    <>
      {texture !== 0 && (
        <Gauge label={texts.texture} value={texture} threshold={LIVENESS_THRESHOLD} />
      )}
      {motion !== 0 && (
        <Gauge
          label={texts.motion}
          value={motion}
          threshold={LIVENESS_THRESHOLD}
          note={fill(texts.movement, { direction: movementInWords(face.movementDirection) })}
        />
      )}
    </>
  );
}

/** Degrees as the person sees them: 0 right, 90 up. */
function movementInWords(degrees: number): string {
  const { directions } = t.value;
  const order = ['right', 'up', 'left', 'down'] as const;
  return directions[order[Math.round(degrees / 90) % 4]!];
}

/** Quality checks, problems first. */
function Assessments({ assessments }: { readonly assessments: readonly QualityAssessment[] }) {
  const { result: texts, checks, measures } = t.value;
  const names: Readonly<Record<string, string>> = { ...measures, ...checks };
  /** The service speaks only English. */
  const wordsFor = ({ check, score, message }: QualityAssessment) =>
    language.value === 'en' ? message : score < 0.5 && adviceOn(check);
  if (assessments.length === 0) return null;
  const sorted = assessments.toSorted((a, b) => a.score - b.score);
  return (
    <details>
      <summary>{fill(texts.checks, { count: assessments.length })}</summary>
      <ul class="assessments">
        {sorted.map((assessment, index) => (
          <li key={index}>
            <Gauge
              label={names[assessment.check] ?? assessment.check}
              value={assessment.score}
              tone={assessment.score >= 0.5 ? 'good' : 'warn'}
            />
            <p class="small quiet">{wordsFor(assessment)}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Address of the image as the service saw it. Changes if the image had to be rotated. */
function useUpright(sample: Sample | undefined, rotated: number): string | undefined {
  const [url, setUrl] = useState(rotated === 0 ? sample?.url : undefined);
  useEffect(() => {
    let current = true;
    if (sample === undefined || rotated === 0) setUrl(sample?.url);
    else
      void rotateUpright(sample.blob, rotated).then((turned) => {
        if (current) setUrl(turned);
      });
    return () => {
      current = false;
    };
  }, [sample, rotated]);
  return url;
}
