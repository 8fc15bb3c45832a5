import { plural } from '../../core/format.ts';
import type { Schemas } from '../../core/schema.ts';
import { kindTexts } from './kinds.ts';

type List = Schemas['ExposureDataSetList'];

/** Dates of files are days of UTC. */
const days = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

export const dayText = (at: string): string => days.format(new Date(at));

/** “less than a day old”, “1 day old”, “12 days old” */
export const ageText = (ageDays: number): string =>
  ageDays === 0 ? 'less than a day old' : `${plural(ageDays, 'day')} old`;

/** What can be imported, and what was while it could be. */
export const kindsOf = ({ data_sets: sets, kinds }: Pick<List, 'data_sets' | 'kinds'>): List['kinds'] => [
  ...new Set([...kinds, ...sets.map(({ kind }) => kind)]),
];

/**
 * “EPSS of 24 November 2026 (1 day old); CISA KEV not imported.” Does not name distributions that nothing was imported
 * for: most fleets have one or two.
 */
export function datesText(list: Pick<List, 'data_sets' | 'kinds'>): string {
  const { data_sets: sets } = list;
  const kinds = kindsOf(list);
  if (kinds.length === 0) return 'No feeds imported.';
  const setOf = (kind: string) => sets.find((one) => one.kind === kind);
  const ofDistributions = kinds.filter((kind) => kindTexts(kind).isOfDistribution);
  const missing = ofDistributions.filter((kind) => !setOf(kind));
  const parts = kinds
    .filter((kind) => !missing.includes(kind))
    .map((kind) => {
      const { name } = kindTexts(kind);
      const set = setOf(kind);
      return set
        ? `${name} of ${dayText(set.source_date)} (${ageText(set.age_days)})`
        : `${name} not imported`;
    });
  if (missing.length > 0 && missing.length === ofDistributions.length)
    parts.push('no distribution feed imported');
  else if (missing.length > 0)
    parts.push(`no feed imported for ${plural(missing.length, 'other distribution')}`);
  return `${parts.join('; ')}.`;
}
