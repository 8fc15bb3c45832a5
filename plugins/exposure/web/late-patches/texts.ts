import { countText } from '#web/core/format.ts';

export const texts = {
  what: 'Security patches that are pending for longer than the service level of their severity allows, the longest overdue first.',
  showThem: 'Show them',
} as const;

export const unrecordedText = (count: number): string =>
  count === 1
    ? 'For one pending patch it is not recorded when it became pending: it has no due time, and is not counted as late.'
    : `For ${countText(count)} pending patches it is not recorded when they became pending: they have no due time, and are not counted as late.`;
