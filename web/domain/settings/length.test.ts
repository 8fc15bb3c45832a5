import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { entryOf, lengthText, problemOf, valueOf } from './length.ts';
import type { LengthField } from './section.ts';

const test = suite('web: lengths of time in the settings');
const texts = { name: 'x', label: 'X', hint: '' };
const secs: LengthField = { ...texts, unit: 'seconds', min: 10, max: 86_400, standard: 60 };
const days: LengthField = { ...texts, unit: 'days', min: 1, max: 3_650, standard: 30 };

test('a value is shown in the largest unit that holds it whole, and means the same when it is read back', () => {
  const cases: [LengthField, number, string][] = [
    [secs, 10, '10 seconds'],
    [secs, 60, '1 minute'],
    [secs, 90, '90 seconds'],
    [secs, 1_800, '30 minutes'],
    [secs, 86_400, '1 day'],
    [secs, 604_800, '7 days'],
    [days, 1, '1 day'],
    [days, 30, '30 days'],
    [days, 14, '2 weeks'],
    [days, 730, '2 years'],
  ];
  for (const [field, value, expected] of cases) {
    assert.is(lengthText(field, value), expected);
    assert.is(valueOf(entryOf(field, value)), value, expected);
  }
});

test('what is typed means whole units, with a point or a comma; all else means nothing', () => {
  assert.is(valueOf({ text: ' 1.5 ', factor: 60 }), 90);
  assert.is(valueOf({ text: '0,1', factor: 60 }), 6);
  assert.is(valueOf({ text: '1.1', factor: 60 }), 66);
  for (const text of ['', '-1', '1e3', '0x10', '1.', 'ten', '0.001', '9'.repeat(20)])
    assert.is(valueOf({ text, factor: 60 }), null, text);
});

test('what cannot be saved says what could be', () => {
  assert.is(problemOf(secs, { text: '5', factor: 1 }), 'At least 10 seconds.');
  assert.is(problemOf(secs, { text: '2', factor: 86_400 }), 'At most 1 day.');
  assert.is(problemOf(days, { text: '11', factor: 365 }), 'At most 10 years.');
  assert.is(problemOf(days, { text: 'x', factor: 1 }), 'Enter a number of whole days.');
  assert.is(problemOf(secs, { text: '10', factor: 1 }), null);
});

test.run();
