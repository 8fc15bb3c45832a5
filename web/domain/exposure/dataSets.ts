import { html, type TemplateResult } from 'lit';
import { features } from '../../core/features.ts';
import { plural } from '../../core/format.ts';
import type { Reading } from '../../core/reading.ts';
import type { Schemas } from '../../core/schema.ts';
import { kindTexts } from './kinds.ts';

type List = Schemas['ExposureDataSetList'];

export const DATA_PAGE = '/exposure-data';

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

/** “EPSS of 24 November 2026 (1 day old); CISA KEV not imported.” */
export function datesText({ data_sets: sets, kinds }: List): string {
  const parts = kinds.map((kind) => {
    const { name } = kindTexts(kind);
    const set = sets.find((one) => one.kind === kind);
    return set ? `${name} of ${dayText(set.source_date)} (${ageText(set.age_days)})` : `${name} not imported`;
  });
  return `${parts.join('; ')}.`;
}

/** Of when the imported data is, under what rests on it. That it cannot be read is said, and is not “not imported”. */
export function dataDates(reading: Reading<List>): TemplateResult {
  const text =
    reading.value === undefined
      ? reading.error === null
        ? 'Reading of when the imported data is …'
        : 'Of when the imported data is could not be read.'
      : datesText(reading.value);
  const link = features.serves('listExposureDataSets') ? html` <a href=${DATA_PAGE}>Exposure data</a>` : '';
  return html`<p class="quiet small">${text}${link}</p>`;
}
