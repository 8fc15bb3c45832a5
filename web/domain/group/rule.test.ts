import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ruleOfFilters } from './filterRule.ts';
import { completeRule, emptyRule, ruleName, ruleText, withCondition, type GroupRule } from './rule.ts';

const test = suite('web: rules of groups');
const rule: GroupRule = {
  match: 'all',
  conditions: [
    { field: 'tag', operator: 'equals', value: 'env=prod' },
    { field: 'fqdn', operator: 'starts_with', value: 'web' },
  ],
};

test('a rule reads as a sentence', () => {
  assert.is(ruleText(rule), 'Tag is “env=prod” and Name starts with “web”');
  assert.is(ruleText({ ...rule, match: 'any' }), 'Tag is “env=prod” or Name starts with “web”');
  const negative: GroupRule = {
    match: 'all',
    conditions: [{ field: 'os_family', operator: 'not_equals', value: 'suse' }],
  };
  assert.is(ruleText(negative), 'System family is not “suse”');
});

test('a rule is sent only once each value is filled in, without the spaces around it', () => {
  assert.is(completeRule(emptyRule), null);
  assert.is(completeRule({ match: 'all', conditions: [] }), null);
  assert.is(completeRule({ ...rule, conditions: [{ field: 'tag', operator: 'equals', value: '  ' }] }), null);
  const typed: GroupRule = {
    match: 'any',
    conditions: [{ field: 'arch', operator: 'equals', value: ' amd64 ' }],
  };
  assert.equal(completeRule(typed)?.conditions, [{ field: 'arch', operator: 'equals', value: 'amd64' }]);
});

test('conditions are changed, added and taken out without touching the rule before', () => {
  const added = withCondition(rule, 2, { field: 'arch', operator: 'equals', value: 'arm64' });
  assert.is(ruleText(added), `${ruleText(rule)} and Architecture is “arm64”`);
  assert.is(ruleText(withCondition(added, 0, null)), 'Name starts with “web” and Architecture is “arm64”');
  assert.is(rule.conditions.length, 2);
});

test('a group is called by what its rule says, as far as it is filled in', () => {
  assert.is(ruleName(emptyRule), '');
  assert.is(ruleName(rule), 'env=prod, Name starts with web');
  assert.is(ruleName({ ...rule, match: 'any' }), 'env=prod or Name starts with web');
});

test('filters of the list of hosts become a rule only where it can say all of them', () => {
  const of = (query: string) => ruleOfFilters(new URLSearchParams(query));
  assert.equal(of('tag=web&search=db&sort=-os_name'), {
    match: 'all',
    conditions: [
      { field: 'fqdn', operator: 'contains', value: 'db' },
      { field: 'tag', operator: 'equals', value: 'web' },
    ],
  });
  for (const query of ['', 'sort=fqdn', 'has_security=true', 'tag=web&reboot_required=true'])
    assert.is(of(query), null, query);
});

test.run();
