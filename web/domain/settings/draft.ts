/** What a setting can be: a number, a text, a choice, a list. */
export type SettingValue = number | string | boolean | null | readonly unknown[];

/** A section as the manager has it: field → value. */
export type Values = Readonly<Record<string, SettingValue>>;

/** What a person has typed into a section and not saved. A number that is null is none. */
export type Draft = Readonly<Record<string, SettingValue>>;

/** The fields of a form, whatever else is known of them. */
export interface Form<Field extends { name: string }> {
  fields: readonly Field[];
}

/** What stands in the field: what was typed, else what is in force. */
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

/** What is sent: the changed fields alone, so that two people who change two fields don't undo each other. */
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

/** Lists by what is in them. */
export function isSame(one: SettingValue | undefined, other: SettingValue | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
