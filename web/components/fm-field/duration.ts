export type DurationUnit = 's' | 'min' | 'h' | 'd';

export const DURATION_UNITS: readonly { unit: DurationUnit; label: string; secs: number }[] = [
  { unit: 's', label: 'seconds', secs: 1 },
  { unit: 'min', label: 'minutes', secs: 60 },
  { unit: 'h', label: 'hours', secs: 3_600 },
  { unit: 'd', label: 'days', secs: 86_400 },
];

/** The largest unit in which so many seconds are a whole number: 5400 is 90 minutes, 86400 is 1 day. */
export function unitOf(secs: number): DurationUnit {
  return DURATION_UNITS.findLast((one) => secs !== 0 && secs % one.secs === 0)?.unit ?? 's';
}

export function secsIn(unit: DurationUnit): number {
  return DURATION_UNITS.find((one) => one.unit === unit)?.secs ?? 1;
}
