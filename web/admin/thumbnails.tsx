/** Thumbnails of a person. Loaded only on a click, because each look is recorded. */
import { useState } from 'preact/hooks';
import { Refused } from '../account/failures.tsx';
import { ask } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { fill, formatTime, t } from '../language.ts';
import type { ClassId, PersonThumbnail } from './answers.ts';
import { BASE } from './use-answer.ts';
import { Of } from './user-text.tsx';

interface ThumbnailsProps {
  readonly client: string;
  readonly classId: ClassId;
  /** Absent: nobody has counted them. */
  readonly count?: number;
}

export function Thumbnails({ client, classId, count }: ThumbnailsProps) {
  const { templates } = t.value.admin;
  const { busy, refusal, run } = useCalls();
  const [pictures, setPictures] = useState<readonly PersonThumbnail[]>();
  const path = `${BASE}/templates/${encodeURIComponent(client)}/${classId}/thumbnails`;
  const show = () => run(async () => setPictures(await ask('GET', path)));
  if (pictures === undefined)
    return (
      <div class="stack-tight">
        <Refused refusal={refusal} />
        <div class="row">
          <Button size={count === undefined ? 'small' : 'normal'} busy={busy} onClick={show}>
            {count === undefined ? (
              <>
                {templates.showPictures} <Of name={String(classId)} />
              </>
            ) : (
              fill(templates.showThumbnails, { count })
            )}
          </Button>
        </div>
        {count !== undefined && <p class="quiet small">{templates.thumbnailsHint}</p>}
      </div>
    );
  if (pictures.length === 0) return <p class="quiet">{templates.noPictures}</p>;
  return (
    <ul class="thumbnails">
      {pictures.map(({ enrolled, png }) => (
        <li key={png}>
          <img
            src={`data:image/png;base64,${png}`}
            alt={fill(templates.thumbnail, { time: formatTime(enrolled) })}
          />
        </li>
      ))}
    </ul>
  );
}
