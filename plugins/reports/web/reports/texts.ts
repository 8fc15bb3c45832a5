import type { Schemas } from '../../../../web/core/schema.ts';

type ReportType = Schemas['ReportType'];

/** What the page of the reports says. */
export const texts = {
  title: 'Reports',
  what: 'For whoever does not use Fleetmend: choose a report, look at its figures, and take it along as a file.',
  report: 'Report',
  period: 'Period',
  periodHelp: 'In UTC.',
  group: 'Hosts',
  allHosts: 'All hosts',
  allMine: 'All hosts that you may see',
  bom: 'CSV for Excel',
  bomHelp: 'Begins the file with a mark by which Excel knows that it is UTF-8.',
  show: 'Show the figures',
  showing: 'Counting …',
  csv: 'Download CSV',
  pdf: 'Download PDF',
  making: 'A report is being made. In a large fleet that takes up to half a minute.',
  figures: 'Figures',
  counted: 'What is counted',
  notes: 'How to read them',
  notRecorded: 'not recorded',
  nothing: '–',
  saved: (name: string): string => `${name} is saved.`,
  about: (from: string, to: string, rows: string): string =>
    `From ${from} to ${to} (UTC). The CSV has ${rows}.`,
} as const;

/** Of each report its name, and the question that it answers. */
export const REPORTS: Readonly<Record<ReportType, readonly [name: string, question: string]>> = {
  compliance: ['Compliance', 'Which hosts keep the service levels, and why do others not?'],
  'patch-history': ['Patch history', 'What was changed on which host, when, by which job?'],
  vulnerability: ['Vulnerabilities', 'What is open on which host, since when, and what is overdue?'],
  audit: ['Audit log', 'Who did what?'],
};
