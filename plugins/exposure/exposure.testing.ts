/** Shared by the suites of the exposure: hosts whose lists are told as the poller stores them. */
import * as assert from 'uvu/assert';
import type { components } from '../../generated/manager.ts';
import type { HostScope } from '#sdk';
import type { PatchItem } from '#sdk/hosts.ts';
import { patchItem } from '../../server/core/hosts/patchItem.testing.ts';
import { claimHosts } from '../../server/core/hosts/hosts.testing.ts';
import { settingsFeature } from '../../server/core/settings/plugin.ts';
import type { AnyFeature } from '../../server/kernel/boot/loader.ts';
import type { PluginTest, TestAnswer } from '#sdk/testing.ts';
import type { FreshDatabase } from '../../test/support/databases.ts';
import { freshPlace, openManager, tearDown } from '../../test/support/pluginManager.ts';
import { waitFor } from '../../test/support/wait.ts';
import { feedsPlugin } from '../exposure-feeds/feeds.testing.ts';
import { reportsPlugin } from '../reports/plugin.ts';
import { ExceptionModel, FindingModel } from './models.ts';
import { exposurePlugin } from './plugin.ts';
import { makeDue } from './service/due.ts';

export type Schemas = components['schemas'];
export const DAY_MS = 86_400_000;

export interface World {
  place: FreshDatabase;
  kit: PluginTest;
  /** What the operator and the reporter may see. */
  scope: { now: HostScope };
  /** Plugins in addition to those of every world. */
  more?: AnyFeature[];
  /** Who reads data sets, in place of the plugin that ships. */
  feeds?: AnyFeature[];
}

const scoping = (scope: World['scope']): AnyFeature =>
  ({
    name: 'scoping',
    setup: () => ({ routes: {}, hooks: { 'http.hostScope': () => Promise.resolve(scope.now) } }),
  }) as AnyFeature;

export async function setUp(world: World): Promise<void> {
  world.place = await freshPlace();
  world.scope = { now: 'all' };
  world.kit = await open(world);
}

/** Opens a manager on the world's database; with `beside`, another one. */
export const open = (
  world: Pick<World, 'place' | 'scope' | 'more' | 'feeds'>,
  beside?: PluginTest,
): Promise<PluginTest> =>
  openManager(world.place, {
    plugins: [
      settingsFeature,
      scoping(world.scope),
      exposurePlugin,
      ...(world.feeds ?? [feedsPlugin]),
      reportsPlugin,
      ...(world.more ?? []),
    ],
    ...(beside ? { beside } : {}),
  });

export { tearDown };

export const patchOf = (name: string, more: Partial<PatchItem> = {}): PatchItem =>
  patchItem(name, { origin: 'security', ...more });

export const advisory = (...cves: string[]) => [{ id: `ADV-${cves.join('-')}`, cves }];

interface Listed {
  securityTotal?: number;
  rebootRequired?: boolean;
}

/** Stores the list as the poller does, on the kit's clock; then waits until it is taken in. */
export async function told(
  kit: PluginTest,
  hostId: string,
  patches: PatchItem[],
  listed?: Listed,
): Promise<void> {
  await tell(kit, hostId, patches, listed);
  await settled(kit);
}

/** Stores the list as the poller does. */
export async function tell(
  kit: PluginTest,
  hostId: string,
  patches: PatchItem[],
  { securityTotal, rebootRequired = false }: Listed = {},
): Promise<void> {
  const { polls, pollSoon } = kit.ctx.core.hosts;
  await kit.ctx.tx((tx) => pollSoon(tx, [hostId]));
  const [host] = await claimHosts(kit, { owner: 'test', hostIds: [hostId] });
  assert.ok(host);
  const list = {
    patches,
    total: patches.length,
    refreshedAt: null,
    rebootRequired,
    rebootReasons: [],
    packageManager: 'dnf',
    etag: null,
    securityTotal: securityTotal ?? patches.filter(({ security }) => security).length,
  };
  await polls.record('test', [
    {
      host,
      polled: { health: true, patches: true, info: false },
      seen: true,
      healthStatus: 'healthy',
      statusReason: null,
      patches: list,
    },
  ]);
}

/** Waits until nothing is left to be taken in. */
export async function settled(kit: PluginTest): Promise<void> {
  await waitFor(async () => {
    await kit.clock.advance(5_000);
    const [row] = (await kit.ctx.db.reader('exposure_due').count({ left: '*' })) as { left: number }[];
    return Number(row?.left) === 0;
  });
}

/** Moves all recorded times of the host back by so many days, so that no test waits for them. */
export async function aged(kit: PluginTest, hostId: string, days: number): Promise<void> {
  const { knex } = kit.ctx.db;
  const back = (at: Date | null) => at && new Date(at.getTime() - days * DAY_MS);
  const row = (await knex('hosts_patches').where('host_id', hostId).first()) as { first_seen: string };
  const seen = Object.entries(JSON.parse(row.first_seen) as Record<string, number>);
  const moved = Object.fromEntries(seen.map(([name, at]) => [name, at - days * DAY_MS]));
  await knex('hosts_patches')
    .where('host_id', hostId)
    .update({ first_seen: JSON.stringify(moved) });
  for (const { id, openedAt, closedAt } of await FindingModel.query(knex).where('host_id', hostId))
    await FindingModel.query(knex)
      .findById(id)
      .patch({ openedAt: back(openedAt), closedAt: back(closedAt) });
  for (const { id, expiresAt } of await ExceptionModel.query(knex).where('host_id', hostId))
    await ExceptionModel.query(knex)
      .findById(id)
      .patch({ expiresAt: new Date(expiresAt.getTime() - days * DAY_MS) });
  await kit.ctx.tx((tx) => makeDue(tx, [hostId]));
  await settled(kit);
}

type Role = 'admin' | 'operator' | 'reporter';

/** The body of an answer; fails on any status but this one. */
export async function got<T>(
  { kit }: Pick<World, 'kit'>,
  path: string,
  role: Role = 'admin',
  status = 200,
): Promise<T> {
  const answer = await kit.call('GET', `/api/v1${path}`, { role });
  assert.is(answer.status, status, JSON.stringify(answer.body));
  return answer.body as T;
}

export const codeOf = ({ status, body }: TestAnswer): string =>
  `${status} ${(body as { error?: { code: string } } | null)?.error?.code ?? ''}`.trim();
