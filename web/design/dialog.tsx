/** A question that has to be answered before anything else. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../language.ts';
import { Button } from './button.tsx';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Words on the button that does it; absent: what is inside has its own. */
  readonly confirm?: string;
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly onConfirm?: () => void;
  readonly onCancel: () => void;
}

/**
 * Shown as long as it is rendered; Escape and the plain button cancel, and the focus goes back to what
 * opened it.
 */
export function Dialog(props: DialogProps) {
  const { title, children, confirm, danger = false, busy = false, onConfirm, onCancel } = props;
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  // At once, also at its end: an effect would give the focus back after what takes its place.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      class="dialog"
      ref={element}
      aria-labelledby={id}
      onCancel={(event) => {
        // Else the browser closes it, and tells so later: what was pressed in between would be lost.
        event.preventDefault();
        onCancel();
      }}
      onClose={() => {
        // Browsers close it at the second Escape whatever a page says; not by its end.
        if (element.current !== null) onCancel();
      }}
    >
      <h2 id={id}>{title}</h2>
      <div class="stack">{children}</div>
      <div class="dialog-actions">
        <Button onClick={onCancel}>{t.value.shell.cancel}</Button>
        {confirm !== undefined && onConfirm !== undefined && (
          <Button kind={danger ? 'danger' : 'main'} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        )}
      </div>
    </dialog>
  );
}
