/** Searches passages of the documentation by word. Fetches the index on the first letter. */
import { useSignal } from '@preact/signals';
import MiniSearch from 'minisearch';
import { useRef } from 'preact/hooks';
import { at as addressOf } from '../root.ts';

/** A heading and the text below it. */
interface Passage {
  readonly at: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

type Found = Pick<Passage, 'at' | 'title' | 'heading'>;

const MOST = 8;

async function open(index: string): Promise<(words: string) => readonly Found[]> {
  const answer = await fetch(index);
  if (!answer.ok) throw new Error(`${index}: ${answer.status}`);
  const passages = (await answer.json()) as readonly Passage[];
  const search = new MiniSearch<Passage>({
    idField: 'at',
    fields: ['title', 'heading', 'text'],
    storeFields: ['at', 'title', 'heading'],
    searchOptions: {
      boost: { title: 3, heading: 4 },
      combineWith: 'AND',
      prefix: true,
      fuzzy: (word) => (word.length > 5 ? 0.2 : false),
    },
  });
  search.addAll(passages);
  return (words) => search.search(words).slice(0, MOST) as unknown as readonly Found[];
}

export function Search({ index }: { readonly index: string }) {
  const find = useRef<ReturnType<typeof open>>(undefined);
  const found = useSignal<readonly Found[]>([]);
  const words = useSignal('');
  const failed = useSignal(false);

  async function look(typed: string): Promise<void> {
    words.value = typed;
    find.current ??= open(index);
    const opening = find.current;
    try {
      const passages = (await opening)(typed);
      if (words.value === typed) found.value = passages;
      failed.value = false;
    } catch {
      // The next letter fetches it again.
      if (find.current === opening) find.current = undefined;
      failed.value = true;
    }
  }

  const surroundings = useRef<HTMLElement>(null);
  /** Arrows move through field and results, Enter opens the first one, Escape begins anew. */
  function press(event: KeyboardEvent): void {
    const stops = [...surroundings.current!.querySelectorAll<HTMLElement>('input, a')];
    const now = stops.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) stops[Math.max(0, Math.min(stops.length - 1, now + step))]!.focus();
    else if (event.key === 'Enter' && now === 0) stops[1]?.click();
    else if (event.key === 'Escape') {
      (stops[0] as HTMLInputElement).value = '';
      stops[0]!.focus();
      void look('');
    } else return;
    event.preventDefault();
  }

  const asked = words.value.trim() !== '';
  return (
    <search class="docs-search" ref={surroundings} onKeyDown={press}>
      <input
        type="search"
        aria-label="Search the documentation"
        placeholder="Search"
        onInput={({ currentTarget }) => void look(currentTarget.value)}
      />
      <div class="docs-found" role="status" hidden={!asked}>
        {asked && found.value.length === 0 && (
          <p class="quiet">
            {failed.value
              ? 'The search could not be loaded. Type on to try again.'
              : 'Nothing found.'}
          </p>
        )}
        <ul class="plain-list">
          {found.value.map(({ at, title, heading }) => (
            <li key={at}>
              <a href={addressOf(at)}>
                <b>{heading}</b>
                {heading !== title && <span class="quiet small">{title}</span>}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </search>
  );
}
