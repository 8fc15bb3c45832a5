/**
 * Documented errors that the walk does not meet: at which operations, and the suite that provokes the code, or what it
 * would take. Written by hand; a pair that is neither met nor listed fails the walk.
 */
interface Unseen {
  /** A path: there is where the code is provoked. */
  where: string;
  at: readonly string[];
}

export const UNSEEN: Readonly<Record<string, Unseen>> = {
  REPORT_NOT_MADE: { where: 'It takes a thread that dies.', at: ['downloadReport', 'getReportFigures'] },
  REPORT_TOO_LARGE: {
    where: 'It takes a fleet whose report is larger than one may be.',
    at: ['downloadReport'],
  },
};
