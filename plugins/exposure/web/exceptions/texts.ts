import { plural } from '#web/core/format.ts';
import type { Tone } from '#web/components/fm-badge/fm-badge.ts';
import type { Schemas } from '#web/core/schema.ts';

export const texts = {
  what: 'Held packages whose missing patch breaks no service level until a chosen day; reports leave them out, too. A held patch without an exception counts as missing.',
  add: 'New exception',
  none: 'No package is excepted.',
  noneText: 'A held security patch counts as missing until somebody excepts it, with a reason and an end.',
  noneFits: 'No exception of this host.',
  showAll: 'Show all',
  end: 'End',
  ending: 'Ending …',
  gone: 'Somebody else had ended it already.',
  kept: 'Expired ones are kept for 90 days.',
  hostHelp: 'Its full name, or what people call it here. What you type is looked up.',
  packageHelp: 'As the host calls it, without architecture. Held packages with a pending patch are offered.',
  reasonHelp: 'Who reads the list in half a year should understand it.',
  endHelp: 'The last day, within a year, in your time zone.',
  noHost: 'No host that you see is called so.',
  severalHosts: 'Several hosts are called so. Write the full name.',
  noPackage: 'Name the package, without spaces.',
  noReason: 'Say why.',
  badEnd: 'Choose a day from tomorrow on, within a year.',
  notHeld:
    'This package is not held on the host now, or no patch of it is pending. The exception counts only while it is held.',
  replaces: 'One that is there for this package and host already gets the new reason and end.',
} as const;

export const endedText = (name: string, host: string): string =>
  `The exception of ${name} on ${host} is ended.`;
export const madeText = (name: string, host: string): string => `${name} on ${host} is excepted.`;
export const countedText = (count: number): string => `${plural(count, 'exception')}. ${texts.kept}`;

/** What each state means, beside its badge. */
export const STATES: Readonly<
  Record<Schemas['ExceptionState'], { tone: Tone; label: string; what: string | null }>
> = {
  in_force: { tone: 'ok', label: 'In force', what: null },
  not_held: { tone: 'warn', label: 'Not held', what: 'The package is not held any more: its patch counts.' },
  nothing_pending: {
    tone: 'neutral',
    label: 'Nothing pending',
    what: 'No security patch of it is pending there.',
  },
  expired: { tone: 'neutral', label: 'Expired', what: 'The patch counts again.' },
};
