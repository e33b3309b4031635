/** Dark or light: the system's, unless the user has chosen. `public/theme.js` reads it first. */
import { effect, signal } from '@preact/signals';
import { recall, remember } from './remembered.ts';

export type Theme = 'system' | 'light' | 'dark';

const STORED = 'prosopon.theme';
const ORDER: readonly Theme[] = ['system', 'light', 'dark'];

export const theme = signal<Theme>(ORDER.find((name) => name === recall(STORED)) ?? 'system');

effect(() => {
  const { dataset } = document.documentElement;
  if (theme.value === 'system') delete dataset.theme;
  else dataset.theme = theme.value;
});

/** Cycles from the system's theme to light and dark. */
export function nextTheme(): void {
  theme.value = ORDER[(ORDER.indexOf(theme.value) + 1) % ORDER.length]!;
  remember(STORED, theme.value);
}
