/** The documentation as a site: nothing is out of reach, no link is dead, every page is in its frame. */
import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inFrame } from '../../scripts/documentation/plugin.ts';
import { passagesOf, render } from '../../scripts/documentation/render.ts';
import { addressOf, INDEX, readSite } from '../../scripts/documentation/site.ts';
import { ROOT } from '../../testing/cli/run-cli.ts';

const site = readSite(ROOT);

describe('the documentation', () => {
  it('lists every page in its index', () => {
    const listed = site.navigation.flatMap(({ entries }) => entries.map(({ source }) => source));
    const written = globSync('docs/**/*.md', { cwd: ROOT }).filter((source) => source !== INDEX);
    expect(written.filter((source) => !listed.some((one) => one.split('#')[0] === source))).toEqual(
      [],
    );
  });

  it('has no dead links', () => {
    const dead = site.links.filter(({ to, anchor }) => {
      if (site.pictures.includes(to)) return false;
      const page = site.pages.find(({ source }) => source === to);
      return page === undefined || (anchor && !page.headings.some(({ id }) => id === anchor));
    });
    expect(dead).toEqual([]);
    expect(site.links.length).toBeGreaterThan(100);
  });

  it('shows the pages in groups, and the parts of the open page', () => {
    const page = site.pages.find(({ source }) => source === 'docs/operate/run.md')!;
    const frame = '<title>Prosopon</title><!--navigation--><!--page-->/search-index';
    const html = inFrame(frame, page, site, '/assets/a.json');
    expect(html).toContain('<title>Containers and systemd · Prosopon</title>');
    expect(html).toMatch(/<h2>Tutorials<\/h2>\s*<ul><li><a href="\/docs\/first-calls">/);
    expect(html).toContain('<a href="/docs/operate/run" aria-current="page">');
    expect(html).toContain('<li><a href="#systemd">systemd</a></li>');
    expect(html).toContain('<a href="/docs/project/compose.yaml"><code>compose.yaml</code></a>');
  });
});

describe('a page', () => {
  it('has links with the addresses of the site', () => {
    expect(
      ['docs/README.md', 'docs/operate/tls.md', 'README.md', 'deploy/nginx.conf'].map(addressOf),
    ).toEqual(['/docs', '/docs/operate/tls', '/docs/project', '/docs/project/deploy/nginx.conf']);
  });

  it('runs nothing from its source, and keeps words in angle brackets', () => {
    const { html } = render('a <script>alert(1)</script> `<b>` <NAME>', (href) => href);
    expect(html).not.toMatch(/<(script|b|NAME)>/);
    expect(html).toContain('&lt;NAME&gt;');
  });

  it('has exactly the columns of its source tables', () => {
    const { html } = render('| | b |\n|---|--:|\n| 1 | 2 |', String);
    expect(html).toContain('<td></td>\n<th align="right">b</th>');
    expect(html).toContain('<td align="right">2</td>');
  });

  it('shows sequence diagrams as steps, with their conditions', () => {
    const source =
      'sequenceDiagram\n  participant A as App <1>\n  A->>S: ask\n  alt no\n    S-->>A: {live: false}\n' +
      '  else yes\n    Note over S: counts\n  end\n';
    expect(render(`\`\`\`mermaid\n${source}\`\`\``, String).html).toBe(
      '<ol class="sequence"><li><b>App &lt;1&gt; → S</b> ask</li>' +
        '<li><i>no</i><ol><li><b>S → App &lt;1&gt;</b> {live: false}</li></ol></li>' +
        '<li><i>yes</i><ol><li><b>S</b> <i>counts</i></li></ol></li></ol>\n',
    );
    expect(() => render('```mermaid\ngraph TD\n```', String)).toThrow('graph TD');
  });

  it('has the anchors of code hosts, and is found by the text below each', () => {
    const source = '# A `b`, c\n\nwords\n\n## Twice\n\n| x |\n|---|\n| in a cell |\n\n## Twice\n';
    expect(render(source, String).headings.map(({ id }) => id)).toEqual([
      'a-b-c',
      'twice',
      'twice-1',
    ]);
    expect(passagesOf(source)[1]).toEqual({ id: 'twice', heading: 'Twice', text: 'x in a cell' });
  });
});
