/** Shared by the suites of reports: a small fleet in which each host has another standing. */
import * as assert from 'uvu/assert';
import { parse } from 'csv-parse/sync';
import type { components } from '../../generated/manager.ts';
import { type Context, type HostScope, newId } from '#sdk';
import type { PatchItem } from '#sdk/hosts.ts';
import { patchItem } from '../../server/core/hosts/patchItem.testing.ts';
import { claimHosts } from '../../server/core/hosts/hosts.testing.ts';
import { settingsFeature } from '../../server/core/settings/plugin.ts';
import type { AnyFeature } from '../../server/kernel/boot/loader.ts';
import { scriptFailed, upgrade, type PluginTest, type TestHost } from '#sdk/testing.ts';
import type { FreshDatabase } from '../../test/support/databases.ts';
import { freshPlace, made, openManager, tearDown } from '../../test/support/pluginManager.ts';
import { exposurePlugin } from '../exposure/plugin.ts';
import { reportsPlugin } from './plugin.ts';

export type Schemas = components['schemas'];

export const DAY_MS = 86_400_000;
/** Names that a spreadsheet would calculate, that break lines, or that few fonts have. */
export const EVIL = `=cmd|'/C calc'!A0`;
export const ODD = 'Zoë "quoted", 😀 שלום Ωμέγα Москва\nsecond line';

export interface World {
  place: FreshDatabase;
  kit: PluginTest;
  /** What the operator and the reporter may see. */
  scope: { now: HostScope };
  hosts: Record<HostName, TestHost>;
  groups: { web: string; empty: string };
  jobs: { night: string };
}

const HOSTS = ['good', 'late', 'fresh', 'stale', 'never', 'restart', 'unrecorded', 'evil'] as const;
export type HostName = (typeof HOSTS)[number];

const scoping = (scope: World['scope']): AnyFeature =>
  ({
    name: 'scoping',
    setup: () => ({ routes: {}, hooks: { 'http.hostScope': () => Promise.resolve(scope.now) } }),
  }) as AnyFeature;

export async function setUp(world: World): Promise<void> {
  world.place = await freshPlace();
  world.scope = { now: 'all' };
  const plugins = [settingsFeature, scoping(world.scope), exposurePlugin, reportsPlugin];
  world.kit = await openManager(world.place, { plugins });
  const hosts: Partial<World['hosts']> = {};
  for (const name of HOSTS)
    hosts[name] = await world.kit.addHost(name === 'evil' ? EVIL : `${name}.example.org`);
  world.hosts = hosts as World['hosts'];
  world.groups = {
    web: await groupOf(world.kit, 'Web servers', [world.hosts.good.id, world.hosts.late.id]),
    empty: await groupOf(world.kit, 'Nobody', []),
  };
  await patchNight(world);
  // The end of a period is exclusive: what has just ended is within it a moment later.
  await world.kit.clock.advance(1_000);
  await readAll(world);
  await closeSome(world);
}

export { tearDown };

async function groupOf(kit: PluginTest, name: string, hostIds: string[]): Promise<string> {
  const body = { name, host_ids: hostIds };
  return (await made<Schemas['Group']>(kit.call('POST', '/api/v1/groups', { body }))).id;
}

/** Four runs: two well, with four changes, one that failed after one, and one that changed nothing; and a dry run. */
async function patchNight(world: World): Promise<void> {
  const { kit, hosts } = world;
  hosts.good.agent.endings.push({ changes: [upgrade('openssl'), { ...upgrade('zlib'), from: null }] });
  hosts.evil.agent.endings.push({ changes: [upgrade('+evil'), { ...upgrade('-gone'), to: null }] });
  hosts.late.agent.endings.push({
    status: 'failed',
    error: { ...scriptFailed },
    changes: [upgrade('half-done')],
  });
  const ids = [hosts.good, hosts.late, hosts.fresh, hosts.evil].map(({ id }) => id);
  const job = await kit.createJob({
    operation: 'patch',
    name: '@Sunday, "night"',
    target: { host_ids: ids },
  });
  world.jobs = { night: (await kit.runJob(job.id)).id };
  const plan = await kit.createJob({
    operation: 'patch',
    dry_run: true,
    target: { host_ids: [hosts.good.id] },
  });
  await kit.runJob(plan.id);
}

const patchOf = (name: string, more: Partial<PatchItem> = {}): PatchItem =>
  patchItem(name, { origin: 'security', ...more });

const advisory = (...cves: string[]) => [{ id: `ADV-${cves.join('-')}`, cves }];

interface Read {
  patches: PatchItem[];
  /** How long each has been pending, in days; null: not recorded. */
  days?: (number | null)[];
  rebootRequired?: boolean;
  readMinutesAgo?: number;
}

const READS: Partial<Record<HostName, Read>> = {
  good: { patches: [patchOf('vim', { security: false })] },
  late: { patches: [patchOf('openssl', { severity: 'critical' }), patchOf('curl')], days: [8, 2] },
  fresh: {
    patches: [
      patchOf('libssl', { severity: 'important', advisories: advisory('CVE-2026-0001', 'CVE-2026-0002') }),
      patchOf('zlib', { severity: 'critical', advisories: advisory('CVE-2026-0001') }),
    ],
    days: [3, 1],
  },
  stale: { patches: [patchOf('bash', { severity: 'low' })], days: [1], readMinutesAgo: 91 },
  restart: { patches: [], rebootRequired: true },
  unrecorded: { patches: [patchOf('sudo', { severity: 'moderate' })], days: [null] },
  evil: {
    patches: [patchOf('+evil', { held: true, advisories: advisory('CVE-2026-0002') })],
    days: [40],
  },
};

/** Stores lists as the poller does, then moves the times back, so that no test waits forty days. */
async function readAll({ kit, hosts }: World): Promise<void> {
  const { polls } = kit.ctx.core.hosts;
  for (const [name, read] of Object.entries(READS) as [HostName, Read][]) {
    const { id } = hosts[name];
    await kit.ctx.tx((tx) => kit.ctx.core.hosts.pollSoon(tx, [id]));
    const [host] = await claimHosts(kit, { owner: 'test', hostIds: [id] });
    assert.ok(host);
    const { patches, rebootRequired = false } = read;
    const securityTotal = patches.filter(({ security }) => security).length;
    const list = {
      patches,
      total: patches.length,
      securityTotal,
      refreshedAt: null,
      rebootRequired,
      rebootReasons: [],
      packageManager: 'apt',
      etag: null,
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
    await putBack(kit.ctx, id, read);
  }
  await kit.ctx.db.knex('hosts_hosts').where('id', hosts.evil.id).update({ display_name: ODD });
}

async function putBack({ db, clock }: Context, id: string, { patches, days, readMinutesAgo = 0 }: Read) {
  const nowMs = clock.now().getTime();
  const seen = patches.map(({ name, arch }, index) => {
    const ago = days?.[index];
    return [`${name}:${arch}`, ago === null || ago === undefined ? null : nowMs - ago * DAY_MS];
  });
  await db
    .knex('hosts_patches')
    .where('host_id', id)
    .update({ first_seen: JSON.stringify(days ? Object.fromEntries(seen) : {}) });
  await db
    .knex('hosts_hosts')
    .where('id', id)
    .update({ patches_polled_at: new Date(nowMs - readMinutesAgo * 60_000) });
}

interface Closing {
  host: HostName;
  cve?: string;
  name: string;
  /** Days ago; null: not recorded. */
  opened: number | null;
  closed: number;
  /** Due so many days after its opening. */
  due?: number;
}

/** Three within the last 30 days, and one before; for one it is not recorded since when it was open. */
const CLOSINGS: readonly Closing[] = [
  { host: 'good', cve: 'CVE-2025-0100', name: 'openssl', opened: 20, closed: 5, due: 7 },
  { host: 'late', cve: 'CVE-2025-0100', name: 'openssl', opened: null, closed: 3 },
  { host: 'evil', name: 'bash', opened: 10, closed: 2, due: 14 },
  { host: 'fresh', cve: 'CVE-2025-0200', name: 'zlib', opened: 100, closed: 60, due: 90 },
];

/** Writes what the exposure would have recorded before, so that no test waits for it. One package is excepted. */
async function closeSome({ kit, hosts }: World): Promise<void> {
  const { db, clock } = kit.ctx;
  const ago = (days: number | null): Date | null =>
    days === null ? null : new Date(clock.now().getTime() - days * DAY_MS);
  for (const { host, cve, name, opened, closed, due } of CLOSINGS) {
    const times = { host_id: hosts[host].id, opened_at: ago(opened), closed_at: ago(closed) };
    if (cve !== undefined)
      await db.knex('exposure_findings').insert({
        ...times,
        id: newId(),
        cve,
        package: name,
        packages: JSON.stringify([name]),
        closed_by: 'PATCHED',
      });
    await db.knex('exposure_patches').insert({
      ...times,
      id: newId(),
      name,
      arch: 'amd64',
      advisory_id: NO_ADVISORY,
      severity_rank: 4,
      current_version: '1',
      available_version: '2',
      held: 0,
      due_at: opened === null || due === undefined ? null : ago(opened - due),
    });
  }
}

/** Of what is closed nobody asks for the advisory. */
const NO_ADVISORY = '0'.repeat(32);

export type Row = Record<string, string>;

/** A CSV read by another library; fails on any answer but 200. */
export async function csvOf(
  { kit }: World,
  pathAndQuery: string,
  role: 'admin' | 'operator' | 'reporter' = 'admin',
): Promise<Row[]> {
  const { status, body } = await kit.call('GET', `/api/v1/reports/${pathAndQuery}`, { role });
  assert.is(status, 200, JSON.stringify(body));
  return parse(body as string, { columns: true, bom: true, record_delimiter: '\r\n' }) as unknown as Row[];
}

export async function figuresOf(
  { kit }: World,
  pathAndQuery: string,
): Promise<{ answer: Schemas['ReportFigures']; of: Record<string, number | null> }> {
  const answer = await made<Schemas['ReportFigures']>(
    kit.call('GET', `/api/v1/reports/${pathAndQuery}`),
    200,
  );
  return { answer, of: Object.fromEntries(answer.figures.map(({ key, value }) => [key, value])) };
}
