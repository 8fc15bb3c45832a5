import type { Tone } from '#web/components/fm-badge/fm-badge.ts';
import type { Schemas } from '#web/core/schema.ts';

type Fact = Schemas['NotificationFact'];
type State = Schemas['DeliveryState'];

/** The labels of every mail field, in the order of the forms. */
export const smtpLabels = {
  enabled: 'Send mail',
  host: 'Mail server',
  port: 'Port',
  tls_mode: 'Encryption',
  username: 'User name',
  password: 'Password',
  from: 'Sender',
  helo_name: 'Name in the greeting',
} as const;

export const notificationLabels = {
  email_enabled: 'Tell people by mail',
  recipients: 'Who is told of everything',
  email_from: 'Another sender',
  log_days: 'Days that the log is kept',
} as const;

export const FACTS: Readonly<Record<Fact, readonly [label: string, help: string]>> = {
  'job.paused': ['A job waits for a decision', 'Too many of its hosts failed, and it stands still.'],
  'job.failed': ['A job failed on hosts', 'It has ended, and its work was not done on some hosts.'],
  'job.completed': ['A job is done', 'It has ended, and nobody has to do anything.'],
  'window.upcoming': [
    'A maintenance window opens soon',
    'A day and an hour before it, where work waits for it.',
  ],
  'certificate.expiring': [
    'A certificate ends soon',
    'Of a host, of the manager or of the authority, where a person must see to it.',
  ],
};

/** The labels in the log: the facts of rules, and the mails of report schedules. */
export const DELIVERED: Readonly<Record<Schemas['DeliveredFact'], string>> = {
  ...(Object.fromEntries(Object.entries(FACTS).map(([fact, [label]]) => [fact, label])) as Record<
    Fact,
    string
  >),
  'report.made': 'A report was made',
  'report.failed': 'A report could not be made',
};

export const STATES: Readonly<Record<State, readonly [Tone, string]>> = {
  waiting: ['busy', 'Waiting'],
  sent: ['ok', 'Sent'],
  dead: ['bad', 'Given up'],
  dropped: ['neutral', 'Dropped'],
};

export const TLS_MODES = [
  { value: 'starttls', label: 'STARTTLS (usually port 587)' },
  { value: 'tls', label: 'TLS from the start (usually port 465)' },
  { value: 'none', label: 'None: everybody on the way can read it (usually port 25)' },
];

export const texts = {
  title: 'Notifications',
  what: 'Who is told when jobs end or stop, and before maintenance windows open or certificates end: people by mail, programs by webhooks.',
  mail: 'Mail',
  rules: 'Rules',
  webhooks: 'Webhooks',
  log: 'Log',
  server: 'The mail server',
  people: 'Who is told',
  enabledHelp: 'Switched off, nothing is sent, and nothing is kept for later.',
  hostHelp: 'Its name; the name must be in its certificate.',
  fromHelp: 'The address that mails come from, and that answers go to.',
  heloNameHelp: 'How the manager greets the server. Empty: by the name of its address.',
  usernameHelp: 'Empty where the server wants none.',
  emailFromHelp: 'Empty: the sender of the mail server.',
  recipientsHelp:
    'These addresses get every mail about the whole fleet. Rules tell other people, or only of some things.',
  badAddress: 'Enter an address like name@example.org.',
  badRecipients: 'Each must be an address like name@example.org.',
  noHost: 'Enter the mail server: without it no mail can be sent.',
  noFrom: 'Enter the sender: without one no server takes a mail.',
  badPort: 'Enter a whole number from 1 to 65,535.',
  badDays: 'Enter a whole number of days, from 1 to 3,650.',
  works: 'Does it work?',
  testHint: 'A test mail goes to the people who are told of everything; if there are none, to you.',
  testFirst: 'Save first: the test goes by what is saved.',
  test: 'Send a test mail',
  testing: 'Sending …',
  testOk: 'The server took the mail.',
  testFailed: 'The mail could not be sent.',
  noRules: 'No rule yet',
  noRulesText:
    'Without rules, only the people named under Mail are told. A rule tells other people, or webhooks, of what you choose.',
  newRule: 'New rule',
  nobody: 'nobody',
  allHosts: 'All hosts',
  nameFirst: 'Enter a name.',
  factFirst: 'Choose at least one.',
  toFirst: 'Name at least one mail address or webhook.',
  noWebhooks: 'No webhook yet',
  noWebhooksText: 'A webhook is an address that the manager calls. Rules say of what.',
  newWebhook: 'New webhook',
  badUrl: 'Enter an address that starts with https:// or http://.',
  urlHelp: 'Stored sealed, for it is often a secret itself. Later only its host is shown.',
  changeUrlHelp: 'Only the host is shown. Left as it is, the address stays; another one replaces all of it.',
  secretHelp:
    'Left empty, the manager makes one and shows it once. Your own is whsec_ and 24 to 64 bytes in base64.',
  changeSecretHelp:
    'Left empty, it stays, unless the address leads to another host: then the manager makes a new one.',
  secretOnce: 'The receiver verifies calls with this secret. Copy it now: it is not shown again.',
  kept: 'I have kept it',
  noDeliveries: 'Nothing was sent yet',
  noDeliveriesText: 'Each mail and each call of a webhook is listed here, with what the other side answered.',
} as const;

/** What becomes of the saved password when the form is saved. */
export const secretTexts = {
  none: 'None is saved.',
  kept: 'One is saved. What you type replaces it.',
  new: 'It replaces what was saved.',
  removed: 'The saved one is taken away.',
  cleared: 'The saved one is forgotten, because it would go elsewhere or unencrypted. Enter it again.',
} as const;
