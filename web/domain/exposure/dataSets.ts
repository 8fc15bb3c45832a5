import { html, type TemplateResult } from 'lit';
import { features } from '../../core/features.ts';
import type { Reading } from '../../core/reading.ts';
import type { Schemas } from '../../core/schema.ts';
import { datesText } from './dates.ts';

type List = Schemas['ExposureDataSetList'];

export const DATA_PAGE = '/exposure-data';

/**
 * The dates of the imported data, shown below what rests on it. Data that cannot be read is not called “not imported”.
 */
export function dataDates(reading: Reading<List>): TemplateResult {
  const text =
    reading.value === undefined
      ? reading.error === null
        ? 'Loading feed dates …'
        : 'The feed dates could not be read.'
      : datesText(reading.value);
  const link = features.serves('listExposureDataSets')
    ? html` <a href=${DATA_PAGE}>Vulnerability feeds</a>`
    : '';
  return html`<p class="quiet small">${text}${link}</p>`;
}
