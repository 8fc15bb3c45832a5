import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { minuteOf } from '../../domain/counting.ts';
import type { Figure, ReportInput, ReportType, Summary } from '../../domain/types.ts';
import { drawBars } from './bars.ts';
import { drawTable } from './grid.ts';
import { QUIET, Sheet } from './sheet.ts';

const TITLES: Readonly<Record<ReportType, string>> = {
  compliance: 'Compliance report',
  'patch-history': 'Patch history',
  vulnerability: 'Vulnerability report',
  audit: 'Audit report',
};

const H2 = { font: 'bold', sizePt: 12, gapPt: 6 } as const;
const TEXT = { sizePt: 9, gapPt: 4 } as const;

/** Writes the report as a tagged PDF with its fonts embedded; resolves with its size in bytes. */
export async function writePdf(summary: Summary, input: ReportInput): Promise<number> {
  const title = TITLES[input.type];
  const sheet = new Sheet(title, input.madeAt);
  const { doc, root } = sheet;
  const file = createWriteStream(input.file, { mode: 0o600, flags: 'wx' });
  const written = pipeline(doc as unknown as NodeJS.ReadableStream, file);
  sheet.block(root, 'H1', title, { font: 'bold', sizePt: 20, gapPt: 8 });
  for (const line of aboutOf(input)) sheet.block(root, 'P', line, TEXT);
  sheet.y += 10;
  sheet.block(root, 'H2', 'Figures', H2);
  drawTable(sheet, root, { columns: FIGURE_COLUMNS, rows: summary.figures.map(figureRow) });
  sheet.y += 14;
  if (summary.notes.length > 0) {
    sheet.block(root, 'H2', 'Notes', H2);
    for (const note of summary.notes) sheet.block(root, 'P', note, TEXT);
    sheet.y += 10;
  }
  sheet.ensure(200);
  sheet.block(root, 'H2', summary.chart.title, H2);
  sheet.block(root, 'P', summary.chart.meaning, { ...TEXT, colour: QUIET, gapPt: 8 });
  drawBars(sheet, root, summary.chart);
  drawRows(sheet, summary.table);
  sheet.finish(`Fleetmend · ${title} · created ${minuteOf(input.madeAt)} UTC`);
  await written;
  return file.bytesWritten;
}

function drawRows(sheet: Sheet, { title, columns, rows, left }: Summary['table']): void {
  sheet.y += 10;
  sheet.ensure(100);
  sheet.block(sheet.root, 'H2', title, H2);
  if (rows.length === 0) sheet.block(sheet.root, 'P', 'None.', TEXT);
  else drawTable(sheet, sheet.root, { columns, rows });
  sheet.y += 6;
  if (left > 0)
    sheet.block(sheet.root, 'P', `${left.toLocaleString('en')} more are in the CSV of this report.`, TEXT);
}

const FIGURE_COLUMNS = [
  { label: 'Figure', share: 0.3 },
  { label: 'Value', share: 0.16, isNumber: true },
  { label: 'Definition', share: 0.54, isNote: true },
];

const figureRow = (figure: Figure): string[] => [figure.label, valueOf(figure), figure.meaning];

function valueOf({ value, unit }: Figure): string {
  if (value === null) return unit === 'percent' ? '–' : 'not recorded';
  const text = value.toLocaleString('en', { maximumFractionDigits: 1 });
  if (unit === 'days') return value === 1 ? '1 day' : `${text} days`;
  return unit === 'percent' ? `${text} %` : text;
}

function aboutOf({ from, to, group, isLimited, madeAt, madeBy }: ReportInput): string[] {
  const seen = isLimited ? 'hosts in the reader’s scope, not the whole fleet' : 'all hosts';
  return [
    `Period: ${minuteOf(from)} UTC to ${minuteOf(to)} UTC`,
    `Scope: ${group ? `group “${group.name}”, of ` : ''}${seen}`,
    `Created ${minuteOf(madeAt)} UTC for ${madeBy}`,
  ];
}
