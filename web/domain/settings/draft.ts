import { entryOf, problemOf, valueOf, type Entry } from './length.ts';
import type { LengthField, SettingsSection } from './section.ts';

/** A section as the manager has it: field → value in the field's unit. */
export type Values = Readonly<Record<string, number>>;

/** What a person has typed into a section and not saved: field → entry. */
export type Draft = Readonly<Record<string, Entry>>;

/** What stands in the field: what was typed, else what is in force. */
export function shownIn(field: LengthField, values: Values, draft: Draft): Entry {
  return draft[field.name] ?? entryOf(field, values[field.name] ?? field.standard);
}

/** The fields that were given another value; what cannot be read is another one too. */
export function changedFields({ fields }: SettingsSection, values: Values, draft: Draft): LengthField[] {
  return fields.filter((field) => {
    const entry = draft[field.name];
    return entry !== undefined && valueOf(entry) !== values[field.name];
  });
}

/** Field → why it cannot be saved, for those that cannot. */
export function problemsOf({ fields }: SettingsSection, draft: Draft): Readonly<Record<string, string>> {
  const found = fields.flatMap((field) => {
    const entry = draft[field.name];
    const problem = entry ? problemOf(field, entry) : null;
    return problem === null ? [] : [[field.name, problem] as const];
  });
  return Object.fromEntries(found);
}

/** What is sent: the changed fields alone, so that two people who change two fields don't undo each other. */
export function bodyOf(section: SettingsSection, values: Values, draft: Draft): Record<string, number> {
  const changed = changedFields(section, values, draft).flatMap(({ name }) => {
    const value = draft[name] ? valueOf(draft[name]) : null;
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
  return Object.fromEntries(Object.entries(draft).filter(([name, entry]) => entry !== sent[name]));
}
