/** What a setting can be: a number, a text, a choice, a list. */
export type SettingValue = number | string | boolean | null | readonly unknown[];

/** A section as the manager has it: field → value. */
export type Values = Readonly<Record<string, SettingValue>>;

/** What a person has typed into a section and not saved. Null stands for a number field that is empty. */
export type Draft = Readonly<Record<string, SettingValue>>;

/** The part of a form that drafts need: its fields. */
export interface Form<Field extends { name: string }> {
  fields: readonly Field[];
}

/** The value shown in the field: what was typed, else what is in force. */
export function shownIn({ name }: { name: string }, values: Values, draft: Draft): SettingValue {
  return draft[name] === undefined ? (values[name] ?? null) : draft[name];
}

/** The fields that were given another value. */
export function changedFields<Field extends { name: string }>(
  { fields }: Form<Field>,
  values: Values,
  draft: Draft,
): Field[] {
  return fields.filter(({ name }) => draft[name] !== undefined && !isSame(draft[name], values[name]));
}

/** The request body: the changed fields alone, so that two people who change two fields don't undo each other. */
export function bodyOf(form: Form<{ name: string }>, values: Values, draft: Draft): Draft {
  return Object.fromEntries(
    changedFields(form, values, draft).map(({ name }) => [name, draft[name] ?? null]),
  );
}

/** The fields that somebody else changed between two readings. */
export function movedFields<Field extends { name: string }>(
  { fields }: Form<Field>,
  before: Values,
  now: Values,
): Field[] {
  return fields.filter(({ name }) => !isSame(before[name], now[name]));
}

/** What was typed while another draft was being saved. */
export function typedSince(draft: Draft, sent: Draft): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([name, value]) => !isSame(value, sent[name])));
}

/** Whether two values are the same; lists are compared by their items. */
export function isSame(one: SettingValue | undefined, other: SettingValue | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
