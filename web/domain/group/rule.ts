import { proposedName } from '../../core/proposedName.ts';
import type { Schemas } from '../../core/schema.ts';

export type GroupRule = Schemas['GroupRule'];
export type Condition = Schemas['GroupCondition'];
type Field = Condition['field'];
type Operator = Condition['operator'];

export const fieldNames: Readonly<Record<Field, string>> = {
  tag: 'Tag',
  fqdn: 'Name',
  os_family: 'System family',
  os_name: 'System',
  os_version: 'Version',
  arch: 'Architecture',
};

export const operatorNames: Readonly<Record<Operator, string>> = {
  equals: 'is',
  not_equals: 'is not',
  starts_with: 'starts with',
  contains: 'contains',
};

/** An example of each field's value. */
export const valueExamples: Readonly<Record<Field, string>> = {
  tag: 'env=prod',
  fqdn: 'web',
  os_family: 'debian',
  os_name: 'Debian GNU/Linux 12 (bookworm)',
  os_version: '12',
  arch: 'amd64',
};

/** The comparison that a field usually has: names of hosts begin alike. */
export const usualOperator = (field: Field): Operator => (field === 'fqdn' ? 'starts_with' : 'equals');

/** The most that the manager takes. */
export const MOST_CONDITIONS = 50;

/** The rule that a new group begins with: nothing is filled in yet. */
export const emptyRule: GroupRule = {
  match: 'all',
  conditions: [{ field: 'tag', operator: 'equals', value: '' }],
};

/** The rule as it is sent; null while a value is missing. */
export function completeRule({ match, conditions }: GroupRule): GroupRule | null {
  const trimmed = conditions.map((condition) => ({ ...condition, value: condition.value.trim() }));
  const isComplete = trimmed.length > 0 && trimmed.every(({ value }) => value !== '');
  return isComplete ? { match, conditions: trimmed } : null;
}

/** The rule without the conditions that nobody has filled in yet; null while there is no other. */
export const begunRule = ({ match, conditions }: GroupRule): GroupRule | null =>
  completeRule({ match, conditions: conditions.filter(({ value }) => value.trim() !== '') });

/** “Tag is “env=prod” and Name starts with “web””. */
export function ruleText({ match, conditions }: GroupRule): string {
  return conditions.map(conditionText).join(match === 'all' ? ' and ' : ' or ');
}

function conditionText({ field, operator, value }: Condition): string {
  return `${fieldNames[field]} ${operatorNames[operator]} “${value}”`;
}

/** What a group of this rule is called while nobody has typed a name: “env=prod, Name starts with web”; '' for none. */
export function ruleName(rule: GroupRule): string {
  const { match, conditions = [] } = begunRule(rule) ?? {};
  const parts = conditions.map(({ field, operator, value }) =>
    operator === 'equals' ? value : `${fieldNames[field]} ${operatorNames[operator]} ${value}`,
  );
  return proposedName(match === 'any' ? [parts.join(' or ')] : parts);
}

/** The rule with one condition changed, added at the end, or (null) removed. */
export function withCondition(rule: GroupRule, index: number, condition: Condition | null): GroupRule {
  const conditions = [...rule.conditions];
  if (condition === null) conditions.splice(index, 1);
  else conditions[index] = condition;
  return { ...rule, conditions };
}
