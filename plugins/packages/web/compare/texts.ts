import { plural } from '#web/core/format.ts';

export const texts = {
  what: 'Packages that two hosts do not have in the same versions.',
  first: 'First host',
  second: 'Second host',
  search: 'Name or address',
  noHost: 'No host has such a name.',
  more: (count: number): string => `${plural(count, 'more host')}; type more of the name.`,
  same: 'Both hosts have the same packages in the same versions.',
  sameHost: 'Choose another host: this is the first one.',
  noneFits: 'No package that differs has such a name.',
  unknown: 'Nothing can be compared yet.',
  unknownText: (names: readonly string[]): string =>
    `What is installed on ${names.join(' and ')} is not known. Hosts tell it soon after they have enrolled, then daily.`,
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
  chooseFirst: (host: string): string => `Choose packages in the table that are older on ${host}.`,
  none: 'not installed',
  newer: { here: 'on the first', there: 'on the second' },
  notComparable: 'not known',
  failing: (name: string): string => `${name} could not be asked last time; what is told of it may be old.`,
} as const;
