/** Times that come again, by RRULE and time zone. */
export { occurrencesAndNext, occurrencesOf, requireStarts } from '../server/kernel/recurrence/occurrences.ts';
export type { Occurrence, RecurringTimes } from '../server/kernel/recurrence/occurrences.ts';
export { previewTimes } from '../server/kernel/recurrence/preview.ts';
export { RecurrenceRefused, requireZone } from '../server/kernel/recurrence/rule.ts';
