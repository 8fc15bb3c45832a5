import type { Schemas } from '#web/core/schema.ts';
import { REPORTS } from './names.ts';

/** What a new schedule begins with. */
export interface Begun {
  reportType?: Schemas['ReportType'];
  period?: Schemas['ReportSchedule']['period'];
  periodDays?: number;
  /** '': all hosts. */
  groupId?: string;
  recipients?: readonly string[];
}

/** How the periods of the page of reports are repeated; a calendar month is what all others become. */
const LAST_DAYS: ReadonlyMap<string, number> = new Map([
  ['7-days', 7],
  ['30-days', 30],
  ['90-days', 90],
  ['year', 365],
]);

/** What the address of a new schedule names of the report that it repeats. */
export const BEGUN_NAMES = ['type', 'period', 'group'] as const;

/** The address of a new schedule for a report that was made. */
export function repeatHref({
  type,
  period,
  group,
}: {
  type: string;
  period: string;
  group: string | null;
}): string {
  const query = new URLSearchParams({ new: '1', type, period, ...(group === null ? {} : { group }) });
  return `/reports/schedules?${query}`;
}

/** What the address names; it may hold anything. `email`: who opens it, and gets the report unless he says otherwise. */
export function begunOf(query: URLSearchParams, email: string | null): Begun {
  const begun: Begun = { recipients: email === null ? [] : [email], groupId: query.get('group') ?? '' };
  const type = query.get('type') ?? '';
  if (Object.hasOwn(REPORTS, type)) begun.reportType = type as Schemas['ReportType'];
  const days = LAST_DAYS.get(query.get('period') ?? '');
  return days === undefined ? begun : { ...begun, period: 'last_days', periodDays: days };
}
