/** Navigates a list that is read page by page. */
import { Button } from '../design/button.tsx';
import { t } from '../language.ts';

interface PagerProps {
  /** Cursors of the opened pages. */
  readonly places: readonly string[];
  /** Cursor of the next page. Undefined: this is the last. */
  readonly next: string | undefined;
  readonly onPlaces: (places: readonly string[]) => void;
}

export function Pager({ places, next, onPlaces }: PagerProps) {
  const { admin } = t.value;
  return (
    <div class="row">
      {places.length > 1 && (
        <Button onClick={() => onPlaces(places.slice(0, -1))}>{admin.previous}</Button>
      )}
      {next !== undefined && (
        <Button onClick={() => onPlaces([...places, next])}>{admin.next}</Button>
      )}
    </div>
  );
}
