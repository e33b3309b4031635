/** Explains that there is nothing at this address. */
import { Shell } from '../design/shell.tsx';
import { t } from '../language.ts';
import { at } from '../root.ts';

export function NotFound() {
  const { notFound } = t.value;
  return (
    <Shell narrow>
      <div class="card stack">
        <h1>{notFound.title}</h1>
        <p>{notFound.advice}</p>
        <a class="button button-plain" href={at('/')}>
          {notFound.start}
        </a>
      </div>
    </Shell>
  );
}
