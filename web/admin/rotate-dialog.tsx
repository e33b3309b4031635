/** Asks before making a new secret or key, and for how long the previous one stays valid. */
import { useState } from 'preact/hooks';
import { DAY_SECONDS, HOUR_SECONDS } from '../../src/durations.ts';
import { Dialog } from '../design/dialog.tsx';
import { Choice } from '../design/field.tsx';
import { t } from '../language.ts';

/** Seconds. The service's own default is also a day. */
const OVERLAPS = {
  none: 0,
  hour: HOUR_SECONDS,
  day: DAY_SECONDS,
  week: 7 * DAY_SECONDS,
  month: 30 * DAY_SECONDS,
} as const;
type Overlap = keyof typeof OVERLAPS;

interface RotateDialogProps {
  readonly title: string;
  /** Label of the button. */
  readonly confirm: string;
  readonly about: string;
  readonly onConfirm: (body: { readonly overlapSeconds: number }) => void;
  readonly onCancel: () => void;
}

export function RotateDialog({ about, onConfirm, ...dialog }: RotateDialogProps) {
  const { overlap } = t.value.admin;
  const [chosen, setChosen] = useState<Overlap>('day');
  return (
    <Dialog {...dialog} onConfirm={() => onConfirm({ overlapSeconds: OVERLAPS[chosen] })}>
      <p>{about}</p>
      <Choice
        label={overlap.title}
        value={chosen}
        options={(Object.keys(OVERLAPS) as Overlap[]).map((value) => ({
          value,
          label: overlap[value],
        }))}
        onValue={setChosen}
      />
    </Dialog>
  );
}
