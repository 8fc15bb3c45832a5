import type { Schemas } from '#web/core/schema.ts';

export const STATE_OPTIONS: readonly { value: Schemas['PolicyState']; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
];

export const texts = {
  what: 'Patches that are taken by themselves: on which hosts, when, and how.',
  none: 'Nothing is patched by itself.',
  noneText:
    'A policy patches a group of hosts at its times, such as each second Tuesday plus three days, inside their maintenance windows and in waves.',
  first: 'Make the first policy',
} as const;
