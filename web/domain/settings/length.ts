import type { LengthField } from './section.ts';

/** The units that a length of time is typed in, each in units of the field. */
const UNITS = {
  seconds: [
    ['seconds', 1],
    ['minutes', 60],
    ['hours', 3_600],
    ['days', 86_400],
  ],
  days: [
    ['days', 1],
    ['weeks', 7],
    ['years', 365],
  ],
} as const;

/** What a person has typed and chosen. */
export interface Entry {
  text: string;
  /** The chosen unit, in units of the field. */
  factor: number;
}

export function unitsOf({ unit }: LengthField): readonly (readonly [name: string, factor: number])[] {
  return UNITS[unit];
}

/** A stored value in the largest unit that holds it whole: 1800 seconds are 30 minutes. */
export function entryOf(field: LengthField, value: number): Entry {
  const [, factor] = unitsOf(field).findLast(([, size]) => value >= size && value % size === 0) ?? ['', 1];
  return { text: String(value / factor), factor };
}

/** What an entry means in the field's unit; null when it is no whole number of that. */
export function valueOf({ text, factor }: Entry): number | null {
  const trimmed = text.trim().replace(',', '.');
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(trimmed)) return null;
  // 0.1 minutes are 6 seconds, and not 6.000000000000001.
  const value = Math.round(Number(trimmed) * factor * 1e6) / 1e6;
  return Number.isInteger(value) ? value : null;
}

/** “30 minutes”, “1 day”. */
export function lengthText(field: LengthField, value: number): string {
  const { text, factor } = entryOf(field, value);
  const [name = ''] = unitsOf(field).find(([, size]) => size === factor) ?? [];
  return `${text} ${text === '1' ? name.replace(/s$/, '') : name}`;
}

/** Why an entry cannot be saved, and what could be; null: it can. */
export function problemOf(field: LengthField, entry: Entry): string | null {
  const value = valueOf(entry);
  if (value === null) return `Enter a number of whole ${field.unit}.`;
  if (value < field.min) return `At least ${lengthText(field, field.min)}.`;
  return value > field.max ? `At most ${lengthText(field, field.max)}.` : null;
}
