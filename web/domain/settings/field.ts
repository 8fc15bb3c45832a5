import { DURATION_UNITS, secsIn, unitOf } from '../../components/fm-field/duration.ts';
import { countText, plural } from '../../core/format.ts';
import { FIXED_ROLES, roleText, type FixedRole } from '../user/texts.ts';
import type { Draft, SettingValue } from './draft.ts';
import type {
  LengthField,
  NamesField,
  SettingsField,
  SettingsSection,
  TextField,
  UrlField,
} from './section.ts';

/** What each kind of field defines; a new kind is a row here and its control in `fm-settings-section`. */
interface Kind<F extends SettingsField> {
  /** The value in words. */
  text(field: F, value: SettingValue): string;
  /** Why it cannot be saved, and what could be; null: it can be saved. */
  problem(field: F, value: SettingValue): string | null;
}

const KINDS: {
  [K in NonNullable<SettingsField['kind']>]: Kind<Extract<SettingsField, { kind?: K }>>;
} = {
  length: {
    text: (field, value) => (typeof value === 'number' ? lengthText(field, value) : 'none'),
    problem: lengthProblem,
  },
  roles: { text: (_, value) => rolesText(rolesIn(value)), problem: () => null },
  switch: { text: (_, value) => (value === true ? 'on' : 'off'), problem: () => null },
  url: {
    text: (_, value) => (typeof value === 'string' && value !== '' ? value : 'none'),
    problem: urlProblem,
  },
  names: {
    text: (_, value) => (namesIn(value).length === 0 ? 'none' : namesIn(value).join(', ')),
    problem: namesProblem,
  },
  choice: { text: (_, value) => textIn(value), problem: () => null },
  text: {
    text: ({ isSecret }, value) => (isSecret && textIn(value) !== '' ? 'set' : textIn(value) || 'none'),
    problem: textProblem,
  },
};

const kindOf = (field: SettingsField): Kind<SettingsField> =>
  KINDS[field.kind ?? 'length'] as Kind<SettingsField>;

/** The value in words: “30 minutes”, “1 day”, “Administrator and Operator”, “on”. */
export const valueText = (field: SettingsField, value: SettingValue): string =>
  kindOf(field).text(field, value);

/** The roles that a value names, always in the same order. */
export function rolesIn(value: SettingValue): FixedRole[] {
  return FIXED_ROLES.filter((role) => Array.isArray(value) && value.includes(role));
}

export const namesIn = (value: SettingValue): readonly string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];

/** The roles after one of them was switched on or off. */
export const withRole = (roles: readonly FixedRole[], role: FixedRole, isOn: boolean): FixedRole[] =>
  FIXED_ROLES.filter((one) => (one === role ? isOn : roles.includes(one)));

/** Field → why it cannot be saved, for those that cannot. */
export function problemsOf({ fields }: SettingsSection, draft: Draft): Readonly<Record<string, string>> {
  const found = fields.flatMap((field) => {
    const value = draft[field.name];
    const problem = value === undefined ? null : problemOf(field, value);
    return problem === null ? [] : [[field.name, problem] as const];
  });
  return Object.fromEntries(found);
}

/** Why a value cannot be saved, and what could be; null: it can. */
export const problemOf = (field: SettingsField, value: SettingValue): string | null =>
  kindOf(field).problem(field, value);

function lengthProblem(field: LengthField, value: SettingValue): string | null {
  if (typeof value !== 'number' || !Number.isInteger(value))
    return field.unit === '' ? 'Enter a whole number.' : `Enter a number of whole ${field.unit}.`;
  if (value < field.min) return `At least ${lengthText(field, field.min)}.`;
  return value > field.max ? `At most ${lengthText(field, field.max)}.` : null;
}

const textIn = (value: SettingValue): string => (typeof value === 'string' ? value : '');

function textProblem({ maxLength }: Pick<TextField, 'maxLength'>, value: SettingValue): string | null {
  return textIn(value).length > maxLength ? `At most ${countText(maxLength)} characters.` : null;
}

function urlProblem(field: UrlField, value: SettingValue): string | null {
  return textProblem(field, value) ?? field.judge(textIn(value));
}

function namesProblem({ maxItems, maxLength, judge }: NamesField, value: SettingValue): string | null {
  const names = namesIn(value);
  if (names.length > maxItems) return `At most ${plural(maxItems, 'name')}.`;
  for (const name of names) {
    const problem =
      name.length > maxLength ? `has more than ${countText(maxLength)} characters.` : judge(name);
    if (problem !== null) return `“${name.slice(0, 40)}” ${problem}`;
  }
  return null;
}

function lengthText({ unit }: LengthField, value: number): string {
  if (unit === '') return countText(value);
  if (unit === 'MiB') return `${value} MiB`;
  if (unit === 'days') return plural(value, 'day');
  const largest = unitOf(value);
  const name = DURATION_UNITS.find((one) => one.unit === largest)?.label ?? unit;
  return plural(value / secsIn(largest), name.replace(/s$/, ''));
}

const list = new Intl.ListFormat('en', { type: 'conjunction' });

const rolesText = (roles: readonly FixedRole[]): string =>
  roles.length === 0 ? 'nobody' : list.format(roles.map(roleText));
