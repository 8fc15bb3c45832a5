/** Mistakes with reports that cannot be made. Written by hand. */
import { killNextThread } from '../../../../plugins/reports/failures.testing.ts';
import type { Mistake } from './made.ts';

const csvOf = (reportType: string) => ({ path: { reportType }, query: { format: 'csv' } });

export const reportMistakes: readonly Mistake[] = [
  {
    code: 'REPORT_NOT_MADE',
    status: 503,
    at: {
      downloadReport() {
        killNextThread();
        return csvOf('compliance');
      },
      getReportFigures() {
        killNextThread();
        return { path: { reportType: 'compliance' } };
      },
    },
  },
  // In this test's world a file has 32 KiB at most.
  { code: 'REPORT_TOO_LARGE', status: 400, at: { downloadReport: () => csvOf('audit') } },
];
