import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bodyOf, changedFields, problemsOf, typedSince } from './draft.ts';
import { lengthText, problemOf } from './length.ts';
import type { LengthField, SettingsSection } from './section.ts';

const test = suite('web: lengths of time in the settings');
const texts = { label: 'X', hint: '' };
const secs: LengthField = { ...texts, name: 'every', unit: 'seconds', min: 10, max: 86_400, standard: 60 };
const days: LengthField = { ...texts, name: 'kept', unit: 'days', min: 1, max: 3_650, standard: 30 };
const section: SettingsSection = { key: 'polling', order: 1, title: '', intro: '', fields: [secs, days] };

test('a value is told in the largest unit that holds it whole', () => {
  const cases: [LengthField, number, string][] = [
    [secs, 10, '10 seconds'],
    [secs, 60, '1 minute'],
    [secs, 90, '90 seconds'],
    [secs, 1_800, '30 minutes'],
    [secs, 86_400, '1 day'],
    [secs, 604_800, '7 days'],
    [days, 1, '1 day'],
    [days, 730, '730 days'],
  ];
  for (const [field, value, expected] of cases) assert.is(lengthText(field, value), expected);
});

test('what cannot be saved says what could be', () => {
  assert.is(problemOf(secs, 5), 'At least 10 seconds.');
  assert.is(problemOf(secs, 172_800), 'At most 1 day.');
  assert.is(problemOf(days, 4_000), 'At most 3,650 days.');
  assert.is(problemOf(days, null), 'Enter a number of whole days.');
  assert.is(problemOf(days, 1.5), 'Enter a number of whole days.');
  assert.is(problemOf(secs, 10), null);
});

test('only what was changed is sent, and what was typed since stays', () => {
  const values = { every: 60, kept: 30 };
  assert.equal(bodyOf(section, values, { every: 90, kept: 30 }), { every: 90 });
  assert.equal(bodyOf(section, values, {}), {});
  assert.equal(
    changedFields(section, values, { kept: null }).map(({ name }) => name),
    ['kept'],
  );
  assert.equal(problemsOf(section, { every: 60, kept: null }), { kept: 'Enter a number of whole days.' });
  assert.equal(typedSince({ every: 120, kept: 31 }, { every: 90, kept: 31 }), { every: 120 });
});

test.run();
