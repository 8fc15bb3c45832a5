import type { Schemas } from '#web/core/schema.ts';

type Format = Schemas['WebhookFormat'];

interface Look {
  label: string;
  /** What the address is. */
  address: string;
  /** Its secret, with the help for a new one and for one that is stored; null: it has none. */
  secret: { label: string; help: string; changeHelp: string; isRequired: boolean } | null;
}

const addressOf = (what: string): string => `${what} Stored encrypted. Only the host is shown later.`;

const KEEP_KEY = 'Leave empty to keep it. If the address changes to another host, enter the key again.';

/** Who can be called, in the order of the list. */
export const FORMATS: Readonly<Record<Format, Look>> = {
  fleetmend: {
    label: 'Signed webhook (JSON)',
    address: addressOf('Address of a program that takes our payload.'),
    secret: {
      label: 'Secret',
      help: 'Leave empty to create one, shown once. Your own: whsec_ followed by 24 to 64 bytes in base64.',
      changeHelp: 'Leave empty to keep it. If the address changes to another host, a new secret is created.',
      isRequired: false,
    },
  },
  slack: { label: 'Slack', address: addressOf('Address of an incoming webhook.'), secret: null },
  teams: {
    label: 'Microsoft Teams',
    address: addressOf('Address of the workflow “Post to a channel when a webhook request is received”.'),
    secret: null,
  },
  discord: {
    label: 'Discord',
    address: addressOf('Address of the channel’s webhook (Integrations).'),
    secret: null,
  },
  mattermost: { label: 'Mattermost', address: addressOf('Address of an incoming webhook.'), secret: null },
  telegram: {
    label: 'Telegram',
    address: addressOf('https://api.telegram.org/bot<token>/sendMessage?chat_id=<id>'),
    secret: null,
  },
  ntfy: {
    label: 'ntfy',
    address: addressOf('Address of the topic, like https://ntfy.example.org/patching.'),
    secret: {
      label: 'Access token',
      help: 'Leave empty if the topic is open.',
      changeHelp:
        'Leave empty to keep it. If the address changes to another host, it is deleted: enter one for that host.',
      isRequired: false,
    },
  },
  pagerduty: {
    label: 'PagerDuty',
    address: addressOf(
      'https://events.pagerduty.com/v2/enqueue, in Europe https://events.eu.pagerduty.com/v2/enqueue.',
    ),
    secret: {
      label: 'Integration key',
      help: 'Of an Events API v2 integration.',
      changeHelp: KEEP_KEY,
      isRequired: true,
    },
  },
  opsgenie: {
    label: 'Opsgenie',
    address: addressOf(
      'https://api.opsgenie.com/v2/alerts, in Europe https://api.eu.opsgenie.com/v2/alerts.',
    ),
    secret: {
      label: 'API key',
      help: 'Of an API integration with the right to create alerts.',
      changeHelp: KEEP_KEY,
      isRequired: true,
    },
  },
};

export const formatOptions = Object.entries(FORMATS).map(([value, { label }]) => ({ value, label }));

/** The addresses that are the same for everybody. */
export const FIXED: Readonly<Partial<Record<Format, string>>> = {
  pagerduty: 'https://events.pagerduty.com/v2/enqueue',
  opsgenie: 'https://api.opsgenie.com/v2/alerts',
};
