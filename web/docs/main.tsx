/** What the pages of the documentation can do beyond being read: search, and change the theme. */
import { render } from 'preact';
import '../design/index.css';
import { ThemeSwitch } from '../design/theme-switch.tsx';
import { theme } from '../theme.ts';
import './docs.css';
import { Search } from './search.tsx';

function Tools({ index }: { readonly index: string }) {
  return (
    <>
      <Search index={index} />
      <ThemeSwitch label={`Theme: ${theme.value}`} />
    </>
  );
}

const place = document.querySelector<HTMLElement>('#tools')!;
render(<Tools index={place.dataset.index!} />, place);
