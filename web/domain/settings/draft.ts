import { problemOf } from './length.ts';
import type { LengthField, SettingsSection } from './section.ts';

/** A section as the manager has it: field → value in the field's unit. */
export type Values = Readonly<Record<string, number>>;

/** What a person has typed into a section and not saved; null: it is no number. */
export type Draft = Readonly<Record<string, number | null>>;

/** What stands in the field: what was typed, else what is in force. */
export function shownIn({ name }: LengthField, values: Values, draft: Draft): number | null {
  return draft[name] === undefined ? (values[name] ?? null) : draft[name];
}

/** The fields that were given another value. */
export function changedFields({ fields }: SettingsSection, values: Values, draft: Draft): LengthField[] {
  return fields.filter(({ name }) => draft[name] !== undefined && draft[name] !== values[name]);
}

/** Field → why it cannot be saved, for those that cannot. */
export function problemsOf({ fields }: SettingsSection, draft: Draft): Readonly<Record<string, string>> {
  const found = fields.flatMap((field) => {
    const value = draft[field.name];
    const problem = value === undefined ? null : problemOf(field, value);
    return problem === null ? [] : [[field.name, problem] as const];
  });
  return Object.fromEntries(found);
}

/** What is sent: the changed fields alone, so that two people who change two fields don't undo each other. */
export function bodyOf(section: SettingsSection, values: Values, draft: Draft): Record<string, number> {
  const changed = changedFields(section, values, draft).flatMap(({ name }) => {
    const value = draft[name] ?? null;
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(changed);
}

/** The fields that somebody else changed between two readings. */
export function movedFields({ fields }: SettingsSection, before: Values, now: Values): LengthField[] {
  return fields.filter(({ name }) => before[name] !== now[name]);
}

/** What was typed while another draft was being saved. */
export function typedSince(draft: Draft, sent: Draft): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([name, value]) => value !== sent[name]));
}
