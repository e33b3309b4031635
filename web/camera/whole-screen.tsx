/** Shows its children on the whole screen of a phone. On larger screens they stay in place. */
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Portrait or landscape. */
const PHONE = matchMedia('(max-width: 36rem), (max-height: 26rem)');

interface WholeScreenProps {
  readonly on: boolean;
  /** Label for screen readers. */
  readonly label: string;
  /** Takes the focus when the whole screen begins and when it ends. */
  readonly focus: RefObject<HTMLElement | null>;
  /** Called for Escape, and for the back gesture or button of a phone. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog on a phone: content behind it is neither visible nor reachable. */
export function WholeScreen({ on, label, focus, onClose, children }: WholeScreenProps) {
  const element = useRef<HTMLDialogElement>(null);
  const wasModal = useRef(false);
  useLayoutEffect(() => {
    const dialog = element.current!;
    const adjust = () => {
      const modal = on && PHONE.matches;
      if (dialog.open && dialog.matches(':modal') === modal) return;
      dialog.close();
      // `show` would move the focus.
      if (!modal) dialog.setAttribute('open', '');
      else dialog.showModal();
      // The browser returns the focus to its previous element, which may be anywhere on the page.
      if (modal || wasModal.current) focus.current?.focus({ preventScroll: true });
      wasModal.current = modal;
    };
    adjust();
    PHONE.addEventListener('change', adjust);
    return () => PHONE.removeEventListener('change', adjust);
  }, [on]);
  return (
    <dialog
      class="whole-screen"
      ref={element}
      aria-label={label}
      onClose={() => {
        // The event comes late. A dialog that was closed to change its size is open again by then.
        if (!element.current?.open) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
