import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fieldText } from './fields.ts';
import { readable } from './readable.ts';

const test = suite('values of the difference, for people');

test('values read as words, not as JSON', () => {
  for (const [field, value, lines] of [
    ['enabled', true, ['yes']],
    ['description', null, ['none']],
    ['duration_secs', 7_200, ['2 h']],
    ['failure_budget_percent', 10, ['10 %']],
    ['logs_days', 30, ['30 days']],
    ['timezone', 'Europe/Berlin', ['Europe/Berlin']],
    ['reboot', 'if_required', ['If required']],
    ['mode', 'security', ['Security patches']],
    ['facts', ['job.failed', 'window.upcoming'], ['job failed', 'window upcoming']],
    ['tags', ['my_tag.of-mine'], ['my_tag.of-mine']],
    ['health_gate', { pre: true, soak_secs: 60 }, ['before the work: yes; soak time: 1 min']],
    ['tags', [], ['none']],
    ['groups', ['Web', 'Databases'], ['Web', 'Databases']],
    ['hosts', [{ fqdn: 'a.example.org', machine_id: null }], ['a.example.org']],
    ['starts_at', '2026-01-18T01:00:00.000Z', ['Jan 18, 2026, 01:00']],
    [
      'waves',
      [{ count: 1, soak_secs: 60 }, { percent: 50 }],
      ['1 host, soak time 1 min', '50 % of the hosts'],
    ],
    [
      'target',
      { groups: ['Web'], filter: { has_security: true } },
      ['groups: Web; filter: security patches: yes'],
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
  const labels = ['max_late_secs', 'rrule', 'duration_secs', 'description', '\u202ex'].map(fieldText);
  assert.equal(labels.slice(0, 4), ['Latest start', 'Schedule', 'Duration', 'Description']);
  assert.not.match(labels[4] ?? '', /\u202e/);
});

test.run();
