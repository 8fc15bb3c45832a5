import type { Schemas } from '#web/core/schema.ts';

type ReportType = Schemas['ReportType'];

/** The name of each report, and the question that it answers. */
export const REPORTS: Readonly<Record<ReportType, readonly [name: string, question: string]>> = {
  compliance: ['Compliance', 'Which hosts keep the service levels, and why do others not?'],
  'patch-history': ['Patch history', 'What was changed on which host, when, by which job?'],
  vulnerability: ['Vulnerabilities', 'What is open on which host, since when, and what is overdue?'],
  audit: ['Audit log', 'Who did what?'],
};
