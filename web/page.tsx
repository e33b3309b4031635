/** Starts a page: design, language, title, and the tree of components below `#page`. */
import { effect } from '@preact/signals';
import { type ComponentType, h, render } from 'preact';
import './design/index.css';
import { type Messages, speakFirst, t } from './language.ts';
import { loadOperator, operator } from './operator.ts';
import './theme.ts';

/**
 * @param title picks the title of the browser's tab from the messages
 * @param readers decides the languages: pages of the desk have few
 */
export function startPage(
  Page: ComponentType,
  title: (messages: Messages) => string,
  readers: 'people' | 'desk' = 'people',
): void {
  const root = document.createElement('div');
  root.id = 'page';
  document.body.append(root);
  void Promise.all([speakFirst(readers), loadOperator()]).finally(() => {
    effect(() => {
      document.title = `${title(t.value)} · ${operator.value.name}`;
    });
    render(h(Page, {}), root);
  });
}
