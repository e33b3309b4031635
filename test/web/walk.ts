/** Goes through a page by Tab alone, as people without a mouse do. */
import type { Page } from 'playwright-core';

/** Runs in the page: what has to be reached, in its order. Of radio buttons Tab reaches the chosen one. */
const FIND = `(() => {
  const root = document.querySelector('dialog:modal') ?? document;
  return [...root.querySelectorAll(
    'a[href], button, input, select, textarea, summary, [tabindex="0"]',
  )].filter((it) =>
    it.tabIndex >= 0 && !it.disabled && !it.matches('[type=radio]:not(:checked)') &&
    it.checkVisibility({ visibilityProperty: true }));
})()`;

const MARK = `(() => {
  window.toReach = ${FIND};
  return window.toReach.map((it) => (it.ariaLabel ?? (it.labels?.[0] ?? it).textContent).trim());
})()`;

/** What came or went meanwhile takes a press of its own, so that something else is missed for it. */
const CHANGED = `[...new Set(${FIND}).symmetricDifference(new Set(window.toReach))].map((it) =>
  it.textContent.trim())`;

const STOP = `(() => {
  const it = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(it);
  const outside = document.querySelector('dialog:modal')?.contains(it) === false;
  return {
    place: window.toReach.indexOf(it),
    outside: outside && it !== document.body ? it.textContent.trim() : undefined,
    seen: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
  };
})()`;

interface Stop {
  /** Among what has to be reached; -1: none of it. */
  readonly place: number;
  /** What it says, if it lies behind a modal dialog. */
  readonly outside?: string;
  readonly seen: boolean;
}

/**
 * What is wrong: something to press is never reached, or comes out of its order, or does not show that it
 * has the focus; or lies behind a modal dialog. One round, so that what keeps the focus to itself leaves
 * the others out.
 */
export async function walk(page: Page): Promise<readonly string[]> {
  const names = await page.evaluate<string[]>(MARK);
  const faults: string[] = [];
  const stops: number[] = [];
  // One more than there are: between the last and the first the focus is at the page itself.
  for (let pressed = 0; pressed <= names.length; pressed++) {
    await page.keyboard.press('Tab');
    const { place, outside, seen } = await page.evaluate<Stop>(STOP);
    if (outside !== undefined) faults.push(`behind the dialog: ${outside}`);
    if (place < 0) continue;
    if (!seen) faults.push(`no ring: ${names[place]}`);
    if (stops.includes(place)) continue;
    stops.push(place);
  }
  for (const [place, name] of names.entries())
    if (!stops.includes(place)) faults.push(`never reached: ${name}`);
  const turns = stops.filter((place, i) => i > 0 && place < stops[i - 1]!);
  if (turns.length > 1) faults.push(`out of order: ${turns.map((place) => names[place])}`);
  const changed = await page.evaluate<string[]>(CHANGED);
  if (changed.length > 0) faults.push(`came or went during the walk: ${changed}`);
  return faults;
}
