import { csvFileName, csvOf, saveFile } from '../../core/csv.ts';
import { cellTexts } from './cellText.ts';
import type { Column } from './column.ts';

/**
 * Saves rows as a CSV file with the texts of these columns, in the order of the screen; `name` begins the file's name.
 */
export function saveTable<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  const texts = columns.map((column) => cellTexts(column, rows));
  const lines = rows.map((_, index) => texts.map((column) => column[index] ?? null));
  saveFile(csvOf([columns.map(({ header }) => header), ...lines]), csvFileName(name, new Date()));
}
