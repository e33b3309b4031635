/** A card: one subject, with a heading and its content. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface CardProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Shown right of the title. */
  readonly end?: ComponentChildren;
}

export function Card({ title, children, end }: CardProps) {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <div class="card-head">
        <h2 id={id}>{title}</h2>
        {end}
      </div>
      {children}
    </section>
  );
}
