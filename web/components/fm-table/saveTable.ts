import { render } from 'lit';
import { csvFileName, csvOf, saveFile } from '../../core/csv.ts';
import { countText } from '../../core/format.ts';
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
function cellTexts<Row>(column: Column<Row>, rows: readonly Row[]): (string | number | null)[] {
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

interface Table<Row> {
  name: string;
  /** Those on the screen. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** How many rows there are in all; null: not known. */
  total: number | null;
}

/**
 * Saves the columns and rows as they are on the screen, after reading the rows that are not loaded, where `loadAll`
 * can. Resolves to what the reader should know of the file, or to ''.
 */
export async function saveTable<Row>(
  loadAll: (() => Promise<unknown>) | null,
  table: () => Table<Row>,
): Promise<string> {
  try {
    await loadAll?.();
    // The page hands the rows just read to the table when it next renders.
    await new Promise(requestAnimationFrame);
    const { name, columns, rows } = table();
    saveRows(name, columns, rows);
  } catch {
    return 'The rows could not be read, so no file was created. Try again.';
  }
  const { total, rows } = table();
  if (total === null || total <= rows.length) return '';
  return `The file contains ${countText(rows.length)} of ${countText(total)} rows.`;
}

/** Saves rows as a CSV file with the texts of these columns; `name` begins the file's name. */
function saveRows<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  const texts = columns.map((column) => cellTexts(column, rows));
  const lines = rows.map((_, index) => texts.map((column) => column[index] ?? null));
  saveFile(csvOf([columns.map(({ header }) => header), ...lines]), csvFileName(name, new Date()));
}
