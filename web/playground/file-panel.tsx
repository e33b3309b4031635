/** Files of an operation, chosen or dropped. */
import { useState } from 'preact/hooks';
import { IMAGE_EXTENSIONS, IMAGE_LABELS } from '../../src/faces/image/format.ts';
import { FileIcon } from '../design/icons.tsx';
import { fill, t } from '../language.ts';

/** Includes file extensions, because some systems do not know the newer formats as images. */
const IMAGE_TYPES = ['image/*', ...IMAGE_EXTENSIONS.map((ending) => `.${ending}`)].join(',');

interface FilePanelProps {
  readonly kind: 'image' | 'video';
  /** Most accepted files. Further ones are ignored. */
  readonly most: number;
  readonly onChosen: (files: readonly Blob[]) => void;
}

export function FilePanel({ kind, most, onChosen }: FilePanelProps) {
  const { files: texts } = t.value;
  const [over, setOver] = useState(false);
  const choose = (list: FileList | null | undefined) => {
    const files = [...(list ?? [])].slice(0, most);
    if (files.length > 0) onChosen(files);
  };
  const words = most === 1 ? texts.one : most === 2 ? texts.two : texts.many;
  return (
    <label
      class={over ? 'drop drop-over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        choose(event.dataTransfer?.files);
      }}
    >
      <input
        class="visually-hidden"
        type="file"
        accept={kind === 'image' ? IMAGE_TYPES : 'video/*,.mkv'}
        multiple={most > 1}
        onChange={({ currentTarget }) => {
          choose(currentTarget.files);
          currentTarget.value = '';
        }}
      />
      <FileIcon />
      <span class="button button-plain">{kind === 'video' ? texts.video : words}</span>
      <span class="small quiet">
        {kind === 'video'
          ? texts.videoHint
          : fill(texts.imageHint, { formats: IMAGE_LABELS.join(', ') })}
      </span>
    </label>
  );
}
