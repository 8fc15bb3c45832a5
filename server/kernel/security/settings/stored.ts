import { MASK } from '../../http/maskUrl.ts';
import type { Secrets } from '../secrets.ts';
import type { Field } from './fields.ts';
import type { SettingsSection } from './section.ts';

/** The fields of a section by name, untyped as this folder handles them; features see them typed. */
export type Values = Readonly<Record<string, unknown>>;

/** A field that is stored in a form which this version does not take. */
export interface StoredFault {
  field: string;
  problem: string;
}

export const fieldsOf = ({ fields }: SettingsSection): [string, Field<unknown>][] =>
  Object.entries(fields as Readonly<Record<string, Field<unknown>>>);

/** The stored fields, those of other versions included; empty for what is no JSON object. */
export function parseStored(text: string | undefined): Values {
  try {
    const parsed: unknown = JSON.parse(text ?? '{}');
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Values) : {};
  } catch {
    return {};
  }
}

/**
 * All values of a section from what is stored, secrets opened. Another version may have stored it, so nothing in it can
 * fail: a missing field has its default, and one that this version does not take has what its `salvage` makes of it, or
 * its default; `faults` names the latter.
 */
export function readStored(
  section: SettingsSection,
  stored: Values,
  secrets: Secrets,
): { values: Values; faults: StoredFault[] } {
  const faults: StoredFault[] = [];
  const values = Object.fromEntries(
    fieldsOf(section).map(([name, field]) => {
      const raw = Object.hasOwn(stored, name) ? stored[name] : undefined;
      if (raw === undefined) return [name, field.fallback];
      try {
        const value = field.secret ? openSecret(section, name, raw, secrets) : raw;
        const problem = field.secret && value === null ? null : field.judge(value);
        if (problem === null) return [name, value];
        faults.push({ field: name, problem });
      } catch (error) {
        faults.push({ field: name, problem: error instanceof Error ? error.message : String(error) });
      }
      return [name, field.salvage ? field.salvage(raw) : field.fallback];
    }),
  );
  return { values: deepFreeze(values), faults };
}

/** A field's value as it is stored: secrets sealed, bound to their section and name. */
export function toStored(section: SettingsSection, name: string, value: unknown, secrets: Secrets): unknown {
  const isSecret = fieldsOf(section).some(([own, field]) => own === name && field.secret);
  return isSecret && typeof value === 'string' ? secrets.seal(value, purposeOf(section, name)) : value;
}

function openSecret(section: SettingsSection, name: string, raw: unknown, secrets: Secrets): unknown {
  return typeof raw === 'string' ? secrets.open(raw, purposeOf(section, name)) : raw;
}

const purposeOf = ({ name }: SettingsSection, field: string): string => `settings:${name}.${field}`;

/** The values with secrets masked; null: no secret is set. */
export function masked(section: SettingsSection, values: Values): Values {
  return Object.fromEntries(
    fieldsOf(section).map(([name, field]) => [
      name,
      field.secret && values[name] !== null ? MASK : values[name],
    ]),
  );
}

/** A section as the API answers it. */
export function toAnswer(section: SettingsSection, values: Values): unknown {
  const shown = masked(section, values);
  return section.isSingle ? shown['value'] : shown;
}

/** Freezes the values, because all readers share them. */
function deepFreeze<T extends object>(value: T): T {
  for (const item of Object.values(value))
    if (typeof item === 'object' && item !== null) deepFreeze(item as object);
  return Object.freeze(value);
}
