/** What a script can see of a page that is badly laid out. */
import type { Page } from 'playwright-core';

/** Side of what a finger has to hit, in pixels (WCAG 2.2, 2.5.8). */
const TARGET = 24;

/** Runs in the page: one line for each fault. */
const FIND_FAULTS = `(() => {
  const faults = new Set();
  const tell = (fault, element) => {
    const words = (element.ariaLabel ?? element.textContent ?? '').trim().replace(/\\s+/g, ' ');
    faults.add(fault + ': ' + element.localName + ' “' + words.slice(0, 50) + '”');
  };
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > innerWidth) faults.add('the page is wider than the window: ' + scrollWidth);

  const root = document.querySelector('dialog:modal') ?? document.body;
  const isShown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest('.visually-hidden, .skip, .data-table thead, svg, script, style') === null;
  const scrolls = (element) =>
    element !== null &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const blockOf = (element) =>
    getComputedStyle(element).display === 'inline' ? blockOf(element.parentElement) : element;
  const linesOf = (text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()];
  };

  for (const element of root.querySelectorAll('*')) {
    if (!isShown(element) || element.closest('select, .brand') || scrolls(element)) continue;
    const box = blockOf(element).getBoundingClientRect();
    for (const text of element.childNodes) {
      if (text.nodeType !== Node.TEXT_NODE || text.textContent.trim() === '') continue;
      if (/\\{\\w+[|}]|\\bundefined\\b|\\bNaN\\b|Invalid Date/.test(text.textContent))
        if (element.closest('code') === null) tell('a value is missing', element);
      for (const { left, right } of linesOf(text))
        if (left < Math.max(0, box.left) - 1.5 || right > Math.min(clientWidth, box.right) + 1.5)
          tell('beyond its box', element);
    }
  }
  for (const group of root.querySelectorAll('.fields')) {
    const topOf = (element) => Math.round(element.getBoundingClientRect().top);
    for (const row of Map.groupBy([...group.children], topOf).values())
      if (new Set(row.map((field) => topOf(field.querySelector('input, select')))).size > 1)
        tell('not in line with the field beside it', row[0]);
  }
  for (const wide of root.querySelectorAll('table, .field > *')) {
    const place = wide.parentElement.getBoundingClientRect();
    const { left, right } = wide.getBoundingClientRect();
    if (isShown(wide) && !scrolls(wide) && (left < place.left - 1.5 || right > place.right + 1.5))
      tell('beyond its place', wide);
  }
  for (const element of root.querySelectorAll('a, button, select, input, summary')) {
    // Links within a sentence are as high as their line.
    if (!isShown(element) || element.matches('.link') || getComputedStyle(element).display === 'inline')
      continue;
    const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
    if (width < ${TARGET} || height < ${TARGET}) tell('a small target', element);
  }
  return [...faults];
})()`;

/**
 * Words cut off or beyond their box, tables and fields beyond their place, targets too small for a finger, fields out of line, values that are
 * missing in words.
 */
export const findFaults = (page: Page): Promise<readonly string[]> => page.evaluate(FIND_FAULTS);
