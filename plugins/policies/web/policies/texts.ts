import type { Schemas } from '#web/core/schema.ts';

export const STATE_OPTIONS: readonly { value: Schemas['PolicyState']; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
];

export const texts = {
  what: 'Scheduled patching',
  none: 'No policies yet',
  noneText:
    'A policy patches hosts on a schedule, such as the second Tuesday plus three days, inside maintenance windows and in waves.',
  first: 'Create policy',
} as const;
