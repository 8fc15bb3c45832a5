import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fieldText, readable } from './readable.ts';

const test = suite('values of the difference, for people');

test('values read as words, not as JSON', () => {
  for (const [field, value, lines] of [
    ['enabled', true, ['yes']],
    ['description', null, ['nothing']],
    ['duration_secs', 7_200, ['2 h']],
    ['failure_budget_percent', 10, ['10 %']],
    ['logs_days', 30, ['30 days']],
    ['timezone', 'Europe/Berlin', ['Europe/Berlin']],
    ['tags', [], ['nothing']],
    ['groups', ['Web', 'Databases'], ['Web', 'Databases']],
    ['hosts', [{ fqdn: 'a.example.org', machine_id: null }], ['a.example.org']],
    ['starts_at', '2026-01-18T01:00:00.000Z', ['Jan 18, 2026, 01:00']],
    ['waves', [{ count: 1, soak_secs: 60 }, { percent: 50 }], ['count: 1; soak: 1 min', 'percent: 50 %']],
    [
      'target',
      { groups: ['Web'], filter: { has_security: true } },
      ['groups: Web; filter: has security: yes'],
    ],
    [
      'rule',
      { match: 'all', conditions: [{ field: 'tag', operator: 'equals', value: 'env=prod' }] },
      ['Tag is “env=prod”'],
    ],
  ] as const) {
    const found = readable(field, JSON.stringify(value));
    if (field === 'starts_at') assert.match(found[0] ?? '', /2026.*01:00|01:00.*2026/);
    else assert.equal(found, [...lines], field);
  }
  const weekly = readable('rrule', JSON.stringify('DTSTART:20260118T020000\nRRULE:FREQ=WEEKLY;BYDAY=SU'));
  assert.match(weekly.join(), /Sunday/);
  assert.not.match(weekly.join(), /RRULE/);
});

test('what was cut, and what no reader expects, is shown all the same', () => {
  assert.equal(readable('hosts', '[{"fqdn":"a.exa…'), ['[{"fqdn":"a.exa…']);
  assert.match(readable('rrule', '"\\u202eno rule"').join(), /no rule/);
  assert.is(readable('rule', '{"conditions":[]}').length, 1);
  assert.equal(readable('names', JSON.stringify(Array.from({ length: 60 }, String))).length, 51);
  assert.is(fieldText('pre_timeout_secs'), 'pre timeout');
});

test.run();
