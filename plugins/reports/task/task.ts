import type { reads } from '#sdk';
import { auditReport } from '../domain/auditRows.ts';
import { complianceReport } from '../domain/compliance.ts';
import { historyReport } from '../domain/history.ts';
import { vulnerabilityReport } from '../domain/vulnerability.ts';
import type { Cells, Made, Report, ReportAsked, ReportInput, ReportType } from '../domain/types.ts';
import { TooLarge, writeCsv } from './csv.ts';

const REPORTS: Readonly<Record<ReportType, (asked: ReportAsked) => Report>> = {
  compliance: complianceReport,
  'patch-history': historyReport,
  vulnerability: vulnerabilityReport,
  audit: auditReport,
};

/** Makes one report, in a thread: reads the rows once, writes the file, and tells what it counted. */
export async function* task(db: reads.Database, input: ReportInput): AsyncIterable<Made> {
  const report = REPORTS[input.type](input);
  let rows = 0;
  async function* from(
    query: reads.Query | null | undefined,
    take: ((row: unknown) => readonly Cells[]) | undefined,
  ): AsyncGenerator<Cells> {
    if (!query || !take) return;
    for await (const row of db.iterate(query)) {
      const made = take(row);
      rows += made.length;
      yield* made;
    }
  }
  async function* cells(): AsyncGenerator<Cells> {
    const { query, exposure } = input;
    yield* from(exposure?.open, report.exposure?.open);
    yield* from(query, report.take);
    for (const part of ['cves', 'patches', 'closed'] as const)
      yield* from(exposure?.[part], report.exposure?.[part]);
  }
  try {
    const sizeBytes = await write(cells(), { report, input });
    yield { outcome: 'made', rows, sizeBytes, summary: report.summary() };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    yield { outcome: 'tooLarge' };
  }
}

async function write(
  cells: AsyncIterable<Cells>,
  { report, input }: { report: Report; input: ReportInput },
): Promise<number> {
  const { format, file, bom, maxBytes } = input;
  if (format === 'csv') return writeCsv(cells, { columns: report.columns, bom, file, maxBytes });
  for await (const _ of cells);
  // Imported only here: the library takes longer to load than a short CSV to be written.
  return format === 'pdf' ? (await import('./pdf/report.ts')).writePdf(report.summary(), input) : 0;
}
