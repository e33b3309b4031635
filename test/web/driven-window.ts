/** What tests do in a browser that is driven by scripts alone: as people do, by what they see. */
import { setTimeout as sleep } from 'node:timers/promises';

/** The one window of a browser that nobody has used before. */
export interface DrivenWindow {
  /** Errors of scripts, what they have written as such, and what the policy of the page refused. */
  readonly complaints: readonly string[];
  goto(address: string): Promise<void>;
  /** Waits until the page shows that text. */
  see(text: string): Promise<void>;
  press(name: string): Promise<void>;
  fill(label: string, value: string): Promise<void>;
  /** Value of an expression in the page, of its promise once that is settled. */
  evaluate<T = unknown>(expression: string): Promise<T>;
  close(): Promise<void>;
}

/** Milliseconds that something may take to appear. */
export const PATIENCE = 30_000;

/** By what somebody sees, in a window that can be sent to an address and asked for a value. */
export function bySight({
  evaluate,
  ...window
}: Pick<DrivenWindow, 'complaints' | 'goto' | 'evaluate' | 'close'>): DrivenWindow {
  /** Runs `act` on what `find` finds, once it is there, on whatever page the browser is by then. */
  const whenThere = async (find: string, act = ''): Promise<void> => {
    const end = Date.now() + PATIENCE;
    const look = `(() => { const found = ${find}; if (found) { ${act} } return Boolean(found); })()`;
    while (!(await evaluate<boolean>(look).catch(() => false))) {
      if (Date.now() > end) throw new Error(await evaluate<string>('document.body.innerText'));
      await sleep(50);
    }
  };
  return {
    ...window,
    evaluate,
    see: (text) => whenThere(`document.body.innerText.includes(${JSON.stringify(text)})`),
    press: (name) =>
      whenThere(
        `[...document.querySelectorAll('button:enabled:not([aria-disabled]), label')].find((it) => it.textContent.trim() === ${JSON.stringify(name)})`,
        'found.click()',
      ),
    fill: (label, value) =>
      whenThere(
        `[...document.querySelectorAll('label')].find((it) => it.textContent.trim() === ${JSON.stringify(label)})?.control`,
        `found.value = ${JSON.stringify(value)}; found.dispatchEvent(new Event('input', { bubbles: true }))`,
      ),
  };
}
