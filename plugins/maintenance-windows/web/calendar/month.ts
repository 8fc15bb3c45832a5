import type { Schemas } from '#web/core/schema.ts';

type Opening = Schemas['CalendarOpening'];

/** A line of the calendar: the openings of one name at one time, of any number of hosts and groups. */
export interface Line {
  key: string;
  kind: Opening['kind'];
  name: string;
  startsAt: Date;
  endsAt: Date;
  /** How many windows it stands for. */
  count: number;
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
  const at = new Date(year, month + shift, 1);
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}`;
}

/** The days of the month on the reader's clocks, each with what is open or frozen on it. */
export function daysOf(
  { year, month }: { year: number; month: number },
  openings: readonly Opening[],
): Day[] {
  const lines = linesOf(openings);
  const count = new Date(year, month + 1, 0).getDate();
  return Array.from({ length: count }, (_, index) => {
    const start = new Date(year, month, index + 1);
    const end = new Date(year, month, index + 2);
    const date = `${monthText({ year, month })}-${String(index + 1).padStart(2, '0')}`;
    return { date, start, lines: lines.filter(({ startsAt, endsAt }) => startsAt < end && endsAt > start) };
  });
}

/** The same name at the same time is one line. */
export function linesOf(openings: readonly Opening[]): Line[] {
  const lines = new Map<string, Line>();
  for (const { kind, name, starts_at: from, ends_at: to } of openings) {
    const key = [kind, from, to, name].join(' ');
    const line = lines.get(key);
    if (line) line.count += 1;
    else lines.set(key, { key, kind, name, startsAt: new Date(from), endsAt: new Date(to), count: 1 });
  }
  return [...lines.values()];
}
