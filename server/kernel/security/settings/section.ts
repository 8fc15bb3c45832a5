import type { Actor } from '../actor.ts';
import type { Field } from './fields.ts';

export type Fields<T> = { readonly [Name in keyof T]: Field<T[Name]> };

/** A change of one section: all its values before and after, with secrets in plain text. */
export interface SettingsChange<T extends object = object> {
  before: Readonly<T>;
  after: Readonly<T>;
  by: SettingsAuthor;
}

/** Who changes them, for the audit row and for rules such as "not his own address". */
export interface SettingsAuthor {
  actor: Actor;
  /** The caller's address; null for the system. */
  address: string | null;
}

/**
 * One group of settings that a feature owns, named in its manifest. The names of section and fields are the
 * wire's; the contract has them under `Settings` and `UpdateSettingsRequest`.
 */
export interface SettingsSection<T extends object = object> {
  readonly name: string;
  readonly fields: Fields<T>;
  /** A section of one value (a list of networks, say): on the wire it is that value and not an object. */
  readonly isSingle: boolean;
  /**
   * True: the values depend on files or addresses of one machine, so no export holds them and no import changes them.
   */
  readonly staysHere?: boolean;
  /**
   * Checks what single fields cannot; throws an AppError to refuse a change. Runs inside the transaction: it looks at
   * nothing but the change, and calls nobody.
   */
  check?(change: SettingsChange<T>): void;
}

type Rules<T extends object> = Pick<SettingsSection<T>, 'check' | 'staysHere'>;

/** A section of several fields: `section('polling', { health_poll_interval_secs: whole(60, …) })`. */
export function section<T extends object>(
  name: string,
  fields: Fields<T>,
  rules: Rules<T> = {},
): SettingsSection<T> {
  return { name, fields, isSingle: false, ...rules };
}

/** A section that is one value, which is read as `(await settings.get(section)).value`. */
export function singleSection<V>(
  name: string,
  value: Field<V>,
  rules: Rules<{ value: V }> = {},
): SettingsSection<{ value: V }> {
  return { name, fields: { value }, isSingle: true, ...rules };
}
