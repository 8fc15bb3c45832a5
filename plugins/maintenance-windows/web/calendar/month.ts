import type { Schemas } from '#web/core/schema.ts';

/** What the manager knows of a period. */
export interface Planned {
  openings: readonly Schemas['CalendarOpening'][];
  runs: readonly Schemas['UpcomingPolicyRun'][];
  jobs: readonly Pick<Schemas['Job'], 'id' | 'name' | 'operation' | 'schedule_at'>[];
}

export type LineKind = Schemas['WindowGate'] | 'policy' | 'job';

/** A line of the calendar: a run, or the openings of one name at one time, of any number of hosts and groups. */
export interface Line {
  key: string;
  kind: LineKind;
  /** Of the first, where it stands for several. */
  id: string;
  name: string;
  startsAt: Date;
  /** Of a run, which has no end, its start. */
  endsAt: Date;
  /** How many windows it stands for. */
  count: number;
  /** A person has skipped this run. */
  isSkipped: boolean;
}

export interface Day {
  /** `2026-01-18`, on the reader's clocks. */
  date: string;
  start: Date;
  lines: Line[];
}

/** The month of a text such as `2026-01`; for any other text the current month. */
export function monthOf(text: string | null, now: Date): { year: number; month: number } {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text ?? '') ?? [];
  if (year !== undefined && month !== undefined) return { year: Number(year), month: Number(month) - 1 };
  return { year: now.getFullYear(), month: now.getMonth() };
}

export function monthText({ year, month }: { year: number; month: number }, shift = 0): string {
  return dateText(new Date(year, month + shift, 1)).slice(0, 7);
}

/** `2026-01-18`, on the reader's clocks. */
export function dateText(at: Date): string {
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${at.getFullYear()}-${month}-${day}`;
}

/** The days from one, on the reader's clocks, each with what happens on it. */
export function daysOf(first: Date, count: number, lines: readonly Line[]): Day[] {
  const [year, month, day] = [first.getFullYear(), first.getMonth(), first.getDate()];
  return Array.from({ length: count }, (_, index) => {
    const start = new Date(year, month, day + index);
    const end = new Date(year, month, day + index + 1);
    return { date: dateText(start), start, lines: lines.filter((line) => isWithin(line, start, end)) };
  });
}

const isWithin = ({ startsAt, endsAt }: Line, start: Date, end: Date): boolean =>
  startsAt < end && (endsAt > start || startsAt >= start);

export const WEEK = 7;

/** How many days of its week, which begins on Monday, are before a day. */
export const inWeek = (day: Date): number => (day.getDay() + 6) % WEEK;

/** The days that the grid of a month shows, from a Monday up to the Monday after: its weeks, with days of its neighbours. */
export function gridOf({ year, month }: { year: number; month: number }): { first: Date; end: Date } {
  const before = inWeek(new Date(year, month, 1));
  const length = before + new Date(year, month + 1, 0).getDate();
  const count = Math.ceil(length / WEEK) * WEEK;
  return { first: new Date(year, month, 1 - before), end: new Date(year, month, 1 - before + count) };
}

/** The days of the weeks of a month. */
export function gridDays(at: { year: number; month: number }, lines: readonly Line[]): Day[] {
  const { first, end } = gridOf(at);
  return daysOf(first, Math.round((end.getTime() - first.getTime()) / 86_400_000), lines);
}

/** Whether the day is of the month, such as `2026-01`; of the grid's days some are not. */
export const isOf = (month: string, { date }: Pick<Day, 'date'>): boolean => date.startsWith(month);

/** All that is planned, by its start. The same window at the same time is one line. */
export function linesOf({ openings, runs, jobs }: Planned): Line[] {
  const lines = new Map<string, Line>();
  for (const { kind, id, name, starts_at: from, ends_at: to } of openings) {
    const key = [kind, from, to, name].join(' ');
    const line = lines.get(key);
    if (line) line.count += 1;
    else lines.set(key, lineOf({ key, kind, id, name, from, to }));
  }
  for (const { policy_id: id, name, starts_at: from, is_skipped: isSkipped } of runs) {
    const key = ['policy', from, id].join(' ');
    lines.set(key, { ...lineOf({ key, kind: 'policy', id, name, from, to: from }), isSkipped });
  }
  for (const { id, name, operation, schedule_at: from } of jobs) {
    if (from === null) continue;
    lines.set(id, lineOf({ key: id, kind: 'job', id, name: name ?? operation, from, to: from }));
  }
  return [...lines.values()].sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}

function lineOf({
  from,
  to,
  ...rest
}: Pick<Line, 'key' | 'kind' | 'id' | 'name'> & { from: string; to: string }): Line {
  return { ...rest, startsAt: new Date(from), endsAt: new Date(to), count: 1, isSkipped: false };
}

/** Where a line leads: to the run, or to the window or freeze, which only those who may edit it can open. */
export function hrefOf({ kind, id, count }: Line, mayEdit: (kind: Schemas['WindowGate']) => boolean): string {
  if (kind === 'policy') return `/policies/${id}`;
  if (kind === 'job') return `/jobs/${id}`;
  return count === 1 && mayEdit(kind) ? `/calendar?edit=${id}` : `/calendar?tab=${kind}s`;
}

/** “02:00–04:00”, “all day”, or the start of a run: as much of a line as falls on the day. */
export function timeText({ startsAt, endsAt }: Line, day: Date): string {
  const next = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1);
  if (startsAt.getTime() === endsAt.getTime()) return hours.format(startsAt);
  if (startsAt <= day && endsAt >= next) return 'all day';
  const from = startsAt < day ? '00:00' : hours.format(startsAt);
  return `${from}–${endsAt > next ? '24:00' : hours.format(endsAt)}`;
}

const hours = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
