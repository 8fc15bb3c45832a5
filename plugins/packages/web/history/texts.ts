import type { Schemas } from '#web/core/schema.ts';
import { safeName } from '#web/core/safeText.ts';

type Change = Schemas['InstalledChange'];

const SENTENCES: Readonly<Record<Change['kind'], (change: Change) => string>> = {
  installed: ({ to_version: to }) => `installed ${safeName(to)}`,
  removed: ({ from_version: from }) => `removed, was ${safeName(from)}`,
  updated: ({ from_version: from, to_version: to }) => `${safeName(from)} → ${safeName(to)}`,
  held: ({ to_version: version }) => `held at ${safeName(version)}`,
  released: ({ to_version: version }) => `released at ${safeName(version)}`,
};

export const changeText = (change: Change): string =>
  `${safeName(change.name)} (${safeName(change.arch)}): ${SENTENCES[change.kind](change)}`;

export const texts = {
  what: 'What was installed, updated, removed, held and released: kept for 180 days and at most 300 changed lists.',
  whole: 'Whole name of a package',
  unnamed: 'No host is named.',
  unnamedText: 'The history is that of one host: open it from the tab Packages of its page.',
  none: 'Nothing has changed since the first list.',
  noneSince: 'The history begins with the first list of this host, of',
  noneKnown: 'No packages of this host are known yet.',
  noneOf: 'Nothing is known of this package here.',
  noneOfText: 'It has not changed in the time that is kept. The name must be whole.',
  more: (count: number): string => `and ${count} more`,
  since: 'Known since',
} as const;
