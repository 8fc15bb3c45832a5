const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/**
 * How far a clock is off, in words that stay the same from call to call: `about 2 days behind`, `about 3 hours ahead of`. `offMs`: its time less
 * the right one.
 */
export function clockOff(offMs: number): string {
  const ms = Math.abs(offMs);
  // From two of a unit on: "36 hours", not "2 days".
  const [unit, unitMs] = UNITS.find(([, one]) => ms >= 2 * one) ?? UNITS[2];
  const count = Math.max(1, Math.round(ms / unitMs));
  return `about ${count} ${unit}${count === 1 ? '' : 's'} ${offMs < 0 ? 'behind' : 'ahead of'}`;
}
