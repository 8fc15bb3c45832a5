import { render } from 'lit';
import type { Column } from './column.ts';

/** The texts of our own elements, which have not rendered when they are outside the page. */
const SAID: Readonly<Record<string, (element: Element) => string>> = {
  'fm-badge': (badge) => `${(badge as Element & { label: string }).label} ${textOf(badge.childNodes)}`,
  'fm-time': (time) => {
    const { datetime, missing } = time as Element & { datetime: string | null; missing: string };
    return datetime ?? missing;
  },
  'fm-progress': () => '',
  'fm-copy': (copy) => (copy as Element & { value: string }).value,
};

/**
 * The cells of a column as texts, each rendered outside the page: a time gives RFC 3339, a badge its words, and a
 * drawing nothing.
 */
export function cellTexts<Row>(column: Column<Row>, rows: readonly Row[]): (string | number | null)[] {
  const { text } = column;
  if (text) return rows.map((row) => text(row));
  const box = document.createElement('div');
  return rows.map((row) => {
    render(column.render(row), box);
    return textOf(box.childNodes).replaceAll(/\s+/g, ' ').trim();
  });
}

function textOf(nodes: Iterable<ChildNode>): string {
  return [...nodes].map(textOfNode).join('');
}

function textOfNode(node: ChildNode): string {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element)) return '';
  const said = SAID[node.localName];
  if (said) return said(node);
  return node.localName === 'br' ? ', ' : textOf(node.childNodes);
}
