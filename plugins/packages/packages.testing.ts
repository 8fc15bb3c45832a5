/** Shared by the suites of this plugin. */
import type { components as agentComponents } from '../../generated/agent.ts';
import type { components } from '../../generated/manager.ts';
import type { PluginTest, TestHost } from '#sdk/testing.ts';
import { made, pluginSuite, type PluginWorld } from '../../test/support/pluginManager.ts';
import { packagesPlugin } from './plugin.ts';
import { adoptHosts, readSoon } from './service/schedule.ts';
import { createSweeper } from './service/sweeper.ts';

export type Schemas = components['schemas'];
type AgentPackage = agentComponents['schemas']['Package'];

export const { setUp, tearDown, manager } = pluginSuite([packagesPlugin]);

/** `name=version`, `name:arch=version`; `!` holds it, `<newer` says what is on offer, `@source/version` what it is built from. */
export function installed(...texts: string[]): AgentPackage[] {
  return texts.map((text) => {
    const [, name = '', arch = 'amd64', version = '', held, newer, source] =
      /^([^:=]+)(?::([^=]+))?=([^!<@]+)(!)?(?:<([^@]+))?(?:@(.+))?$/.exec(text) ?? [];
    const [sourceName, sourceVersion] = source?.split('/') ?? [];
    return {
      name,
      arch,
      version,
      held: held === '!',
      origin: 'Debian',
      section: 'misc',
      installed_size_bytes: 1_024,
      ...(newer === undefined ? {} : { available_version: newer }),
      ...(sourceName && sourceVersion ? { source: { name: sourceName, version: sourceVersion } } : {}),
    };
  });
}

/** Sets what the agent of the host tells from now on. */
export function tell({ agent }: TestHost, packages: AgentPackage[]): void {
  agent.answers.set('listPackages', { packages, total: packages.length });
}

/** Makes the hosts look enrolled long ago and polled since: rows of this plugin, and the package manager. */
export async function known({ ctx, hosts }: PluginTest, packageManager = 'apt'): Promise<void> {
  await ctx.db.knex('hosts_hosts').update({ package_manager: packageManager });
  const rows = await ctx.db.knex<{ host_id: string }>('packages_hosts').select('host_id');
  const there = new Set(rows.map(({ host_id: id }) => id));
  await adoptHosts(ctx);
  for (const { id } of hosts.filter((host) => !there.has(host.id)))
    await ctx.db
      .knex('packages_hosts')
      .insert({ host_id: id, live: 1, revision: 0, failures: 0, lane: 0, next_at: 0 })
      .onConflict('host_id')
      .ignore();
}

/** Reads all hosts now, as the manager of this kit would when they are due. */
export async function readAll({ ctx, hosts }: PluginTest): Promise<void> {
  const ids = hosts.map(({ id }) => id);
  await readSoon(ctx, ids, 0);
  await createSweeper(ctx).drain();
}

/** Starts with three hosts: equal lists on two of them; on `h002` a newer openssl, which is held. */
export async function setUpLists(world: PluginWorld): Promise<void> {
  await setUp(world, 3);
  const [one, two, three] = world.kit.hosts;
  if (!one || !two || !three) throw new Error('three hosts are wanted');
  tell(one, installed('bash=5.2-1', 'openssl=3.0.9-1<3.0.15-1', 'zlib=1.2'));
  tell(two, installed('bash=5.2-1', 'openssl=3.0.15-1!', 'zlib=1.2'));
  tell(three, installed('bash=5.2-1', 'openssl=3.0.9-1<3.0.15-1', 'zlib=1.2'));
  await known(world.kit);
  await readAll(world.kit);
}

export const get = <T>({ kit }: PluginWorld, path: string): Promise<T> =>
  made<T>(kit.call('GET', `/api/v1${path}`), 200);

/** How many rows a table has. */
export const rows = async ({ kit }: PluginWorld, table: string): Promise<number> =>
  Number(((await kit.ctx.db.knex(table).count({ n: '*' }).first()) as { n: number }).n);
