import {
  bodyOf,
  isSame,
  shownIn,
  type Draft,
  type SettingValue,
  type Values,
} from '#web/domain/settings/draft.ts';
import { notificationLabels, smtpLabels, texts, TLS_MODES } from './texts.ts';

export type MailSection = 'smtp' | 'notification';
export interface MailField {
  name: string;
  label: string;
  section: MailSection;
}

const fieldsOf = (section: MailSection, labels: Readonly<Record<string, string>>): MailField[] =>
  Object.entries(labels).map(([name, label]) => ({ name, label, section }));

/** One form over both sections. Its `enabled` stands for both switches: mail is sent while both are on. */
export const FORM: { fields: readonly MailField[] } = {
  fields: [...fieldsOf('smtp', smtpLabels), ...fieldsOf('notification', notificationLabels)],
};

/** The values of the form, as the manager has them in its two sections. */
export const valuesOfBoth = (smtp: Values, notification: Values): Values => ({
  ...notification,
  ...smtp,
  enabled: smtp['enabled'] === true && notification['email_enabled'] === true,
});

/** What the form sends, by section. */
export function partsOf(sent: Draft): Partial<Readonly<Record<MailSection, Draft>>> {
  const of = (section: MailSection): [string, SettingValue][] =>
    FORM.fields.flatMap(({ name, section: own }) => {
      const value = sent[name];
      return own === section && value !== undefined ? [[name, value] as [string, SettingValue]] : [];
    });
  const isOn = sent['enabled'];
  const parts = {
    smtp: of('smtp'),
    notification: [...of('notification'), ...(isOn === undefined ? [] : [['email_enabled', isOn] as const])],
  };
  return Object.fromEntries(
    Object.entries(parts).flatMap(([section, fields]) =>
      fields.length === 0 ? [] : [[section, Object.fromEntries(fields)]],
    ),
  );
}

/** What is known of the reader, for what the form proposes. */
export interface Own {
  /** The mail address of the account; null: it has none. */
  email: string | null;
  /** The name by which the reader has reached the manager. */
  hostname: string;
}

/** Whether no mail server was ever saved. */
export const isNew = (values: Values): boolean => (values['host'] ?? '') === '';

/** The usual port of an encryption. */
export const usualPort = (mode: SettingValue | undefined): number | null =>
  TLS_MODES.find(({ value }) => value === mode)?.port ?? null;

/**
 * What a field has until the reader types something else: before the first server is saved, mail that is on, from and to
 * addresses that fit; and the port that goes with another encryption, unless the saved one is a port of their own.
 */
export function proposalsOf(values: Values, draft: Draft, own: Own): Draft {
  const mode = draft['tls_mode'] ?? values['tls_mode'];
  const port = usualPort(mode);
  const hasUsualPort = values['port'] === usualPort(values['tls_mode']);
  const proposals: Record<string, SettingValue> = {};
  if (port !== null && hasUsualPort) proposals['port'] = port;
  if (!isNew(values)) return proposals;
  const sender = senderOf(own, String(draft['host'] ?? ''));
  const recipients = values['recipients'];
  proposals['enabled'] = true;
  if (sender !== null && (values['from'] ?? '') === '') proposals['from'] = sender;
  if (own.email !== null && Array.isArray(recipients) && recipients.length === 0)
    proposals['recipients'] = [own.email];
  return proposals;
}

/** A sender that a mail server is likely to take: of the reader's own domain, else of the manager's, else of the server's. */
function senderOf({ email, hostname }: Own, server: string): string | null {
  const domain = email?.split('@')[1] ?? [hostname, domainOf(server.trim())].find(isName);
  return domain === undefined ? null : `fleetmend@${domain}`;
}

/** With a last label that has a letter first: no address, and not `localhost`. */
const isName = (host: string): boolean => /^[a-z0-9.-]+\.[a-z][a-z0-9-]*$/i.test(host);

/** “mail.example.org” serves “example.org”. */
const domainOf = (server: string): string =>
  server.split('.').length > 2 ? server.slice(server.indexOf('.') + 1) : server;

/** The values of the form with what is proposed and what was typed. */
export function shown(values: Values, draft: Draft, own: Own): Values {
  const all = { ...proposalsOf(values, draft, own), ...draft };
  return Object.fromEntries(FORM.fields.map((field) => [field.name, shownIn(field, values, all)]));
}

/** The changed fields, without the blanks around them; what is proposed goes along with what was typed. */
export function sentOf(values: Values, draft: Draft, own: Own): Draft {
  if (Object.keys(bodyOf(FORM, values, draft)).length === 0) return {};
  const all = { ...proposalsOf(values, draft, own), ...draft };
  const tidied = Object.entries(all).map(([name, value]): [string, SettingValue] => [
    name,
    typeof value === 'string' && name !== 'password' ? value.trim() : value,
  ]);
  return bodyOf(FORM, values, Object.fromEntries(tidied));
}

const isAddress = (text: string): boolean => /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(text);
const isWhole = (value: SettingValue | undefined, min: number, max: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;

/** Why a field cannot be saved, by field, in the order of the form. */
export function problemsOf(all: Values): Readonly<Record<string, string>> {
  const text = (name: string): string => String(all[name] ?? '').trim();
  const address = (name: string, none: string | null): string | null =>
    text(name) === '' ? none : isAddress(text(name)) ? null : texts.badAddress;
  const isOn = all['enabled'] === true;
  const recipients = Array.isArray(all['recipients']) ? (all['recipients'] as readonly string[]) : [];
  const found: Record<string, string | null> = {
    host: isOn && text('host') === '' ? texts.noHost : null,
    port: isWhole(all['port'], 1, 65_535) ? null : texts.badPort,
    from: address('from', isOn ? texts.noFrom : null),
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
export function passwordState(values: Values, draft: Draft, own: Own): PasswordState {
  const typed = draft['password'];
  if (typeof typed === 'string') return 'new';
  if ((values['password'] ?? null) === null) return 'none';
  if (typed === null) return 'removed';
  const sent = sentOf(values, draft, own);
  const isElsewhere = ['host', 'port', 'tls_mode'].some(
    (name) => sent[name] !== undefined && !isSame(sent[name], values[name]),
  );
  return isElsewhere ? 'cleared' : 'kept';
}
