/** The header button that cycles from the system's theme to light and dark. */
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
