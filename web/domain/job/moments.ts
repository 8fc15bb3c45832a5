/** What is typed into a `datetime-local` field, in the zone of the browser; null for nothing, and for no moment. */
export function momentOf(text: string): Date | null {
  const at = new Date(text);
  return text === '' || Number.isNaN(at.getTime()) ? null : at;
}

/** The same moment for such a field. */
export function fieldOf(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** What the clock of this browser shows: “Europe/Berlin”. */
export const zoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
