/** Texts for people: plain lines that read the same with and without colour, in a terminal and in a mail. */

/** Two columns; the second may be long and is never cut. */
export function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `${name.padEnd(width)}  ${text}`).join('\n');
}

/** The time from `at` to `now`, in its largest unit: `12 s`, `4 min`, `3 h`, `9 days`. */
export function ago(at: string, now: Date): string {
  const secs = Math.max(0, Math.round((now.getTime() - Date.parse(at)) / 1000));
  if (secs < 120) return `${secs} s`;
  if (secs < 7_200) return `${Math.round(secs / 60)} min`;
  if (secs < 172_800) return `${Math.round(secs / 3_600)} h`;
  return `${Math.round(secs / 86_400)} days`;
}

/** `until 2027-02-19, 90 days left` or `ended 2026-11-01, 20 days ago`. */
export function daysLeft(facts: { valid_until: string; days_left: number }): string {
  const day = facts.valid_until.slice(0, 10);
  if (facts.days_left < 0) return `ended ${day}, ${-facts.days_left} days ago`;
  return `until ${day}, ${facts.days_left} days left`;
}
