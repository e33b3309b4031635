/** The stored thumbnails of a face. */
import { fill, formatTime, t } from '../language.ts';
import type { FaceStatus } from './answers.ts';

export function Thumbnails({ face }: { readonly face: FaceStatus }) {
  const { enrolFace } = t.value;
  return (
    <ul class="thumbnails">
      {face.thumbnails.map(({ enrolled, image }) => (
        <li key={image}>
          <img
            src={`data:image/png;base64,${image}`}
            alt={fill(enrolFace.thumbnail, { time: formatTime(enrolled) })}
          />
        </li>
      ))}
    </ul>
  );
}
