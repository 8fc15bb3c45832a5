import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { type Context, setting, validationError } from '#sdk';

const TLS_MODES = ['none', 'starttls', 'tls'] as const;
export type TlsMode = (typeof TLS_MODES)[number];

/** Where mail servers listen. Other ports of the manager's own machine belong to other services. */
export const MAIL_PORTS: readonly number[] = [25, 465, 587];
/** How mail is sent over a relay on the manager's own machine. */
export const OWN_RELAY = 'A mail server on the manager’s own machine is used at port 25, 465 or 587 alone.';

const MAX_ADDRESS = 254;
const MAX_RECIPIENTS = 100;

/** Whether this is a mail address as an envelope has it: no name before it, nothing that ends or splits a header. */
export const isMailAddress = (value: string): boolean =>
  value.length <= MAX_ADDRESS && /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+$/u.test(value);

const address = (mayBeEmpty: boolean) =>
  setting.text('', {
    maxLength: MAX_ADDRESS,
    judge: (value) =>
      (mayBeEmpty && value === '') || isMailAddress(value)
        ? null
        : 'must be an address like name@example.org',
  });

export const smtpSection = setting.section(
  'smtp',
  {
    enabled: setting.flag(false),
    host: setting.text('', {
      maxLength: 253,
      judge: (value) => (/^[^\s/@?#\\%]*$/.test(value) ? null : 'must be the name or the address of a host'),
    }),
    port: setting.whole(587, { min: 1, max: 65_535 }),
    username: setting.text('', { maxLength: 256 }),
    // Without encryption everybody on the way could read the password.
    password: setting.secret({ maxLength: 1_024, sentTo: ['host', 'port', 'tls_mode'] }),
    from: address(true),
    tls_mode: setting.choice('starttls', TLS_MODES),
    helo_name: setting.text('', {
      maxLength: 253,
      judge: (value) =>
        value === '' || isFullName(value) ? null : 'must be a name with a dot, like patch.example.org',
    }),
  },
  {
    check({ after }) {
      if (isOwnMachine(after.host) && !MAIL_PORTS.includes(after.port))
        throw validationError([{ path: '/body/smtp/port', message: OWN_RELAY }]);
      if (!after.enabled) return;
      for (const field of ['host', 'from'] as const)
        if (after[field] === '')
          throw validationError([
            { path: `/body/smtp/${field}`, message: 'is needed where mail is switched on' },
          ]);
    },
  },
);

export const notificationSection = setting.section('notification', {
  email_enabled: setting.flag(false),
  email_from: address(true),
  recipients: setting.texts({ maxItems: MAX_RECIPIENTS, item: address(false) }),
  log_days: setting.keptDays(90, { min: 1, max: 3_650 }),
});

/** The server that takes the mail, and how it is reached. */
export interface MailServer {
  /** Empty: none is configured. */
  host: string;
  port: number;
  /** Empty: the server wants none. */
  username: string;
  password: string | null;
  tlsMode: TlsMode;
  /** The name that the manager gives for itself; null: none is known that such a server would take. */
  heloName: string | null;
}

export interface MailSettings {
  /** Both switches are on, and there is a server. */
  isOn: boolean;
  server: MailServer;
  from: string;
  /** Who gets every mail about the whole fleet. */
  recipients: readonly string[];
}

/** Reads the settings of mail as they were at most 2 s ago. */
export async function readMail(ctx: Context): Promise<MailSettings> {
  const smtp = await ctx.settings.get(smtpSection);
  const notification = await ctx.settings.get(notificationSection);
  const { host, port, username, password, tls_mode: tlsMode } = smtp;
  const heloName = smtp.helo_name || ownName(ctx.config);
  const from = notification.email_from || smtp.from;
  return {
    isOn: smtp.enabled && notification.email_enabled && host !== '' && from !== '',
    server: { host, port, username, password, tlsMode, heloName },
    from,
    recipients: notification.recipients,
  };
}

/** Whether the host is loopback in any spelling. What other names lead to is known at a call. */
function isOwnMachine(host: string): boolean {
  const spelled = URL.parse(`http://${isIP(host) === 6 ? `[${host}]` : host}/`)?.hostname ?? '';
  return spelled === 'localhost' || spelled === '[::1]' || /^127(\.\d+){3}$/.test(spelled);
}

const isFullName = (name: string): boolean =>
  isIP(name) === 0 && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i.test(name);

/** The manager's full name: that of `public_url`, else that of its machine; null where neither has a dot. */
export function ownName(
  { publicUrl }: Pick<Context['config'], 'publicUrl'>,
  machine = hostname(),
): string | null {
  const names = [publicUrl === null ? '' : new URL(publicUrl).hostname, machine];
  return names.find(isFullName) ?? null;
}

/** Where people reach the manager, for links in what it sends. */
export function managerUrl({ publicUrl, listen, port }: Context['config']): string {
  const host = listen.includes(':') ? `[${listen}]` : listen;
  return new URL(publicUrl ?? `https://${host}:${port}`).origin;
}
