import { isSame, type Draft, type SettingValue, type Values } from '#web/domain/settings/draft.ts';
import { bodyOf, shownIn } from '#web/domain/settings/draft.ts';
import { notificationLabels, smtpLabels, texts } from './texts.ts';

export type MailSection = 'smtp' | 'notification';
export interface MailField {
  name: string;
  label: string;
}

const fieldsOf = (labels: Readonly<Record<string, string>>): { fields: readonly MailField[] } => ({
  fields: Object.entries(labels).map(([name, label]) => ({ name, label })),
});

export const FORMS = { smtp: fieldsOf(smtpLabels), notification: fieldsOf(notificationLabels) };

/** The values of the section with what was typed. */
export function shown(section: MailSection, values: Values, draft: Draft): Values {
  return Object.fromEntries(
    FORMS[section].fields.map((field) => [field.name, shownIn(field, values, draft)]),
  );
}

/** The request body: only the changed fields, without the blanks around them. */
export function sentOf(section: MailSection, values: Values, draft: Draft): Draft {
  const tidied = Object.entries(draft).map(([name, value]): [string, SettingValue] => [
    name,
    typeof value === 'string' && name !== 'password' ? value.trim() : value,
  ]);
  return bodyOf(FORMS[section], values, Object.fromEntries(tidied));
}

const isAddress = (text: string): boolean => /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(text);
const isWhole = (value: SettingValue | undefined, min: number, max: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;

/** Why a field cannot be saved, by field. */
export function problemsOf(section: MailSection, all: Values): Readonly<Record<string, string>> {
  const text = (name: string): string => String(all[name] ?? '').trim();
  const address = (name: string, none: string | null): string | null =>
    text(name) === '' ? none : isAddress(text(name)) ? null : texts.badAddress;
  const isOn = all['enabled'] === true;
  const recipients = Array.isArray(all['recipients']) ? (all['recipients'] as readonly string[]) : [];
  const found: Record<string, string | null> =
    section === 'smtp'
      ? {
          host: isOn && text('host') === '' ? texts.noHost : null,
          port: isWhole(all['port'], 1, 65_535) ? null : texts.badPort,
          from: address('from', isOn ? texts.noFrom : null),
        }
      : {
          recipients: recipients.every(isAddress) ? null : texts.badRecipients,
          email_from: address('email_from', null),
          log_days: isWhole(all['log_days'], 1, 3_650) ? null : texts.badDays,
        };
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, why]) => (why === null ? [] : [[name, why]])),
  );
}

export type PasswordState = 'none' | 'kept' | 'new' | 'removed' | 'cleared';

/** What becomes of the saved password. */
export function passwordState(values: Values, draft: Draft): PasswordState {
  const typed = draft['password'];
  if (typeof typed === 'string') return 'new';
  if ((values['password'] ?? null) === null) return 'none';
  if (typed === null) return 'removed';
  const sent = sentOf('smtp', values, draft);
  const isElsewhere = ['host', 'port', 'tls_mode'].some(
    (name) => sent[name] !== undefined && !isSame(sent[name], values[name]),
  );
  return isElsewhere ? 'cleared' : 'kept';
}
