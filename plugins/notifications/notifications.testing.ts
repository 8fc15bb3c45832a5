/** What the suites of this plugin share. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { components } from '../../generated/manager.ts';
import type { FreshDatabase } from '../../test/support/databases.ts';
import {
  codeOf,
  freshPlace,
  made,
  madeNamed,
  MINUTE_MS,
  openManager,
  tearDown,
} from '../../test/support/pluginManager.ts';
import { webhookDeviations } from '../../test/support/walk/judge.ts';
import { createOutbound } from '../../server/kernel/http/outbound.ts';
import { judgeOutbound } from '../../server/kernel/http/outboundPolicy.ts';
import type { AnyFeature } from '../../server/kernel/boot/loader.ts';
import { settingsFeature } from '../../server/core/settings/plugin.ts';
import type { Context } from '#sdk';
import { scriptFailed, type PluginTest } from '#sdk/testing.ts';
import { MAIL_HOST, type MailServer } from './mailServer.testing.ts';
import { notificationsPlugin } from './plugin.ts';

export type Schemas = components['schemas'];

export interface World {
  place: FreshDatabase;
  kit: PluginTest;
}

export interface MailWorld extends World {
  server: MailServer;
}

export interface HookWorld extends World {
  receiver: Receiver;
}

export const HOOK_HOST = 'hooks.example.test';

/** The manager's outbound client, for which test names and one address of this machine stand for the network. */
export const outbound = createOutbound({
  resolve: (name) => {
    if (name === MAIL_HOST || name === HOOK_HOST || name === 'other.example.test')
      return Promise.resolve(['127.0.0.1']);
    return Promise.resolve(name === 'metadata.example.test' ? ['169.254.169.254'] : []);
  },
  judge: (address, reach) => (address === '127.0.0.1' ? null : judgeOutbound(address, reach, [])),
});

/** The plugin as it ships, except for the addresses that names lead to. */
export const testNotifications: AnyFeature = {
  ...notificationsPlugin,
  setup: (ctx: Context) => notificationsPlugin.setup({ ...ctx, outbound }),
};

type ManagerOptions = Partial<Parameters<typeof openManager>[1]>;

/** A manager on the database; with `beside`, a second one that shares clock, database and agents. */
export function manager(place: FreshDatabase, options: ManagerOptions = {}): Promise<PluginTest> {
  const plugins = [settingsFeature, testNotifications];
  return openManager(place, { plugins, config: { publicUrl: 'https://fleet.example.test' }, ...options });
}

export async function setUp(world: World, hosts = 0): Promise<void> {
  world.place = await freshPlace();
  world.kit = await manager(world.place, { hosts });
}

export { tearDown };

export { codeOf, made, madeNamed, MINUTE_MS };

/** Switches mail on, for one recipient, with the server on this port. */
export async function configure(
  kit: PluginTest,
  port: number,
  {
    smtp = {},
    notification = {},
  }: {
    smtp?: Schemas['UpdateSmtpSettings'];
    notification?: Schemas['UpdateNotificationSettings'];
  } = {},
): Promise<Schemas['Settings']> {
  const body: Schemas['UpdateSettingsRequest'] = {
    smtp: {
      enabled: true,
      host: MAIL_HOST,
      port,
      from: 'fleetmend@example.test',
      tls_mode: 'none',
      ...smtp,
    },
    notification: { email_enabled: true, recipients: ['olga@example.test'], ...notification },
  };
  return made(kit.call('PUT', '/api/v1/settings', { body }), 200);
}

/** Patches these hosts to the end; `failing` of them fail. */
export async function patch(
  kit: PluginTest,
  { failing = 0, ...more }: { failing?: number } & Partial<Schemas['CreateJobRequest']> = {},
): Promise<Schemas['Job']> {
  for (const { agent } of kit.hosts.slice(0, failing))
    agent.endings.push({ status: 'failed', error: { ...scriptFailed } });
  const target = { host_ids: kit.hosts.map(({ id }) => id) };
  const job = await kit.createJob({ operation: 'patch', name: 'Sunday night', target, ...more });
  return kit.runJob(job.id);
}

export const deliveries = async (kit: PluginTest, query = ''): Promise<Schemas['NotificationDelivery'][]> => {
  const page = kit.call('GET', `/api/v1/notification-deliveries${query}`);
  return (await made<Schemas['NotificationDeliveryList']>(page, 200)).deliveries;
};

/** Moves the clock until nothing waits to be sent, or for `limitMs`. */
export async function settled(kit: PluginTest, limitMs?: number): Promise<void> {
  await kit.until(async () => (await kit.ctx.outbox.figures()).waiting === 0, limitMs);
}

export interface Call {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  url: string;
  calls: Call[];
  /** Path and query of each call. */
  paths: string[];
  /**
   * The answers to the next calls; afterwards 204. `cut`: it takes the call and closes the connection without an
   * answer.
   */
  answers: (number | 'cut' | { status: number; body?: string; headers?: Record<string, string> })[];
  stop(): Promise<void>;
}

/**
 * A receiver of webhooks on loopback. Its `stop` throws if a call was not as the contract has it, but for one that
 * `isForeign` and stands for another service.
 */
export async function startReceiver({ isForeign = false } = {}): Promise<Receiver> {
  const faults: string[] = [];
  const receiver: Receiver = { url: '', calls: [], paths: [], answers: [], stop: () => Promise.resolve() };
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      receiver.paths.push(req.url ?? '');
      receiver.calls.push({ headers: req.headers, body });
      if (!isForeign) faults.push(...webhookDeviations(body));
      const answer = receiver.answers.shift() ?? 204;
      if (answer === 'cut') return void req.socket.destroy();
      const {
        status,
        body: text,
        headers,
      } = typeof answer === 'number' ? ({ status: answer } as const) : answer;
      res.writeHead(status, headers).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  receiver.url = `http://${HOOK_HOST}:${(server.address() as AddressInfo).port}/hook`;
  receiver.stop = () =>
    new Promise((resolve, reject) => {
      server.close(() => (faults.length > 0 ? reject(new Error(faults.join('\n'))) : resolve()));
      server.closeAllConnections();
    });
  return receiver;
}

export const addWebhook = (kit: PluginTest, more: object): Promise<Schemas['WebhookWithSecret']> =>
  madeNamed({ name: 'chat', ...more }, (body) => kit.call('POST', '/api/v1/webhooks', { body }));

export const addRule = (kit: PluginTest, more: object): Promise<Schemas['NotificationRule']> => {
  const draft = { name: 'a rule', facts: ALL_FACTS, ...more };
  return madeNamed(draft, (body) => kit.call('POST', '/api/v1/notification-rules', { body }));
};

/** Adds a webhook of the receiver, and a rule that tells it of every fact. */
export async function told(
  { kit, receiver }: HookWorld,
  more: object = {},
): Promise<Schemas['WebhookWithSecret']> {
  const webhook = await addWebhook(kit, { url: receiver.url, ...more });
  await addRule(kit, { webhook_ids: [webhook.id] });
  return webhook;
}

export const ALL_FACTS = [
  'job.paused',
  'job.failed',
  'job.completed',
  'window.upcoming',
  'certificate.expiring',
  'backup.failed',
];

export const addGroup = (kit: PluginTest, name: string, hostIds: string[]): Promise<Schemas['Group']> =>
  made(kit.call('POST', '/api/v1/groups', { body: { name, host_ids: hostIds } }));

/** Actions of the audit log, the oldest first, with what was before and after. */
export async function audited(kit: PluginTest, prefix: string) {
  const { rows } = await kit.ctx.audit.list({ limit: 500 });
  return rows
    .flatMap(({ content }) => (content?.action.startsWith(prefix) ? [content] : []))
    .toReversed()
    .map(({ action, actor, resource, before, after }) => ({
      action,
      by: actor.name,
      resource,
      before,
      after,
    }));
}
