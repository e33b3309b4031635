/** Image quality: the measures of ISO/IEC 29794-5 as bars, and how to improve the image. */
import { useState } from 'preact/hooks';
import { t } from '../../language.ts';
import type { QualityAnswer } from '../answers.ts';
import { Operation } from '../operation.tsx';
import { QualityResult } from '../results/quality-result.tsx';
import { SamplesInput } from '../samples-input.tsx';
import { portrait } from '../state.ts';

export function Quality() {
  const { quality: texts, files } = t.value;
  const [sample] = portrait.value;
  const [sent, setSent] = useState(sample);
  return (
    <Operation<QualityAnswer>
      title={texts.title}
      about={texts.about}
      run={texts.run}
      onSend={() => setSent(sample)}
      call={
        sample === undefined
          ? undefined
          : {
              method: 'POST',
              path: '/api/ofiq/v1/faceimagequality',
              body: { image: sample.blob, explain: true },
            }
      }
      result={(answer) => <QualityResult answer={answer} sample={sent} />}
    >
      <SamplesInput
        label={files.pictureOfFace}
        samples={portrait.value.slice(0, 1)}
        onSamples={(samples) => {
          portrait.value = samples;
        }}
        camera={{ take: 'one' }}
        most={1}
      />
    </Operation>
  );
}
