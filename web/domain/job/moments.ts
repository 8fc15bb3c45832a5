/** The moment typed into a `datetime-local` field, in the zone of the browser; null if it is empty or no moment. */
export function momentOf(text: string): Date | null {
  const at = new Date(text);
  return text === '' || Number.isNaN(at.getTime()) ? null : at;
}

/** A moment as the text of such a field. */
export function fieldOf(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The zone of this browser: “Europe/Berlin”. */
export const zoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
