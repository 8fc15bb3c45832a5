/**
 * Messages for rooms of people. What hosts and people wrote is plain text there: no mark-up, and nobody is
 * called by an @.
 */
import { restOf, type Letter } from '../letterForm.ts';
import { cut } from '../text.ts';
import type { Telling, Urgency } from '../telling.ts';
import { jsonCall, type Format } from './format.ts';

/** More than this many hosts nobody reads in a room. */
const MOST_ITEMS = 10;
const MAX_ITEM = 240;

const COLORS: Readonly<Record<Urgency, string>> = {
  info: '#2f7d32',
  warning: '#b26a00',
  error: '#b3261e',
  critical: '#b3261e',
};

/** The lines of a list: its title, and an item each. */
function listLines({ list }: Letter): string[] {
  if (!list) return [];
  const shown = list.items.slice(0, MOST_ITEMS);
  const rest = restOf(list, shown.length);
  return [
    `${list.title}:`,
    ...shown.map(({ name, what }) => `• ${cut(what === '' ? name : `${name}: ${what}`, MAX_ITEM)}`),
    ...(rest ? [rest] : []),
  ];
}

/** All that a letter says but its subject and its link, as plain text. */
export const plainText = (letter: Letter): string =>
  [letter.first, letter.more.join('\n'), listLines(letter).join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');

const hasPath = ({ pathname }: URL): boolean => pathname.length > 1;

/** The message for an incoming webhook of Slack (Block Kit). Slack: at most 150 signs in a header, 3,000 in a text. */
export function slackMessage({ letter }: Telling) {
  const plain = (text: string) => ({ type: 'plain_text' as const, text, emoji: false });
  const section = (text: string) => ({ type: 'section' as const, text: plain(cut(text, 2_900)) });
  return {
    // Shown by notifications of phones alone.
    text: slackEscaped(cut(letter.subject, 300)),
    blocks: [
      { type: 'header' as const, text: plain(cut(letter.subject, 150)) },
      section([letter.first, ...letter.more].join('\n')),
      ...(letter.list ? [section(listLines(letter).join('\n'))] : []),
      {
        type: 'section' as const,
        text: {
          type: 'mrkdwn' as const,
          text: `<${slackEscaped(letter.link.url)}|${slackEscaped(letter.link.text)}>`,
        },
      },
    ],
  };
}

const slackEscaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export const slack: Format = {
  secret: 'none',
  example: 'https://hooks.slack.com/services/T…/B…/…',
  isAddress: hasPath,
  call: (telling, { url }) => jsonCall(url, slackMessage(telling)),
};

/** The card for a workflow of Teams. Texts are runs, in which Teams reads no Markdown. Teams takes 28 kB. */
export function teamsCard({ letter, urgency }: Telling) {
  const text = (said: string, look: object = {}) => ({
    type: 'RichTextBlock' as const,
    inlines: [{ type: 'TextRun' as const, text: said, ...look }],
  });
  const colors = { info: 'good', warning: 'warning', error: 'attention', critical: 'attention' } as const;
  return {
    type: 'AdaptiveCard' as const,
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    version: '1.4',
    // Without it Teams uses half of the width.
    msteams: { width: 'Full' },
    body: [
      text(cut(letter.subject, 200), { size: 'Large', weight: 'Bolder', color: colors[urgency] }),
      ...[letter.first, ...letter.more, ...listLines(letter)].map((line) => text(line)),
    ],
    actions: [{ type: 'Action.OpenUrl' as const, title: letter.link.text, url: letter.link.url }],
  };
}

/** https://learn.microsoft.com/connectors/teams (When a Teams webhook request is received) */
export const teams: Format = {
  secret: 'none',
  example: 'https://….environment.api.powerplatform.com/powerautomate/automations/direct/workflows/…',
  isAddress: hasPath,
  call: (telling, { url }) =>
    jsonCall(url, {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: teamsCard(telling),
        },
      ],
    }),
};

const MARKDOWN = /[\\`*_[\]<>~|#]/g;
const markdownEscaped = (text: string): string => text.replaceAll(MARKDOWN, String.raw`\$&`);

/** The message for a webhook of Discord: an embed of at most 6,000 signs. */
export const discordMessage = ({ letter, urgency, at }: Telling) => ({
  allowed_mentions: { parse: [] },
  embeds: [
    {
      title: cut(letter.subject, 256),
      url: letter.link.url,
      // Escapes take at most as much again.
      description: cut(markdownEscaped(cut(plainText(letter), 2_000)), 4_000),
      color: Number.parseInt(COLORS[urgency].slice(1), 16),
      timestamp: at.toISOString(),
    },
  ],
});

/** https://discord.com/developers/docs/resources/webhook#execute-webhook */
export const discord: Format = {
  secret: 'none',
  example: 'https://discord.com/api/webhooks/<id>/<token>',
  isAddress: hasPath,
  call: (telling, { url }) => jsonCall(url, discordMessage(telling)),
};

/** A name after an @ calls people, also in quotes: a sign without width behind the @ ends that. */
const quiet = (text: string): string => markdownEscaped(text).replaceAll('@', '@\u200B');

/** The message for an incoming webhook of Mattermost; it takes 16,383 signs. */
export const mattermostMessage = ({ letter, urgency }: Telling) => ({
  attachments: [
    {
      fallback: cut(letter.subject, 300),
      color: COLORS[urgency],
      title: quiet(cut(letter.subject, 250)),
      title_link: letter.link.url,
      text: quiet(cut(plainText(letter), 7_000)),
    },
  ],
});

/** https://developers.mattermost.com/integrate/webhooks/incoming/ */
export const mattermost: Format = {
  secret: 'none',
  example: 'https://mattermost.example.org/hooks/…',
  isAddress: hasPath,
  call: (telling, { url }) => jsonCall(url, mattermostMessage(telling)),
};

/** The message of a bot of Telegram: text without a parse mode, of at most 4,096 signs. */
export const telegramMessage = ({ letter }: Telling, chatId: string) => ({
  chat_id: chatId,
  text: `${cut(letter.subject, 200)}\n\n${cut(plainText(letter), 3_400)}\n\n${cut(letter.link.url, 400)}`,
  link_preview_options: { is_disabled: true },
});

/** https://core.telegram.org/bots/api#sendmessage */
export const telegram: Format = {
  secret: 'none',
  example: 'https://api.telegram.org/bot<token>/sendMessage?chat_id=<id>',
  isAddress: ({ pathname, searchParams }) =>
    /\/bot[^/]+\/sendMessage$/i.test(pathname) && /^(@\w+|-?\d+)$/.test(searchParams.get('chat_id') ?? ''),
  call(telling, { url }) {
    const { origin, pathname, searchParams } = new URL(url);
    return jsonCall(`${origin}${pathname}`, telegramMessage(telling, searchParams.get('chat_id') ?? ''));
  },
};
