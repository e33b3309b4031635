/** Buttons: one main action a view, plain ones beside it, danger for what cannot be undone. */
import type { ComponentChildren } from 'preact';

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly kind?: 'main' | 'plain' | 'bare' | 'danger';
  readonly size?: 'normal' | 'small' | 'wide';
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  /** True while the action runs: not to be pressed again, and said so; it keeps the focus. */
  readonly busy?: boolean;
  readonly onClick?: () => void;
}

export function Button(props: ButtonProps) {
  const { kind = 'plain', size = 'normal', type = 'button' } = props;
  const { children, busy = false, disabled = false, onClick } = props;
  return (
    <button
      type={type}
      class={`button button-${kind} button-${size}`}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy}
      onClick={(event) => {
        // Neither does Enter in a field of its form send that again.
        if (busy) event.preventDefault();
        else onClick?.();
      }}
    >
      {children}
    </button>
  );
}
