/**
 * Sequence diagrams, which code hosts draw from Mermaid, as a list of their steps: it can be read on a
 * phone and read out. Participants, messages, notes, `loop`, and `alt` with `else` are known.
 */
import { escapeHtml } from './escape-html.ts';

/** @throws Error naming the line that is none of these */
export function renderSequence(source: string): string {
  const [kind, ...lines] = source.trim().split('\n');
  if (kind?.trim() !== 'sequenceDiagram') throw new Error(`${kind}: no sequence diagram`);
  const names = new Map<string, string>();
  const html = lines.map((line) => renderLine(line.trim(), names)).join('');
  return `<ol class="sequence">${html}</ol>\n`;
}

function renderLine(line: string, names: Map<string, string>): string {
  const [, id = '', name = id] = /^participant (\w+)(?: as (.+))?$/.exec(line) ?? [];
  if (id !== '') {
    names.set(id, name);
    return '';
  }
  const nameOf = (participant: string) => escapeHtml(names.get(participant) ?? participant);
  const [, from, to = '', message = ''] = /^(\w+)--?>>(\w+): (.+)$/.exec(line) ?? [];
  if (from !== undefined) {
    const way = from === to ? nameOf(from) : `${nameOf(from)} → ${nameOf(to)}`;
    return `<li><b>${way}</b> ${escapeHtml(message)}</li>`;
  }
  const [, over = '', note] = /^Note over (\w+): (.+)$/.exec(line) ?? [];
  if (note !== undefined) return `<li><b>${nameOf(over)}</b> <i>${escapeHtml(note)}</i></li>`;
  const [, block, condition = ''] = /^(loop|alt|else) (.+)$/.exec(line) ?? [];
  if (block === undefined && line !== 'end') throw new Error(`${line}: not known here`);
  const begin = `<li><i>${block === 'loop' ? '↻ ' : ''}${escapeHtml(condition)}</i><ol>`;
  if (line === 'end') return '</ol></li>';
  return block === 'else' ? `</ol></li>${begin}` : begin;
}
