/** Adds search, theme and operator to pages of the documentation. */
import { render } from 'preact';
import { Footer } from '../design/footer.tsx';
import '../design/index.css';
import { ThemeSwitch } from '../design/theme-switch.tsx';
import { loadOperator, operator } from '../operator.ts';
import { theme } from '../theme.ts';
import './docs.css';
import { at } from '../root.ts';
import { equipCode } from './code-blocks.ts';
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

equipCode(document.querySelector('main') ?? document.body);

await loadOperator();
document.querySelector('.brand span')!.textContent = operator.value.name;
document.querySelector<HTMLImageElement>('.brand img')!.src = at(operator.value.logo);
render(<Footer />, document.querySelector('#foot')!);
