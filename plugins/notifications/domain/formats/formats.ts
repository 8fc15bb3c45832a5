import { createHmac } from 'node:crypto';
import { ntfy, opsgenie, pagerduty } from './alerts.ts';
import { discord, mattermost, slack, teams, telegram } from './chats.ts';
import type { Format } from './format.ts';

/** Of the secrets of our own format. */
export const PREFIX = 'whsec_';

/** The bytes of the key that signs. */
export const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');

/** Signed as Standard Webhooks demands: HMAC-SHA-256 over id, time and body, so that none of them can be exchanged. */
const fleetmend: Format = {
  secret: 'made',
  example: 'https://tool.example.org/hooks/fleetmend',
  isAddress: () => true,
  call({ id, payload: body }, { url, secret, now }) {
    const timestamp = Math.floor(now.getTime() / 1_000).toString();
    const signature = createHmac('sha256', keyOf(secret))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
    return {
      url,
      body,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      },
    };
  },
};

/** Who can be called, and how; `fleetmend`: programs that read our own payload. */
export const FORMATS = {
  fleetmend,
  slack,
  teams,
  discord,
  mattermost,
  telegram,
  ntfy,
  pagerduty,
  opsgenie,
} satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof FORMATS;

/** The format of this name. */
export const formatOf = (name: FormatName): Format => FORMATS[name];
