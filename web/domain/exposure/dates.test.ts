import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Schemas } from '../../core/schema.ts';
import { datesText } from './dates.ts';

type Set = Schemas['ExposureDataSet'];

const test = suite('dates of the imported data');

const KINDS: Schemas['ExposureDataSetKind'][] = ['kev', 'epss', 'debian-tracker', 'csaf-redhat', 'csaf-suse'];

const textOf = (...imported: string[]): string =>
  datesText({
    kinds: KINDS,
    data_sets: imported.map(
      (kind) => ({ kind, source_date: '2026-11-24T00:00:00.000Z', age_days: 1 }) as unknown as Set,
    ),
  });

test('what every fleet can use is named also where it is missing, distributions only once one has them', () => {
  assert.is(
    textOf('kev', 'debian-tracker'),
    'CISA KEV of 24 November 2026 (1 day old); EPSS not imported; ' +
      'Debian security tracker of 24 November 2026 (1 day old); no feed imported for 2 other distributions.',
  );
});

test('that nothing is here of any distribution is said, and that all is here needs no word', () => {
  assert.is(textOf(), 'CISA KEV not imported; EPSS not imported; no distribution feed imported.');
  assert.not.match(textOf(...KINDS), /not|nothing/);
});

test('what was imported is named where nobody reads its kind any more', () => {
  const set = { kind: 'epss', source_date: '2026-11-24T00:00:00.000Z', age_days: 0 } as unknown as Set;
  assert.is(datesText({ kinds: [], data_sets: [set] }), 'EPSS of 24 November 2026 (less than a day old).');
  assert.is(datesText({ kinds: [], data_sets: [] }), 'No feeds imported.');
});

test.run();
