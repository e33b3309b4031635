/** Lets the person send or retake the images, again if nobody examined them. */
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { TakenFile } from '../camera/camera-panel.tsx';
import { Button } from '../design/button.tsx';
import { fill, t } from '../language.ts';

interface ReviewPicturesProps {
  readonly pictures: readonly Pick<TakenFile, 'blob'>[];
  /** True: they were sent, but nobody examined them. */
  readonly sent: boolean;
  readonly onSend: () => void;
  readonly onAgain: () => void;
}

/** The heading takes the focus, so that screen readers announce the question. */
export function ReviewPictures({ pictures, sent, onSend, onAgain }: ReviewPicturesProps) {
  const { account, enrolFace: texts } = t.value;
  const heading = useRef<HTMLHeadingElement>(null);
  const addresses = useMemo(
    () => pictures.map(({ blob }) => URL.createObjectURL(blob)),
    [pictures],
  );
  useEffect(() => () => addresses.forEach(URL.revokeObjectURL), [addresses]);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div class="show-face show-face-review">
      <h2 ref={heading} tabIndex={-1}>
        {sent ? texts.kept : texts.review}
      </h2>
      <ul class="review-pictures">
        {addresses.map((address, i) => (
          <li key={address}>
            <img src={address} alt={fill(texts.picture, { n: i + 1, of: addresses.length })} />
          </li>
        ))}
      </ul>
      <p class="small">{sent ? texts.keptHelp : texts.reviewHelp}</p>
      <Button kind="main" size="wide" onClick={onSend}>
        {sent ? account.again : texts.send}
      </Button>
      <Button size="wide" onClick={onAgain}>
        {texts.takeAgain}
      </Button>
    </div>
  );
}
