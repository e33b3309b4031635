/** Buttons: one main action a view, plain ones next to it, danger for irreversible actions. */
import type { ComponentChildren } from 'preact';

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly kind?: 'main' | 'plain' | 'bare' | 'danger';
  readonly size?: 'normal' | 'small' | 'wide';
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  /** True while the action runs. Ignores clicks, announces it, and keeps the focus. */
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
        // Also keeps Enter in a field from sending the form again.
        if (busy) event.preventDefault();
        else onClick?.();
      }}
    >
      {children}
    </button>
  );
}
