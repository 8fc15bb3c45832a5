import { isMet, ratioOf } from './bench.ts';
import type { BenchResult, Figure } from './bench.ts';

export const heads: readonly string[] = ['bench', 'figure', 'ratio', 'target', 'value', 'beside it', ''];
const rightAligned = new Set([2, 4, 6]);

/** All figures as one text table. */
export function tableOf(results: readonly BenchResult[]): string {
  const rows = results.flatMap(({ bench, figures }) =>
    ratiosFirst(figures).map((figure) => [bench, ...cellsOf(figure)]),
  );
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return rightAligned.has(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** Ratios mean the same on another machine and day; what is a mere value comes after them. */
export const ratiosFirst = (figures: readonly Figure[]): Figure[] =>
  figures.toSorted((a, b) => Number(!a.base) - Number(!b.base));

/** One row without the bench's name. */
export function cellsOf(figure: Figure): string[] {
  const { name, value, unit, base, target } = figure;
  const ratio = ratioOf(figure);
  return [
    name,
    ratio === null ? '' : ratio.toFixed(2),
    target ? `${target.of} ≤ ${target.max}: ${isMet(figure) ? 'met' : 'MISSED'}` : '',
    `${shortNumber(value)} ${unit}`,
    base?.name ?? '',
    base ? `${shortNumber(base.value)} ${unit}` : '',
  ];
}

/** The number with three significant digits. */
export function shortNumber(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toFixed(digits);
}
