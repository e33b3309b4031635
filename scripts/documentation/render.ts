/** Markdown to the HTML of a page: headings with the anchors of code hosts, links by a resolver. */
import GithubSlugger from 'github-slugger';
import { Marked, type Token } from 'marked';
import { escapeHtml } from './escape-html.ts';
import { renderSequence } from './sequence.ts';

export interface Heading {
  readonly depth: number;
  /** What stands behind `#` in a link to it. */
  readonly id: string;
  readonly text: string;
}

export interface Rendered {
  readonly html: string;
  readonly headings: readonly Heading[];
}

/** What stands below one heading, as plain words: what a search looks at. */
export interface Passage {
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

/**
 * @param resolve makes the address of a link or picture of what is written in the source
 */
export function render(markdown: string, resolve: (href: string) => string): Rendered {
  const slugger = new GithubSlugger();
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = wordsOf(tokens);
        const id = slugger.slug(text);
        headings.push({ depth, id, text });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${escapeHtml(resolve(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }) {
        return `<img src="${escapeHtml(resolve(href))}" alt="${escapeHtml(text)}">`;
      },
      code: ({ text, lang }) =>
        lang === 'mermaid'
          ? renderSequence(text)
          : `<pre tabindex="0"${languageAttribute(text, lang)}><code>${escapeHtml(text)}\n</code></pre>\n`,
      // Above names that need no title there is nothing, which is no heading.
      tablecell({ tokens, header, align }) {
        const name = header && tokens.length > 0 ? 'th' : 'td';
        const start = align ? `${name} align="${align}"` : name;
        return `<${start}>${this.parser.parseInline(tokens)}</${name}>\n`;
      },
      // The sources hold none; what looks like it is a word in angle brackets.
      html: ({ text }) => escapeHtml(text),
    },
  });
  const html = marked
    .parse(markdown, { async: false })
    .replaceAll('<table>', '<div class="table-scroll" tabindex="0"><table class="table">')
    .replaceAll('</table>', '</table></div>');
  return { html, headings };
}

/** Languages in which the same is shown side by side. */
const LANGUAGES: Readonly<Record<string, string>> = {
  js: 'TypeScript',
  ts: 'TypeScript',
  python: 'Python',
};

function languageAttribute(text: string, lang: string | undefined): string {
  const language = lang ? LANGUAGES[lang] : /\bcurl\b/.test(text) ? 'curl' : undefined;
  return language === undefined ? '' : ` data-language="${language}"`;
}

/** The passages of a page, in order. */
export function passagesOf(markdown: string): Passage[] {
  const slugger = new GithubSlugger();
  const passages: { id: string; heading: string; text: string }[] = [];
  for (const token of new Marked().lexer(markdown)) {
    if (token.type === 'heading') {
      const heading = wordsOf([token]);
      passages.push({ id: slugger.slug(heading), heading, text: '' });
    } else {
      const passage = passages.at(-1);
      if (passage !== undefined) passage.text = `${passage.text} ${wordsOf([token])}`.trim();
    }
  }
  return passages;
}

/** Words without marks; tables have theirs in cells. */
function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'table')
        return [token.header, ...token.rows]
          .flat()
          .map((cell: { readonly tokens: Token[] }) => wordsOf(cell.tokens))
          .join(' ');
      if (token.type === 'list') return token.items.map((item: Token) => wordsOf([item])).join(' ');
      return 'tokens' in token && token.tokens !== undefined
        ? wordsOf(token.tokens)
        : 'text' in token
          ? token.text
          : '';
    })
    .join('');
}
