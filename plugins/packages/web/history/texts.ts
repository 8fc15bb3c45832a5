import type { Schemas } from '#web/core/schema.ts';
import { safeName } from '#web/core/safeText.ts';

type Change = Schemas['InstalledChange'];

const SENTENCES: Readonly<Record<Change['kind'], (change: Change) => string>> = {
  installed: ({ to_version: to }) => `installed ${safeName(to)}`,
  removed: ({ from_version: from }) => `removed, was ${safeName(from)}`,
  updated: ({ from_version: from, to_version: to }) => `${safeName(from)} → ${safeName(to)}`,
  held: ({ to_version: version }) => `held at ${safeName(version)}`,
  released: ({ to_version: version }) => `unheld at ${safeName(version)}`,
};

export const changeText = (change: Change): string =>
  `${safeName(change.name)} (${safeName(change.arch)}): ${SENTENCES[change.kind](change)}`;

export const texts = {
  what: 'Installed, updated, removed, held and unheld packages, kept for the time set in Settings.',
  whole: 'Full package name',
  unnamed: 'No host selected',
  unnamedText: 'Open the history from the Packages tab of a host.',
  none: 'No changes yet',
  noneSince: 'The history of this host starts on',
  noneKnown: 'No package data for this host yet',
  noneOf: 'No changes of this package',
  noneOfText: 'The package has not changed in the recorded time. Enter its full name.',
  more: (count: number): string => `and ${count} more`,
  since: 'First seen',
} as const;
