import { countText } from '#web/core/format.ts';

export const texts = {
  what: 'Security patches that are pending longer than their SLA allows, longest overdue first.',
  showThem: 'Show them',
} as const;

export const unrecordedText = (count: number): string =>
  count === 1
    ? '1 pending patch has no due date, because its pending date is not recorded. It is not counted as overdue.'
    : `${countText(count)} pending patches have no due date, because their pending date is not recorded. They are not counted as overdue.`;
