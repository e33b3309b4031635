/** Tabs after the ARIA pattern: arrow keys move between them; only the chosen one is tabbable. */
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

interface TabsProps<T extends string> {
  /** Describes the tabs to screen readers. */
  readonly label: string;
  readonly tabs: readonly { readonly id: T; readonly label: string }[];
  readonly selected: T;
  readonly onSelect: (id: T) => void;
  /** The panel of the chosen tab. */
  readonly children: ComponentChildren;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

export function Tabs<T extends string>(props: TabsProps<T>) {
  const { label, tabs, selected, onSelect, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const from = tabs.findIndex((tab) => tab.id === selected);
    const to = (from + step + tabs.length) % tabs.length;
    onSelect(tabs[to]!.id);
    list.current?.querySelectorAll('button')[to]?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            class="tab"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </>
  );
}
