/** Input for an operation's images or video: by camera or by file. */
import { useState } from 'preact/hooks';
import { CameraPanel, type CameraTask } from '../camera/camera-panel.tsx';
import { Button } from '../design/button.tsx';
import { useKeptFocus } from '../design/kept-focus.ts';
import { Tabs } from '../design/tabs.tsx';
import { fill, t } from '../language.ts';
import { operator } from '../operator.ts';
import { at } from '../root.ts';
import { FilePanel } from './file-panel.tsx';
import { type Sample, sampleOf } from './sample.ts';

/** Most images taken together, of one person or of several. */
export const MOST_SAMPLES = 8;

interface SamplesInputProps {
  /** Purpose of the files. */
  readonly label: string;
  readonly samples: readonly Sample[];
  readonly onSamples: (samples: readonly Sample[]) => void;
  /** Task of the camera. Undefined: files only. */
  readonly camera?: CameraTask;
  /** Most files. If more than two, each use of the camera adds one. */
  readonly most: number;
  /** Called before the camera takes new images, to choose another challenge. */
  readonly onAgain?: () => void;
}

type Source = 'camera' | 'file';

export function SamplesInput(props: SamplesInputProps) {
  const { label, samples, onSamples, camera, most, onAgain } = props;
  const { files: texts } = t.value;
  const [source, setSource] = useState<Source>(camera === undefined ? 'file' : 'camera');
  const [adding, setAdding] = useState(false);
  const isVideo = camera?.take === 'video';
  const isList = most > 2;
  const take = (files: readonly Blob[]) => {
    const taken = files.map(sampleOf);
    onSamples(isList ? [...samples, ...taken].slice(0, most) : taken);
    setAdding(false);
  };
  /** A face to try with, for people without camera and file. */
  const takeSample = async () => {
    const response = await fetch(at('/sample-face.jpg')).catch(() => undefined);
    if (response?.ok) take([await response.blob()]);
  };
  const again = () => {
    if (!isList) onSamples([]);
    setAdding(true);
    onAgain?.();
  };
  const asks = samples.length === 0 || adding;
  const file = <FilePanel kind={isVideo ? 'video' : 'image'} most={most} onChosen={take} />;
  const place = useKeptFocus<HTMLFieldSetElement>(`${samples.length} ${asks}`);
  return (
    <fieldset class="stack-tight kept-focus" ref={place} tabIndex={-1}>
      <legend>{label}</legend>
      {samples.length > 0 && (
        <SampleList
          samples={samples}
          isVideo={isVideo}
          onRemove={(removed) => onSamples(samples.filter((sample) => sample !== removed))}
        />
      )}
      {!asks && (!isList || samples.length < most) && (
        <div>
          <Button size="small" onClick={again}>
            {isList ? texts.another : camera === undefined ? texts.other : texts.again}
          </Button>
        </div>
      )}
      {isList && samples.length === most && <p class="small quiet">{fill(texts.full, { most })}</p>}
      {asks && !isVideo && operator.value.playground && (
        <div>
          <Button kind="bare" size="small" onClick={() => void takeSample()}>
            {texts.sample}
          </Button>
        </div>
      )}
      {asks && camera === undefined && file}
      {asks && camera !== undefined && (
        <div class="stack-tight">
          <Tabs
            label={texts.source}
            tabs={[
              { id: 'camera', label: texts.camera },
              { id: 'file', label: texts.file },
            ]}
            selected={source}
            onSelect={setSource}
          >
            {source === 'camera' ? (
              <CameraPanel task={camera} onTaken={(files) => take(files.map(({ blob }) => blob))} />
            ) : (
              file
            )}
          </Tabs>
        </div>
      )}
    </fieldset>
  );
}

interface SampleListProps {
  readonly samples: readonly Sample[];
  readonly isVideo: boolean;
  readonly onRemove: (sample: Sample) => void;
}

function SampleList({ samples, isVideo, onRemove }: SampleListProps) {
  const { files: texts } = t.value;
  return (
    <ul class="samples">
      {samples.map((sample, index) => (
        <li key={sample.url}>
          {isVideo ? (
            // biome-ignore lint/a11y/useMediaCaption: it was recorded without sound
            <video src={sample.url} controls aria-label={texts.video} />
          ) : (
            <img src={sample.url} alt={fill(texts.picture, { number: index + 1 })} />
          )}
          <button
            type="button"
            class="samples-remove"
            aria-label={fill(texts.remove, { number: index + 1 })}
            onClick={() => onRemove(sample)}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}
