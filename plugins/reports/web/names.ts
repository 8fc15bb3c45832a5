import type { Schemas } from '#web/core/schema.ts';

type ReportType = Schemas['ReportType'];

/** The name of each report, and the question that it answers. */
export const REPORTS: Readonly<Record<ReportType, readonly [name: string, question: string]>> = {
  compliance: ['Compliance', 'Hosts in and out of SLA, with reasons'],
  'patch-history': ['Patch history', 'Package changes by host and job'],
  vulnerability: ['Vulnerabilities', 'Open and overdue findings by host'],
  audit: ['Audit log', 'Actions of users and the system'],
};
