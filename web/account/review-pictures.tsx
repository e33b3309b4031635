/** What was taken, before it is sent: the person sends it, or takes it again. */
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { fill, t } from '../language.ts';

interface ReviewPicturesProps {
  readonly pictures: readonly Blob[];
  readonly onSend: () => void;
  readonly onAgain: () => void;
}

/** Its heading takes the focus, so that screen readers tell what is asked. */
export function ReviewPictures({ pictures, onSend, onAgain }: ReviewPicturesProps) {
  const { enrolFace: texts } = t.value;
  const heading = useRef<HTMLHeadingElement>(null);
  const addresses = useMemo(() => pictures.map((each) => URL.createObjectURL(each)), [pictures]);
  useEffect(() => () => addresses.forEach(URL.revokeObjectURL), [addresses]);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div class="show-face show-face-review">
      <h2 ref={heading} tabIndex={-1}>
        {texts.review}
      </h2>
      <ul class="review-pictures">
        {addresses.map((address, i) => (
          <li key={address}>
            <img src={address} alt={fill(texts.picture, { n: i + 1, of: addresses.length })} />
          </li>
        ))}
      </ul>
      <p class="small">{texts.reviewHelp}</p>
      <Button kind="main" size="wide" onClick={onSend}>
        {texts.send}
      </Button>
      <Button size="wide" onClick={onAgain}>
        {texts.takeAgain}
      </Button>
    </div>
  );
}
