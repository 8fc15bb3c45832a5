import { plural } from '#web/core/format.ts';
import type { Tone } from '#web/components/fm-badge/fm-badge.ts';
import type { Schemas } from '#web/core/schema.ts';

export const texts = {
  what: 'Held packages that do not count as overdue until a given date, here and in reports. They still count as pending. Held patches without an exception become overdue.',
  add: 'New exception',
  none: 'No exceptions',
  noneText:
    'Held security patches count as missing. Add an exception, with a reason and an expiry date, to exclude one.',
  noneFits: 'No exceptions for this host',
  showAll: 'Show all',
  end: 'End',
  ending: 'Ending …',
  held: 'Held patches without an exception',
  moreHeld: 'more held patch',
  moreHeldMany: 'more held patches',
  gone: 'The exception had already been ended.',
  kept: 'Expired exceptions are kept for the time set in Settings.',
  hostHelp: 'Host name or display name.',
  packageHelp: 'Package name without architecture. Suggestions are held packages with a pending patch.',
  reasonHelp: 'Write it so that it still makes sense in six months.',
  endHelp: 'Last day of the exception, within a year, in your time zone.',
  noHost: 'No host with this name in your scope.',
  severalHosts: 'Several hosts match. Enter the full name.',
  noPackage: 'Enter the package name, without spaces.',
  noReason: 'Enter a reason.',
  badEnd: 'Choose a date from tomorrow, within a year.',
  notHeld:
    'This package is not held on the host, or has no pending patch. The exception applies only while it is held.',
  replaces: 'An existing exception for this package and host is replaced.',
} as const;

export const endedText = (name: string, host: string): string => `Exception for ${name} on ${host} ended.`;
export const madeText = (name: string, host: string): string => `Exception added for ${name} on ${host}.`;
export const countedText = (count: number): string => `${plural(count, 'exception')}. ${texts.kept}`;

/** What each state means, beside its badge. */
export const STATES: Readonly<
  Record<Schemas['ExceptionState'], { tone: Tone; label: string; what: string | null }>
> = {
  in_force: { tone: 'ok', label: 'Active', what: null },
  not_held: { tone: 'warn', label: 'Not held', what: 'The package is no longer held, so its patch counts.' },
  nothing_pending: {
    tone: 'neutral',
    label: 'Nothing pending',
    what: 'No pending security patch for this package.',
  },
  expired: { tone: 'neutral', label: 'Expired', what: 'The patch counts again.' },
};
