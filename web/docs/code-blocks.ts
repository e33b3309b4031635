/** Code of the documentation: a button to copy it, and tabs where it is there in several languages. */

const COPIED_MS = 2000;

/** Gives every block of code on the page its button, and neighbours their tabs. */
export function equipCode(page: HTMLElement): void {
  for (const block of page.querySelectorAll('pre')) addCopyButton(block);
  for (const first of page.querySelectorAll<HTMLElement>('.code[data-language]')) {
    if (first.previousElementSibling?.matches('.code[data-language]')) continue;
    const blocks = [first];
    for (let next = first.nextElementSibling; next?.matches('.code[data-language]'); ) {
      blocks.push(next as HTMLElement);
      next = next.nextElementSibling;
    }
    const languages = new Set(blocks.map(({ dataset }) => dataset.language));
    if (blocks.length > 1 && languages.size === blocks.length) addTabs(blocks);
  }
}

function addCopyButton(block: HTMLPreElement): void {
  const around = document.createElement('div');
  around.className = 'code';
  const language = block.dataset.language;
  if (language !== undefined) around.dataset.language = language;
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', textContent: 'Copy' });
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent.trimEnd());
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, COPIED_MS);
  });
  block.replaceWith(around);
  around.append(block, button);
}

/** As the authoring practices of ARIA have them: arrows move, only the chosen tab is in the order. */
function addTabs(blocks: readonly HTMLElement[]): void {
  const list = document.createElement('div');
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language');
  list.className = 'code-tabs';
  const tabs = blocks.map(({ dataset }) => {
    const tab = document.createElement('button');
    Object.assign(tab, { type: 'button', role: 'tab', textContent: dataset.language });
    return tab;
  });
  const select = (chosen: number) => {
    for (const [index, tab] of tabs.entries()) {
      tab.ariaSelected = String(index === chosen);
      tab.tabIndex = index === chosen ? 0 : -1;
      blocks[index]!.hidden = index !== chosen;
    }
  };
  for (const [index, tab] of tabs.entries()) {
    blocks[index]!.setAttribute('role', 'tabpanel');
    blocks[index]!.setAttribute('aria-label', tab.textContent);
    tab.addEventListener('click', () => select(index));
    tab.addEventListener('keydown', ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (step === undefined) return;
      const next = (index + step + tabs.length) % tabs.length;
      select(next);
      tabs[next]!.focus();
    });
  }
  list.append(...tabs);
  blocks[0]!.before(list);
  select(0);
}
