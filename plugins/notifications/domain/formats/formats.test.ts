/**
 * What each receiver gets: Slack by its publisher's types, Teams by its publisher's library of Adaptive Cards, Discord
 * and Telegram by the types that their libraries for Node use (discord-api-types, grammY); Mattermost, ntfy, PagerDuty and
 * Opsgenie by what their pages document.
 */
import type { ApiMethods } from '@grammyjs/types';
import type { KnownBlock } from '@slack/types';
import type * as cards from 'adaptivecards';
import type { RESTPostAPIWebhookWithTokenJSONBody } from 'discord-api-types/v10';
import { createRequire } from 'node:module';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JobContent } from '../contents.ts';
import { testTelling, tellingOf, type Telling } from '../telling.ts';
import { ntfyMessage, opsgenieAlert, pagerdutyEvent } from './alerts.ts';
import {
  discordMessage,
  mattermostMessage,
  plainText,
  slackMessage,
  teamsCard,
  telegramMessage,
} from './chats.ts';
import { FORMATS, type FormatName } from './formats.ts';

// Its modules for `import` lack the ends of their names.
const { AdaptiveCard, SerializationContext } = createRequire(import.meta.url)(
  'adaptivecards/dist/adaptivecards.js',
) as typeof cards;

const test = suite('formats of webhooks');
const managerUrl = 'https://fleet.example.org';
const at = new Date('2026-12-01T02:00:00Z');
const JOB = '01939f72-8192-73a4-b5c6-d7e8f9010203';

/** Text that would call people, or make links and mark-up, where it were not plain. */
const EVIL = '<!channel> @everyone *bold* [here](https://evil.example) </a> `x` &amp; <@U1>';

const content = (fact: JobContent['fact'], hosts = 20, named = hosts): JobContent => ({
  fact,
  job: {
    id: JOB,
    seq: 7,
    name: `Night ${EVIL}`,
    operation: 'patch',
    state: fact === 'job.paused' ? 'paused' : 'partial',
    reason: null,
    createdByName: EVIL,
  },
  hostsTotal: 400,
  hostsCompleted: 400 - hosts,
  hostsTroubled: hosts,
  troubled: Array.from({ length: named }, (_, index) => ({
    hostId: JOB,
    fqdn: `${'ä'.repeat(200)}${index}.example.org`,
    state: 'failed' as const,
    code: 'SCRIPT_FAILED',
    message: `${EVIL} ${'ü'.repeat(400)}`,
  })),
  groups: [],
});

const telling = (fact: JobContent['fact'] = 'job.failed', hosts = 20): Telling =>
  tellingOf({ id: 'd1', at, content: content(fact, hosts), managerUrl });

/** Signs that are two in UTF-16, as Telegram counts. */
function emojis(): Telling {
  const one = content('job.failed');
  const troubled = one.troubled.map((host) => ({ ...host, message: '🔥'.repeat(300) }));
  return tellingOf({ id: 'd1', at, content: { ...one, troubled }, managerUrl });
}

test('Slack: blocks of its types, within its limits, and no text that is mark-up', () => {
  const message = slackMessage(telling()) satisfies { text: string; blocks: KnownBlock[] };
  for (const block of message.blocks) {
    if (block.type === 'header') assert.ok([...block.text.text].length <= 150);
    else assert.ok([...block.text.text].length <= 3_000);
    if (block.text.type === 'mrkdwn') assert.is(block.text.text, `<${managerUrl}/jobs/${JOB}|Open job>`);
  }
  assert.not.match(message.text, /[<>]/);
});

test('Teams: a card that the library of Adaptive Cards reads without a complaint, below 28 kB', () => {
  const card = new AdaptiveCard();
  const context = new SerializationContext();
  const body = teamsCard(telling());
  card.parse(body, context);
  assert.is(context.eventCount, 0);
  assert.is(card.validateProperties().validationEvents.length, 0);
  assert.is(card.getItemCount(), body.body.length);
  assert.ok(Buffer.byteLength(FORMATS.teams.call(telling(), way('teams')).body) < 28_000);
});

test('Discord: an embed of its types, within 6,000 signs, that calls nobody', () => {
  const message = discordMessage(telling()) satisfies RESTPostAPIWebhookWithTokenJSONBody;
  const [embed] = message.embeds;
  assert.ok(embed && [...embed.title].length <= 256 && [...embed.description].length <= 4_096);
  assert.equal(message.allowed_mentions, { parse: [] });
  assert.not.match(embed.description, /(?<!\\)[*`[\]<]/);
});

test('Mattermost: an attachment in which no @ calls anybody', () => {
  const [attachment] = mattermostMessage(telling()).attachments;
  assert.not.match(attachment?.text ?? '', /@(?!\u200B)/);
  assert.not.match(attachment?.title ?? '', /@(?!\u200B)/);
  assert.ok([...(attachment?.text ?? '')].length < 16_383);
});

test('Telegram: plain text of at most 4,096 signs, to the chat of the address', () => {
  assert.ok(telegramMessage(emojis(), '1').text.length <= 4_096);
  const message = telegramMessage(telling(), '-100123') satisfies Parameters<
    ApiMethods<never>['sendMessage']
  >[0];
  assert.ok([...message.text].length <= 4_096);
  const call = FORMATS.telegram.call(telling(), way('telegram'));
  assert.is(call.url, 'https://api.telegram.org/bot1:A/sendMessage');
  assert.is((JSON.parse(call.body) as { chat_id: string }).chat_id, '-100123');
});

test('ntfy: at most 4,096 bytes, to the topic of the address, with the token if there is one', () => {
  const { message, topic, priority } = ntfyMessage(telling(), 'patching');
  assert.ok(Buffer.byteLength(message) <= 4_096);
  assert.equal([topic, priority], ['patching', 4]);
  assert.is(FORMATS.ntfy.call(telling(), way('ntfy')).headers['authorization'], 'Bearer key-key-key');
  assert.is('authorization' in FORMATS.ntfy.call(telling(), { ...way('ntfy'), secret: '' }).headers, false);
});

test('PagerDuty and Opsgenie: a pause begins an incident, and the end of the job ends that one', () => {
  const paused = pagerdutyEvent(telling('job.paused'), 'key-key-key');
  const done = pagerdutyEvent(telling('job.completed', 0), 'key-key-key');
  assert.equal([paused.event_action, done.event_action], ['trigger', 'resolve']);
  assert.is(paused.dedup_key, done.dedup_key);
  assert.ok('payload' in paused && [...(paused.payload?.summary ?? '')].length <= 1_024);
  const alert = opsgenieAlert(telling('job.paused'));
  assert.ok([...alert.message].length <= 130 && [...alert.description].length <= 15_000);
  const end = FORMATS.opsgenie.call(telling('job.completed', 0), way('opsgenie'));
  assert.is(
    end.url,
    `https://api.opsgenie.com/v2/alerts/fleetmend%3Ajob%3A${JOB}/close?identifierType=alias`,
  );
  assert.is(end.headers['authorization'], 'GenieKey key-key-key');
});

test('a chat names ten hosts, and counts all others', () => {
  const said = (hosts: number, named: number): string[] =>
    plainText(tellingOf({ id: 'd1', at, content: content('job.failed', hosts, named), managerUrl }).letter)
      .split('\n')
      .filter((line) => /^(•|And)/.test(line))
      .map((line) => (line.startsWith('•') ? '•' : line));
  const ten = Array<string>(10).fill('•');
  assert.equal(said(10, 10), ten);
  assert.equal(said(11, 11), [...ten, 'And 1 more host: see the job.']);
  assert.equal(said(400, 20), [...ten, 'And 390 more hosts: see the job.']);
});

test('a sign that is cut in two is not sent by half', () => {
  const troubled = content('job.failed', 1).troubled.map((host) => ({ ...host, message: '💥'.repeat(400) }));
  const cut = { ...content('job.failed', 1), troubled };
  const { letter } = tellingOf({ id: 'd1', at, content: cut, managerUrl });
  assert.ok(letter.list?.items.every(({ what }) => what.isWellFormed()));
});

test('a test says of itself that it is one, in every format', () => {
  const trial = testTelling({ id: 't1', at, managerUrl });
  for (const name of Object.keys(FORMATS) as FormatName[])
    assert.match(FORMATS[name].call(trial, way(name)).body, /test/i, name);
});

test('addresses are those of the receiver', () => {
  const good: Readonly<Record<FormatName, string>> = ADDRESSES;
  for (const name of Object.keys(FORMATS) as FormatName[])
    assert.ok(FORMATS[name].isAddress(new URL(good[name])), name);
  const bad: readonly [FormatName, string][] = [
    ['slack', 'https://hooks.slack.com'],
    ['telegram', 'https://api.telegram.org/bot1:A/sendMessage'],
    ['telegram', 'https://api.telegram.org/bot1:A/deleteWebhook?chat_id=1'],
    ['ntfy', 'https://ntfy.sh/'],
    ['ntfy', 'https://ntfy.sh/a/b'],
    ['pagerduty', 'https://events.pagerduty.com/'],
    ['opsgenie', 'https://api.opsgenie.com/v2/alerts/x'],
    ['opsgenie', 'https://api.opsgenie.com/v2/alerts?x=1'],
  ];
  for (const [name, url] of bad) assert.is(FORMATS[name].isAddress(new URL(url)), false, url);
});

const ADDRESSES: Readonly<Record<FormatName, string>> = {
  fleetmend: 'https://tool.example.org/hook',
  slack: 'https://hooks.slack.com/services/T0/B0/x',
  teams: 'https://x.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/1/triggers',
  discord: 'https://discord.com/api/webhooks/1/x',
  mattermost: 'https://chat.example.org/hooks/x',
  telegram: 'https://api.telegram.org/bot1:A/sendMessage?chat_id=-100123',
  ntfy: 'https://ntfy.example.org/patching',
  pagerduty: 'https://events.pagerduty.com/v2/enqueue',
  opsgenie: 'https://api.opsgenie.com/v2/alerts',
};

function way(name: FormatName) {
  const secret = name === 'fleetmend' ? `whsec_${'A'.repeat(44)}` : 'key-key-key';
  return { url: ADDRESSES[name], secret, now: at };
}

test.run();
