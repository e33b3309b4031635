/** Names and their values, one pair a line. */
import type { ComponentChildren } from 'preact';

export const Facts = ({ children }: { readonly children: ComponentChildren }) => (
  <dl class="facts">{children}</dl>
);

export function Fact(props: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
