/** Liveness of a video. */
import { useState } from 'preact/hooks';
import { Gauge } from '../../design/gauge.tsx';
import { fill, formatNumber, t } from '../../language.ts';
import type { ImageProperties, LivenessAnswer } from '../answers.ts';
import { Operation } from '../operation.tsx';
import { LivenessVerdict } from '../results/liveness-result.tsx';
import type { Sample } from '../sample.ts';
import { SamplesInput } from '../samples-input.tsx';

export function Video() {
  const { video: texts, files } = t.value;
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const [sample] = samples;
  return (
    <Operation<LivenessAnswer>
      title={texts.title}
      about={texts.about}
      run={texts.run}
      call={
        sample === undefined
          ? undefined
          : {
              method: 'POST',
              path: '/api/v1/videolivenessdetection',
              body: { video: sample.blob },
            }
      }
      result={(answer) => <VideoResult answer={answer} />}
    >
      <SamplesInput
        label={files.videoLabel}
        samples={samples}
        onSamples={setSamples}
        camera={{ take: 'video' }}
        most={1}
      />
    </Operation>
  );
}

function VideoResult({ answer }: { readonly answer: LivenessAnswer }) {
  const { video: texts } = t.value;
  return (
    <>
      <LivenessVerdict answer={answer} />
      <h3>{fill(texts.frames, { count: answer.imageProperties.length })}</h3>
      <div class="frames">
        {answer.imageProperties.map((properties) => (
          <Frame key={properties.frameNumber} properties={properties} />
        ))}
      </div>
    </>
  );
}

function Frame({ properties }: { readonly properties: ImageProperties }) {
  const { video: texts } = t.value;
  const { frameNumber, faces } = properties;
  const score = faces[0]?.textureLivenessScore ?? 0;
  return (
    <Gauge
      label={fill(texts.frame, { number: formatNumber(frameNumber, 0) })}
      value={score === 0 ? undefined : score}
      threshold={0.5}
      absent={faces.length === 0 ? texts.noFace : t.value.result.notCalculated}
    />
  );
}
