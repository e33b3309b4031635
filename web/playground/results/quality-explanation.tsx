/** What the measures examined: the aligned face with its points and masks. */
import { useId, useState } from 'preact/hooks';
import { AnnotatedImage, type ImageSize } from '../../design/annotated-image.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { t } from '../../language.ts';
import type { QualityExplanation } from '../answers.ts';

const pngUrl = (base64: string) => `data:image/png;base64,${base64}`;

export function Explanation({ explanation }: { readonly explanation: QualityExplanation }) {
  const { quality: texts } = t.value;
  const { alignedFace, landmarks, masks } = explanation;
  const [shown, setShown] = useState('landmarks');
  const mask = masks.find(({ name }) => name === shown);
  const layers = ['landmarks', ...masks.map(({ name }) => name)];
  const nameOf = (layer: string) => texts.layers[layer as keyof typeof texts.layers] ?? layer;
  return (
    <section class="stack-tight explanation">
      <h3>{texts.explanation}</h3>
      <Tabs
        label={texts.explanation}
        tabs={layers.map((id) => ({ id, label: nameOf(id) }))}
        selected={shown}
        onSelect={setShown}
      >
        <AnnotatedImage
          src={pngUrl(alignedFace)}
          alt={`${texts.alignedFace}: ${nameOf(shown)}`}
          drawing={(size) =>
            mask === undefined ? (
              landmarks.map(({ x, y }, index) => (
                <circle key={index} class="face-pupil" cx={x} cy={y} r={3} />
              ))
            ) : (
              <Mask size={size} png={mask.image} />
            )
          }
        />
        <p class="small quiet">{texts.looksAt[shown as keyof typeof texts.looksAt]}</p>
      </Tabs>
    </section>
  );
}

/** The place a mask covers, tinted. */
function Mask({ size, png }: { readonly size: ImageSize; readonly png: string }) {
  const id = useId();
  return (
    <>
      <mask id={id}>
        <image href={pngUrl(png)} {...size} />
      </mask>
      <rect class="explanation-mask" {...size} mask={`url(#${id})`} />
    </>
  );
}
