/** The whole screen of a phone for its children; where there is more room they stay in their place. */
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Held upright or across. */
const PHONE = matchMedia('(max-width: 36rem), (max-height: 26rem)');

interface WholeScreenProps {
  readonly on: boolean;
  /** What it is called. */
  readonly label: string;
  /** What takes the focus when the screen is taken, and when it is given back. */
  readonly focus: RefObject<HTMLElement | null>;
  /** Called for Escape, and the gesture or button of a phone that goes back. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog on a phone: what lies behind can neither be seen nor reached. */
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
      // The browser gives the focus back to what had it before, which may be anywhere on the page.
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
        // Told late: by then what was closed to change its size is open again.
        if (!element.current?.open) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
