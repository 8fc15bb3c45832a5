import type { Tone } from '#web/components/fm-badge/fm-badge.ts';
import type { Schemas } from '#web/core/schema.ts';

type Fact = Schemas['NotificationFact'];
type State = Schemas['DeliveryState'];

/** The labels of the fields of the mail server, in the order of the form. */
export const smtpLabels = {
  enabled: 'Send mail',
  host: 'Mail server',
  tls_mode: 'Encryption',
  port: 'Port',
  username: 'User name',
  password: 'Password',
  from: 'Sender',
  helo_name: 'EHLO name',
} as const;

/** The labels of the fields of notifications; the switch of mail is theirs, too. */
export const notificationLabels = {
  recipients: 'Default recipients',
  email_from: 'Override sender',
  log_days: 'Log retention (days)',
} as const;

export const FACTS: Readonly<Record<Fact, readonly [label: string, help: string]>> = {
  'job.paused': ['Job awaiting decision', 'Too many hosts failed, so the job is paused.'],
  'job.failed': ['Job failed on hosts', 'The job has ended, and failed on some hosts.'],
  'job.completed': ['Job completed', 'The job has ended; no action required.'],
  'window.upcoming': [
    'Maintenance window opens soon',
    'One day and one hour before, if work is waiting for it.',
  ],
  'certificate.expiring': [
    'Certificate expires soon',
    'Certificate of a host, the manager or the CA that requires action.',
  ],
  'backup.failed': [
    'Backup failed',
    'A backup of the manager could not be made. Rules for groups do not report it.',
  ],
};

/** The labels in the log: the facts of rules, and of mails to people who are named otherwise. */
export const DELIVERED: Readonly<Record<Schemas['DeliveredFact'], string>> = {
  ...(Object.fromEntries(Object.entries(FACTS).map(([fact, [label]]) => [fact, label])) as Record<
    Fact,
    string
  >),
  'report.made': 'Report created',
  'report.failed': 'Report failed',
  'api_token.rotated': 'API token rotated',
  test: 'Test',
};

export const STATES: Readonly<Record<State, readonly [Tone, string]>> = {
  waiting: ['busy', 'Waiting'],
  sent: ['ok', 'Sent'],
  dead: ['bad', 'Failed'],
  dropped: ['neutral', 'Dropped'],
};

export const TLS_MODES = [
  { value: 'starttls', label: 'STARTTLS', port: 587 },
  { value: 'tls', label: 'TLS from the start', port: 465 },
  { value: 'none', label: 'None, unencrypted', port: 25 },
] as const;

export const texts = {
  title: 'Notifications',
  what: 'E-mail and webhook notifications about jobs, maintenance windows, certificates and reports.',
  mail: 'Mail',
  rules: 'Rules',
  webhooks: 'Webhooks',
  log: 'Log',
  enabledHelp: 'When disabled, nothing is sent and nothing is queued.',
  notSetUp: 'Mail is not set up yet. Nothing is sent until you save.',
  hostHelp:
    'Host name; the server’s certificate must include it. A mail server on the manager’s own machine is localhost.',
  portHelp: (usual: number) => `Usual port for this encryption: ${usual}.`,
  fromHelp: 'From address; replies go there.',
  fromProposed: 'Proposed; enter another if your mail server requires it.',
  recipientsProposed: 'Your own address is proposed.',
  noOwnAddress: 'Your account has no mail address, so none is proposed.',
  more: 'More options',
  heloNameHelp: 'Default: the host name of the public address.',
  usernameHelp: 'Leave empty if not required.',
  emailFromHelp: 'Default: the sender of the mail server.',
  recipientsHelp:
    'These addresses get all notifications for the whole fleet. Use rules for other recipients or for selected events.',
  badAddress: 'Enter an address like name@example.org.',
  badRecipients: 'Each must be an address like name@example.org.',
  noHost: 'Enter the mail server.',
  noFrom: 'Enter the sender.',
  badPort: 'Enter a whole number from 1 to 65,535.',
  badDays: 'Enter a whole number of days, from 1 to 3,650.',
  testHint: 'The test mail goes to the default recipients, or to you if there are none.',
  noRules: 'No rules yet',
  noRulesText:
    'Without rules, only the default recipients under Mail are notified. Rules notify other people or webhooks about selected events.',
  newRule: 'New rule',
  nobody: 'nobody',
  allHosts: 'All hosts',
  nameFirst: 'Enter a name.',
  factFirst: 'Select at least one.',
  toFirst: 'Enter at least one mail address or webhook.',
  noWebhooks: 'No webhooks yet',
  noWebhooksText:
    'A webhook reports events to Slack, Teams, PagerDuty and others, or to a program as signed HTTP calls.',
  preview: 'Preview',
  previewOf: 'Example: a job that failed on one of three hosts.',
  previewBody: 'Body of the call (JSON)',
  keyFirst: 'Enter the key: without it the service refuses calls.',
  factsHelp: 'Of all hosts. Change hosts and recipients later under Rules.',
  noRule: 'No rule: not called',
  newRuleFor: 'Create rule',
  newWebhook: 'New webhook',
  saveWebhook: 'Save webhook',
  saveAndTestWebhook: 'Save and send test',
  nameProposed: 'Proposed from the address.',
  badUrl: 'Enter an address that starts with https:// or http://.',
  changeUrlHelp: 'Only the host is shown. Keep it to keep the address; enter a full address to replace it.',
  secretFor: 'The receiver verifies calls with this secret.',
  noDeliveries: 'No deliveries yet',
  noDeliveriesText: 'Mails and webhook calls are listed here with the response of the receiver.',
} as const;

export const mailTest = {
  test: 'Send test mail',
  saveAndTest: 'Save and send test mail',
  testing: 'Sending …',
  testOk: 'Test mail accepted.',
  testFailed: 'The mail could not be sent.',
} as const;

/** What becomes of the saved password when the form is saved. */
export const secretTexts = {
  none: 'Not set.',
  kept: 'Set. Enter a new one to replace it.',
  new: 'Replaces the saved one.',
  removed: 'The saved one is removed.',
  cleared:
    'The saved one is cleared, because it would be sent to another server or unencrypted. Enter it again.',
} as const;
