/** Calls to services that wake people: what belongs to one subject is one incident, which ends when the subject is over. */
import type { Telling, Urgency } from '../telling.ts';
import { cut } from '../text.ts';
import { plainText } from './chats.ts';
import { type Call, jsonCall, type Format } from './format.ts';

const incidentOf = ({ subject }: Telling): string => `fleetmend:${subject}`;

/** The event for the Events API v2 of PagerDuty: the key of the service is in it, the summary has at most 1,024 signs. */
export const pagerdutyEvent = (telling: Telling, routingKey: string) => {
  const { letter, urgency, at, isOver } = telling;
  const same = { routing_key: routingKey, dedup_key: incidentOf(telling) };
  if (isOver) return { ...same, event_action: 'resolve' as const };
  return {
    ...same,
    event_action: 'trigger' as const,
    payload: {
      summary: cut(`${letter.subject}. ${letter.first}`, 1_000),
      source: new URL(letter.link.url).host,
      severity: urgency,
      timestamp: at.toISOString(),
      custom_details: { text: cut(plainText(letter), 6_000) },
    },
    links: [{ href: letter.link.url, text: letter.link.text }],
  };
};

/** https://developer.pagerduty.com/docs/events-api-v2-overview */
export const pagerduty: Format = {
  secret: 'required',
  example: 'https://events.pagerduty.com/v2/enqueue',
  isAddress: ({ pathname }) => pathname === '/v2/enqueue',
  call: (telling, { url, secret }) => jsonCall(url, pagerdutyEvent(telling, secret)),
};

const PRIORITIES: Readonly<Record<Urgency, 'P1' | 'P2' | 'P3' | 'P5'>> = {
  info: 'P5',
  warning: 'P3',
  error: 'P2',
  critical: 'P1',
};

/** The alert for Opsgenie: at most 130 signs of message, 15,000 of description, 512 of alias. */
export const opsgenieAlert = (telling: Telling) => ({
  message: cut(telling.letter.subject, 130),
  alias: incidentOf(telling),
  description: cut(`${plainText(telling.letter)}\n\n${telling.letter.link.url}`, 14_000),
  priority: PRIORITIES[telling.urgency],
  source: new URL(telling.letter.link.url).host,
});

/** https://docs.opsgenie.com/docs/alert-api */
export const opsgenie: Format = {
  secret: 'required',
  example: 'https://api.opsgenie.com/v2/alerts',
  // The end of an alert has an address below it.
  isAddress: ({ pathname, search }) => pathname.endsWith('/v2/alerts') && search === '',
  call(telling, { url, secret }) {
    const headers = { authorization: `GenieKey ${secret}` };
    if (!telling.isOver) return jsonCall(url, opsgenieAlert(telling), headers);
    const end = `${url}/${encodeURIComponent(incidentOf(telling))}/close?identifierType=alias`;
    return jsonCall(end, { note: cut(telling.letter.first, 1_000) }, headers);
  },
};

const LEVELS: Readonly<Record<Urgency, number>> = { info: 2, warning: 3, error: 4, critical: 5 };

/** The message for a topic of ntfy; of more than 4,096 bytes it would make a file. */
export const ntfyMessage = ({ letter, urgency }: Telling, topic: string) => ({
  topic,
  title: cut(letter.subject, 200),
  message: bytesCut(plainText(letter), 3_800),
  priority: LEVELS[urgency],
  click: letter.link.url,
});

function bytesCut(text: string, most: number): string {
  let short = cut(text, most);
  while (Buffer.byteLength(short) > most) short = cut(text, Math.floor(short.length * 0.9));
  return short;
}

/** https://docs.ntfy.sh/publish/#publish-as-json: in JSON the topic is in the body, and titles may hold any letter. */
export const ntfy: Format = {
  secret: 'optional',
  example: 'https://ntfy.sh/<topic>',
  isAddress: ({ pathname, search }) => /^\/[\w-]{1,64}$/.test(pathname) && search === '',
  call(telling, { url, secret }) {
    const { origin, pathname } = new URL(url);
    const headers: Call['headers'] = secret === '' ? {} : { authorization: `Bearer ${secret}` };
    return jsonCall(`${origin}/`, ntfyMessage(telling, pathname.slice(1)), headers);
  },
};
