/** A question that must be answered before anything else. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../language.ts';
import { Button } from './button.tsx';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Label of the confirming button. Absent: the content has its own. */
  readonly confirm?: string;
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly onConfirm?: () => void;
  readonly onCancel: () => void;
}

/** Visible while rendered. Escape and the plain button cancel; the focus returns to the opener. */
export function Dialog(props: DialogProps) {
  const { title, children, confirm, danger = false, busy = false, onConfirm, onCancel } = props;
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  // A layout effect, also at its end: a later one would take the focus from the next content.
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
        // Otherwise the browser closes it and reports so later. Clicks in between would be lost.
        event.preventDefault();
        onCancel();
      }}
      onClose={() => {
        // Browsers always close it at the second Escape. Its removal does not call this.
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
