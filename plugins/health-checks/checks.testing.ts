/** What the suites of this plugin share. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { components } from '../../generated/manager.ts';
import { createOutbound } from '../../server/kernel/http/outbound.ts';
import { judgeOutbound } from '../../server/kernel/http/outboundPolicy.ts';
import type { AnyFeature } from '../../server/kernel/boot/loader.ts';
import type { FreshDatabase } from '../../test/support/databases.ts';
import { codeOf, freshPlace, made, madeNamed, openManager } from '../../test/support/pluginManager.ts';
import type { Context, HostScope } from '#sdk';
import { type PluginTest, type TestHost } from '#sdk/testing.ts';
import { usersPlugin } from '../users/plugin.ts';
import { healthChecksPlugin } from './plugin.ts';

export type Schemas = components['schemas'];
export type Check = Schemas['HealthCheck'];

export interface World {
  place: FreshDatabase;
  kit: PluginTest;
  pages: Pages;
  /** Further plugins. */
  more?: readonly AnyFeature[];
  /** The two hosts of the current test. */
  hosts: [TestHost, TestHost];
}

export const MINUTE_MS = 60_000;

/** A web server of this machine, and the answers of the tests' DNS. */
export interface Pages {
  url: string;
  /** Requests by path. */
  seen: string[];
  answer: (req: IncomingMessage, res: ServerResponse) => void;
  /** The DNS answers by name, one for each question; the last one is repeated. */
  dns: Map<string, string[][]>;
  stop(): Promise<void>;
}

export async function openPages(): Promise<Pages> {
  const server = createServer((req, res) => {
    pages.seen.push(req.url ?? '');
    pages.answer(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const pages: Pages = {
    url: `http://web.example.test:${(server.address() as AddressInfo).port}`,
    seen: [],
    answer: (_req, res) => void res.end('all is well'),
    dns: new Map([['web.example.test', [['127.0.0.1']]]]),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return pages;
}

/** The manager's outbound client, for which test names and one address of this machine stand for the network. */
const outboundTo = ({ dns }: Pages) =>
  createOutbound({
    async resolve(name) {
      const answers = dns.get(name) ?? [];
      const [answer] = answers.length > 1 ? answers.splice(0, 1) : answers;
      if (!answer) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
      return answer;
    },
    judge: (address, reach) => (address === '127.0.0.1' ? null : judgeOutbound(address, reach, [])),
  });

const pluginWith = (pages: Pages): AnyFeature => ({
  ...healthChecksPlugin,
  setup: (ctx: Context) => healthChecksPlugin.setup({ ...ctx, outbound: outboundTo(pages) }),
});

/** Limits what operators and reporters may see. */
export const scoping = (now: () => HostScope): AnyFeature =>
  ({
    name: 'scoping',
    setup: () => ({ routes: {}, hooks: { 'http.hostScope': () => Promise.resolve(now()) } }),
  }) as AnyFeature;

/** A manager on the database; with `beside`, a second one that shares clock, database and agents. */
export function manager(
  { place, pages, more = [] }: Pick<World, 'place' | 'pages' | 'more'>,
  beside: { beside?: PluginTest } = {},
): Promise<PluginTest> {
  return openManager(place, { plugins: [pluginWith(pages), usersPlugin, ...more], ...beside });
}

export async function setUp(world: World, more: readonly AnyFeature[] = []): Promise<void> {
  world.more = more;
  world.place = await freshPlace();
  world.pages = await openPages();
  world.kit = await manager(world);
}

/** Adds two healthy hosts for each test, with running services: a new database for each test would take longer. */
export async function addHosts(world: World): Promise<void> {
  world.pages.answer = (_req, res) => void res.end('all is well');
  const { kit } = world;
  world.hosts = [await kit.addHost(), await kit.addHost()];
  for (const { id, agent } of world.hosts) {
    agent.answers.set('getServiceStatus', UP);
    await setHealth(kit, id, 'healthy');
  }
}

/** The ids of the two hosts. */
export const ids = ({ hosts: [own, other] }: World): [string, string] => [own.id, other.id];

export async function tearDown({ kit, place, pages }: World): Promise<void> {
  await kit.stop();
  await pages.stop();
  await place.cleanup();
}

const service = (state: string, sub: string) => ({
  name: 'nginx',
  active_state: state,
  sub_state: sub,
  enabled: true,
});
export const UP = service('active', 'running');
export const DOWN = service('failed', 'failed');
export const STARTING = service('activating', 'start');

export async function setHealth({ ctx }: PluginTest, hostId: string, status: string): Promise<void> {
  await ctx.db.knex('hosts_hosts').where('id', hostId).update({ health_status: status });
}

export const nginx = (more: object = {}) => ({
  kind: 'service',
  name: 'Web server',
  service_name: 'nginx',
  ...more,
});
export const page = (url: string, more: object = {}) => ({ kind: 'http', name: 'Front page', url, ...more });

export { codeOf, made, madeNamed };

export const pathOf = (hostId: string, checkId = ''): string =>
  `/api/v1/hosts/${hostId}/health-checks${checkId && `/${checkId}`}`;

export const addCheck = (kit: PluginTest, hostId: string, draft: { name: string }): Promise<Check> =>
  madeNamed(draft, (body) => kit.call('POST', pathOf(hostId), { body, role: 'operator' }));

export const readCheck = (kit: PluginTest, { host_id: hostId, id }: Check): Promise<Check> =>
  made(kit.call('GET', pathOf(hostId, id)), 200);

/** The status of a check, and what its last run said. */
export async function standing(kit: PluginTest, check: Check): Promise<[string, string | null]> {
  const { last_status: status, last_message: message } = await readCheck(kit, check);
  return [status, message];
}

export async function statusOf(kit: PluginTest, hostId: string): Promise<string> {
  const host = await made<Schemas['Host']>(kit.call('GET', `/api/v1/hosts/${hostId}`), 200);
  return host.health_check_status;
}

/** The changes of a check as from, to and message, the oldest first. */
export async function changesOf(kit: PluginTest, check: Check): Promise<string[][]> {
  const path = `${pathOf(check.host_id, check.id)}/history`;
  const { changes } = await made<Schemas['HealthCheckChangeList']>(kit.call('GET', path), 200);
  return changes.toReversed().map(({ from, to, message }) => [from, to, message]);
}

/** Waits until the check has been run once more. */
export async function nextRun(kit: PluginTest, check: Check): Promise<void> {
  const { last_checked_at: before } = await readCheck(kit, check);
  await kit.until(async () => (await readCheck(kit, check)).last_checked_at !== before);
}

/** The newest row of the audit log with this action on this resource. */
export async function audited(kit: PluginTest, action: string, id: string) {
  const { rows } = await kit.ctx.audit.list({ limit: 500 });
  const contents = rows.flatMap(({ content }) => content ?? []);
  const row = contents.find((one) => one.action === action && one.resource.id === id);
  return row && { by: row.actor.name, resource: row.resource, before: row.before, after: row.after };
}
