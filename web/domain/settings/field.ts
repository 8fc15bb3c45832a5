import { DURATION_UNITS, secsIn, unitOf } from '../../components/fm-field/duration.ts';
import { plural } from '../../core/format.ts';
import { ROLES, roleText } from '../user/texts.ts';
import type { Schemas } from '../../core/schema.ts';
import type { Draft, SettingValue } from './draft.ts';
import type { LengthField, SettingsField, SettingsSection } from './section.ts';

type Role = Schemas['Role'];

/** From what may most to what may least: as they are shown, and as they are sent. */
export const ALL_ROLES = Object.keys(ROLES) as Role[];

/** The value in words: “30 minutes”, “1 day”, “Administrator and Operator”. */
export function valueText(field: SettingsField, value: SettingValue): string {
  if (field.kind === 'roles') return rolesText(rolesIn(value));
  return typeof value === 'number' ? lengthText(field, value) : 'none';
}

/** The roles that a value names, always in the same order. */
export function rolesIn(value: SettingValue): Role[] {
  return ALL_ROLES.filter((role) => Array.isArray(value) && value.includes(role));
}

/** The roles after one of them was switched on or off. */
export const withRole = (roles: readonly Role[], role: Role, isOn: boolean): Role[] =>
  ALL_ROLES.filter((one) => (one === role ? isOn : roles.includes(one)));

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
export function problemOf(field: SettingsField, value: SettingValue): string | null {
  if (field.kind === 'roles') return null;
  if (typeof value !== 'number' || !Number.isInteger(value)) return `Enter a number of whole ${field.unit}.`;
  if (value < field.min) return `At least ${lengthText(field, field.min)}.`;
  return value > field.max ? `At most ${lengthText(field, field.max)}.` : null;
}

function lengthText({ unit }: LengthField, value: number): string {
  if (unit === 'MiB') return `${value} MiB`;
  if (unit === 'days') return plural(value, 'day');
  const largest = unitOf(value);
  const name = DURATION_UNITS.find((one) => one.unit === largest)?.label ?? unit;
  return plural(value / secsIn(largest), name.replace(/s$/, ''));
}

const list = new Intl.ListFormat('en', { type: 'conjunction' });

const rolesText = (roles: readonly Role[]): string =>
  roles.length === 0 ? 'nobody' : list.format(roles.map(roleText));
