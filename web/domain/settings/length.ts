import { DURATION_UNITS, secsIn, unitOf } from '../../components/fm-field/duration.ts';
import { plural } from '../../core/format.ts';
import type { LengthField } from './section.ts';

/** “30 minutes”, “1 day”. */
export function lengthText({ unit }: LengthField, value: number): string {
  if (unit === 'days') return plural(value, 'day');
  const largest = unitOf(value);
  const name = DURATION_UNITS.find((one) => one.unit === largest)?.label ?? unit;
  return plural(value / secsIn(largest), name.replace(/s$/, ''));
}

/** Why a value cannot be saved, and what could be; null: it can. */
export function problemOf(field: LengthField, value: number | null): string | null {
  if (value === null || !Number.isInteger(value)) return `Enter a number of whole ${field.unit}.`;
  if (value < field.min) return `At least ${lengthText(field, field.min)}.`;
  return value > field.max ? `At most ${lengthText(field, field.max)}.` : null;
}
