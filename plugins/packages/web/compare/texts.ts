import { plural } from '#web/core/format.ts';

export const texts = {
  what: 'Package differences between two hosts',
  first: 'First host',
  second: 'Second host',
  change: 'Choose another host',
  search: 'Name or address',
  noHost: 'No hosts match.',
  more: (count: number): string => `${plural(count, 'more host')}; refine the search.`,
  same: 'Both hosts have the same packages in the same versions.',
  sameHost: 'Select a different host.',
  noneFits: 'No differences match.',
  unknown: 'No package data yet',
  unknownText: (names: readonly string[]): string =>
    `No package list of ${names.join(' and ')} yet. Hosts report it soon after enrollment, then daily.`,
  counts: (
    total: number,
    onlyHere: number,
    onlyThere: number,
    [here, there]: readonly [string, string],
  ): string =>
    [
      `${plural(total, 'difference')}.`,
      `${plural(onlyHere, 'package is', 'packages are')} on ${here} alone, ${onlyThere} on ${there} alone.`,
    ].join(' '),
  update: (host: string, count: number): string =>
    count === 0 ? `Update ${host}` : `Update ${plural(count, 'package')} on ${host}`,
  chooseFirst: (host: string): string => `Select packages that are older on ${host}.`,
  none: 'not installed',
  notComparable: 'Not comparable',
  failing: (name: string): string => `${name} could not be read last time; data may be stale.`,
} as const;
