import { RULE, type Element, type Sheet, type Words } from './sheet.ts';

export interface Column {
  label: string;
  /** Share of the width; all columns together are 1. */
  share: number;
  isNumber?: boolean;
  /** Smaller and quieter than the others. */
  isNote?: boolean;
}

const PAD = 4;
const HEAD: Words = { font: 'bold', sizePt: 8.5, maxLines: 2 };
const BODY: Words = { sizePt: 8.5, maxLines: 3 };
const NOTE: Words = { sizePt: 7.5, colour: '#4a5563', maxLines: 5 };

/** Draws a table; its head is on each page, but screen readers read it once. */
export function drawTable(
  sheet: Sheet,
  parent: Element,
  { columns, rows }: { columns: readonly Column[]; rows: readonly (readonly string[])[] },
): void {
  const table = sheet.doc.struct('Table');
  parent.add(table);
  const head = columns.map(({ label }) => label);
  const words = (column: Column, isHead: boolean): Words => ({
    ...(isHead ? HEAD : column.isNote ? NOTE : BODY),
    align: column.isNumber ? 'right' : 'left',
  });
  const heightOf = (cells: readonly string[], isHead: boolean): number =>
    2 * PAD +
    Math.max(
      ...columns.map((column, index) =>
        sheet.heightOf(cells[index] ?? '', column.share * sheet.width - 2 * PAD, words(column, isHead)),
      ),
    );
  const headHeight = heightOf(head, true);
  sheet.ensure(headHeight + 60);
  line(sheet, { table, cells: head, height: headHeight, columns, words, isHead: true });
  for (const cells of rows) {
    const height = heightOf(cells, false);
    if (sheet.ensure(height)) repeatHead(sheet, { head, columns, height: headHeight });
    line(sheet, { table, cells, height, columns, words, isHead: false });
  }
  table.end();
}

interface Line {
  table: Element;
  cells: readonly string[];
  height: number;
  columns: readonly Column[];
  words: (column: Column, isHead: boolean) => Words;
  isHead: boolean;
}

function line(sheet: Sheet, { table, cells, height, columns, words, isHead }: Line): void {
  const { doc } = sheet;
  const row = doc.struct('TR');
  table.add(row);
  let x = sheet.left;
  for (const [index, column] of columns.entries()) {
    const width = column.share * sheet.width;
    const place = { x: x + PAD, y: sheet.y + PAD, width: width - 2 * PAD };
    const text = cells[index] ?? '';
    const write = (): void => sheet.write(text, place, words(column, isHead));
    // The first cell names its row.
    const cell = isHead
      ? doc.struct('TH', { scope: 'Column' } as object, write)
      : index === 0
        ? doc.struct('TH', { scope: 'Row' } as object, write)
        : doc.struct('TD', {}, write);
    row.add(cell);
    cell.end();
    x += width;
  }
  row.end();
  sheet.y += height;
  rule(sheet);
}

function rule(sheet: Sheet): void {
  sheet.artifact(() => {
    const { doc, left, width, y } = sheet;
    doc
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(0.5)
      .strokeColor(RULE)
      .stroke();
  });
}

function repeatHead(
  sheet: Sheet,
  { head, columns, height }: { head: readonly string[]; columns: readonly Column[]; height: number },
): void {
  sheet.artifact(() => {
    let x = sheet.left;
    for (const [index, column] of columns.entries()) {
      const width = column.share * sheet.width;
      const place = { x: x + PAD, y: sheet.y + PAD, width: width - 2 * PAD };
      sheet.write(head[index] ?? '', place, { ...HEAD, align: column.isNumber ? 'right' : 'left' });
      x += width;
    }
  });
  sheet.y += height;
  rule(sheet);
}
