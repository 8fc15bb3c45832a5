import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bodyOf, changedFields, movedFields, typedSince } from './draft.ts';
import { problemOf, problemsOf, rolesIn, valueText, withRole } from './field.ts';
import type {
  LengthField,
  NamesField,
  RolesField,
  SettingsField,
  SettingsSection,
  SwitchField,
  UrlField,
} from './section.ts';

const test = suite('web: what the settings hold');
const texts = { label: 'X', hint: '' };
const secs: LengthField = { ...texts, name: 'every', unit: 'seconds', min: 10, max: 86_400, standard: 60 };
const days: LengthField = { ...texts, name: 'kept', unit: 'days', min: 1, max: 3_650, standard: 30 };
const roles: RolesField = { ...texts, name: 'who', kind: 'roles', standard: [] };
const on: SwitchField = { ...texts, name: 'on', kind: 'switch', standard: false };
const url: UrlField = {
  ...texts,
  name: 'url',
  kind: 'url',
  maxLength: 20,
  standard: 'https://a.example/',
  judge: (value) => (value.startsWith('https://') ? null : 'Enter another.'),
};
const names: NamesField = {
  ...texts,
  name: 'names',
  kind: 'names',
  maxItems: 2,
  maxLength: 5,
  standard: [],
  judge: (name) => (name === 'bad' ? 'is none of ours.' : null),
};
const section: SettingsSection = {
  key: 'polling',
  tab: 'general',
  order: 1,
  title: '',
  intro: '',
  fields: [secs, days, roles],
};

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
  for (const [field, value, expected] of cases) assert.is(valueText(field, value), expected);
});

test('what cannot be saved says what could be', () => {
  const cases: [SettingsField, number | null, string | null][] = [
    [secs, 5, 'At least 10 seconds.'],
    [secs, 172_800, 'At most 1 day.'],
    [days, 4_000, 'At most 3,650 days.'],
    [days, null, 'Enter a number of whole days.'],
    [days, 1.5, 'Enter a number of whole days.'],
    [secs, 10, null],
  ];
  for (const [field, value, expected] of cases) assert.is(problemOf(field, value), expected);
});

test('a switch is on or off, and a URL is what stands there, judged as its field says', () => {
  assert.equal([valueText(on, true), valueText(on, false)], ['on', 'off']);
  assert.is(valueText(url, 'https://b.example/'), 'https://b.example/');
  const cases: [SettingsField, string | boolean | null, string | null][] = [
    [on, true, null],
    [url, 'https://b.example/', null],
    [url, 'http://b.example/', 'Enter another.'],
    [url, '', 'Enter another.'],
    [url, null, 'Enter another.'],
    [url, `https://${'b'.repeat(13)}`, 'At most 20 characters.'],
  ];
  for (const [field, value, expected] of cases) assert.is(problemOf(field, value), expected);
});

test('names are told one after another, and one that is wrong is named', () => {
  assert.equal([valueText(names, ['b', 'a']), valueText(names, [])], ['b, a', 'none']);
  const cases: [readonly string[], string | null][] = [
    [['b', 'a'], null],
    [['a', 'b', 'c'], 'At most 2 names.'],
    [['a', 'bad'], '“bad” is none of ours.'],
    [['abcdef'], '“abcdef” has more than 5 characters.'],
  ];
  for (const [value, expected] of cases) assert.is(problemOf(names, value), expected);
});

test('only what was changed is sent, and what was typed since stays', () => {
  const values = { every: 60, kept: 30, who: ['admin'] };
  assert.equal(bodyOf(section, values, { every: 90, kept: 30 }), { every: 90 });
  assert.equal(bodyOf(section, values, {}), {});
  assert.equal(
    changedFields(section, values, { kept: null }).map(({ name }) => name),
    ['kept'],
  );
  assert.equal(problemsOf(section, { every: 60, kept: null }), { kept: 'Enter a number of whole days.' });
  assert.equal(typedSince({ every: 120, kept: 31 }, { every: 90, kept: 31 }), { every: 120 });
});

test('lists are the same when the same is in them', () => {
  const values = { every: 60, kept: 30, who: ['admin'] };
  assert.equal(bodyOf(section, values, { who: ['admin'] }), {});
  assert.equal(bodyOf(section, values, { who: ['admin', 'operator'] }), { who: ['admin', 'operator'] });
  assert.equal(movedFields(section, values, { ...values, who: ['admin'] }), []);
  assert.equal(movedFields(section, values, { ...values, who: [] }), [roles]);
  assert.equal(typedSince({ who: ['operator'] }, { who: ['operator'] }), {});
});

test('roles are told in words, and switched one by one without their order mattering', () => {
  assert.is(valueText(roles, []), 'nobody');
  assert.is(valueText(roles, ['reporter', 'admin', 'operator']), 'Administrator, Operator, and Reporter');
  assert.equal(rolesIn(['reporter', 'admin']), ['admin', 'reporter']);
  assert.equal(rolesIn(null), []);
  assert.equal(withRole(['reporter'], 'admin', true), ['admin', 'reporter']);
  assert.equal(withRole(['admin', 'reporter'], 'reporter', false), ['admin']);
});

test.run();
