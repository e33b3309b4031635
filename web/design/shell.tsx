/** The frame of every page: skip link, header with language and theme, main part, footer. */
import type { ComponentChildren } from 'preact';
import { fill, t } from '../language.ts';
import { operator } from '../operator.ts';
import { at } from '../root.ts';
import { theme } from '../theme.ts';
import { Footer } from './footer.tsx';
import { useKeptFocus } from './kept-focus.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

interface ShellProps {
  readonly children: ComponentChildren;
  /** Links or tabs of the header. */
  readonly nav?: ComponentChildren;
  /** Shown right in the header, before language and theme: the signed-in user. */
  readonly end?: ComponentChildren;
  /** One task in one column: login, consent, registration. */
  readonly narrow?: boolean;
  /** Changes with the content. The main part takes the focus if the old content had it. */
  readonly shown?: string;
}

export function Shell({ children, nav, end, narrow = false, shown }: ShellProps) {
  const { shell } = t.value;
  const { name, logo } = operator.value;
  const main = useKeptFocus<HTMLElement>(shown, shown !== undefined);
  return (
    <>
      <a class="skip" href="#main">
        {shell.skip}
      </a>
      <header class={end === undefined ? 'header' : 'header header-of-person'}>
        <a class="brand" href={at('/')}>
          <img src={at(logo)} alt="" height="30" />
          <span dir="auto">{name}</span>
        </a>
        {nav !== undefined && (
          <nav class="header-nav" aria-label={shell.navigation}>
            {nav}
          </nav>
        )}
        <div class="header-end">
          {end}
          <LanguageSwitch />
          <ThemeSwitch label={fill(shell.theme, { theme: shell.themes[theme.value] })} />
        </div>
      </header>
      <main class={narrow ? 'main main-narrow' : 'main'} id="main" tabIndex={-1} ref={main}>
        {children}
      </main>
      <Footer />
    </>
  );
}
