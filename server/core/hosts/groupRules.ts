import type { GroupCondition, GroupRule, Host } from './api.ts';

/** The fields that a rule looks at. */
export type RuledHost = Pick<Host, 'tags' | 'fqdn' | 'osFamily' | 'osName' | 'osVersion' | 'arch'>;

/**
 * Whether the rule holds for the host: must give the same answer as the SQL of `service/groupSql.ts`, for hosts that
 * are already in memory. A field that was never read (null) fulfils no condition.
 */
export function fitsRule({ match, conditions }: GroupRule, host: RuledHost): boolean {
  return match === 'all'
    ? conditions.every((condition) => fits(condition, host))
    : conditions.some((condition) => fits(condition, host));
}

function fits({ field, operator, value }: GroupCondition, host: RuledHost): boolean {
  if (field === 'tag')
    return operator === 'not_equals'
      ? !host.tags.includes(value)
      : host.tags.some((tag) => compare(operator, tag, value));
  if (field === 'fqdn') return compare(operator, host.fqdn.toLowerCase(), value.toLowerCase());
  const text = textOf(field, host);
  return text !== null && compare(operator, text, value);
}

function textOf(field: 'os_family' | 'os_name' | 'os_version' | 'arch', host: RuledHost): string | null {
  switch (field) {
    case 'os_family':
      return host.osFamily;
    case 'os_name':
      return host.osName;
    case 'os_version':
      return host.osVersion;
    case 'arch':
      return host.arch;
  }
}

function compare(operator: GroupCondition['operator'], text: string, value: string): boolean {
  switch (operator) {
    case 'equals':
      return text === value;
    case 'not_equals':
      return text !== value;
    case 'starts_with':
      return text.startsWith(value);
    case 'contains':
      return text.includes(value);
  }
}
