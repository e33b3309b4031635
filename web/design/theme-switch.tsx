/** The button of the header that goes from the system's theme to light, to dark, and back. */
import { nextTheme, theme } from '../theme.ts';
import { MoonIcon, SunIcon, SystemIcon } from './icons.tsx';

const ICONS = { system: SystemIcon, light: SunIcon, dark: MoonIcon };

export function ThemeSwitch({ label }: { readonly label: string }) {
  const ThemeIcon = ICONS[theme.value];
  return (
    <button
      type="button"
      class="button button-bare button-small"
      title={label}
      aria-label={label}
      onClick={nextTheme}
    >
      <ThemeIcon />
    </button>
  );
}
