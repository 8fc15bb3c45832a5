import { texts } from './texts.ts';

/** The form as it is typed. `end` is a day of the reader's zone, YYYY-MM-DD. */
export interface Draft {
  host: string;
  package: string;
  reason: string;
  end: string;
}

export type DraftField = keyof Draft;

/** The manager takes an end within 366 days; one day less holds in every zone. */
const MOST_DAYS = 365;
const USUAL_DAYS = 30;

const dayAfter = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);

const dayOf = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

export const firstDay = (now: Date): string => dayOf(dayAfter(now, 1));
export const usualDay = (now: Date): string => dayOf(dayAfter(now, USUAL_DAYS));
export const lastDay = (now: Date): string => dayOf(dayAfter(now, MOST_DAYS));

/** The last moment of the chosen day; null: the day is not allowed. */
export function endOf(day: string, now: Date): Date | null {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && day >= firstDay(now) && day <= lastDay(now);
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return isDay ? new Date(year, month - 1, date, 23, 59, 59) : null;
}

/** Whether the manager takes the text for a package's name. */
export const isPackageName = (text: string): boolean => /^[!-~]{1,256}$/.test(text);

/** What is wrong with what was typed, by field; the host is looked up apart. */
export function problemsOf(draft: Draft, now: Date): Partial<Record<DraftField, string>> {
  return {
    ...(draft.host.trim() === '' ? { host: texts.noHost } : {}),
    ...(isPackageName(draft.package.trim()) ? {} : { package: texts.noPackage }),
    ...(draft.reason.trim() === '' ? { reason: texts.noReason } : {}),
    ...(endOf(draft.end, now) ? {} : { end: texts.badEnd }),
  };
}
