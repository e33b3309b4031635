/** Liveness of one image, of two, or of two with a challenge. */
import { useState } from 'preact/hooks';
import type { Direction } from '../../capture/index.ts';
import { Notice } from '../../design/notice.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { fill, t } from '../../language.ts';
import type { LivenessAnswer } from '../answers.ts';
import { Operation } from '../operation.tsx';
import { LivenessResult } from '../results/liveness-result.tsx';
import type { Sample } from '../sample.ts';
import { SamplesInput } from '../samples-input.tsx';
import { type LiveMode, liveImagesOf, randomDirection } from './live-images.ts';

export function Liveness() {
  const { liveness: texts, files, directions } = t.value;
  const [mode, setMode] = useState<LiveMode>('challenge');
  const [direction, setDirection] = useState<Direction>(randomDirection);
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const [sent, setSent] = useState(samples);
  const wanted = mode === 'one' ? 1 : 2;
  const asked = mode === 'challenge' ? direction : undefined;
  const choose = (chosen: LiveMode) => {
    setMode(chosen);
    setSamples([]);
    setDirection(randomDirection());
  };
  return (
    <Operation<LivenessAnswer>
      title={texts.title}
      about={texts.about}
      run={texts.run}
      subject={mode}
      onSend={() => setSent(samples)}
      call={
        samples.length === wanted
          ? {
              method: 'POST',
              path: '/api/v1/livenessdetection',
              body: { liveImages: liveImagesOf(samples, asked) },
            }
          : undefined
      }
      result={(answer) => <LivenessResult answer={answer} samples={sent} />}
    >
      <Tabs
        label={texts.mode}
        tabs={[
          { id: 'challenge', label: texts.modes.challenge },
          { id: 'two', label: texts.modes.two },
          { id: 'one', label: texts.modes.one },
        ]}
        selected={mode}
        onSelect={choose}
      >
        <div class="stack">
          <p class="small quiet">{texts.modeHints[mode]}</p>
          {asked !== undefined && (
            <Notice title={fill(texts.challenge, { direction: directions[asked] })}>
              <p class="small">{texts.challengeNote}</p>
            </Notice>
          )}
          <SamplesInput
            key={`${mode} ${direction}`}
            label={mode === 'one' ? files.pictureOfFace : files.twoPictures}
            samples={samples}
            onSamples={setSamples}
            camera={
              mode === 'one' ? { take: 'one' } : { take: 'turns', directions: asked && [asked] }
            }
            most={wanted}
            onAgain={() => setDirection(randomDirection())}
          />
        </div>
      </Tabs>
    </Operation>
  );
}
