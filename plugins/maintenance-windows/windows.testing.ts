/** What the suites of this plugin share. */
import * as assert from 'uvu/assert';
import type { components } from '../../generated/manager.ts';
import { freshDatabase, type FreshDatabase } from '../../test/support/databases.ts';
import { createPluginTest, type PluginTest, type TestAnswer } from '../../server/pluginTesting.ts';
import { usersPlugin } from '../users/plugin.ts';
import { maintenanceWindowsPlugin } from './plugin.ts';

export type Schemas = components['schemas'];

export interface World {
  place: FreshDatabase;
  kit: PluginTest;
}

/** Of the fake clock. */
export const START = '2026-01-15T12:00:00.000Z';
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;

const dialect = process.env['TEST_DIALECT'] === 'mariadb' ? 'mariadb' : 'sqlite';

/** A manager of the database; with `beside`, another one that shares clock, database and agents. */
export async function manager(
  place: FreshDatabase,
  options: Partial<Parameters<typeof createPluginTest>[0]> & { beside?: PluginTest } = {},
): Promise<PluginTest> {
  const { beside, ...more } = options;
  return createPluginTest({
    plugins: [maintenanceWindowsPlugin, usersPlugin],
    config: { secretKey: 'ab'.repeat(32) },
    ...(place.address.url ? { databaseUrl: place.address.url } : { databaseFile: place.address.file }),
    ...(beside ? { clock: beside.clock, known: beside.hosts } : {}),
    ...more,
  });
}

export async function setUp(world: World, hosts = 2): Promise<void> {
  world.place = await freshDatabase(dialect);
  world.kit = await manager(world.place, { hosts });
}

export async function tearDown({ kit, place }: World): Promise<void> {
  await kit.stop();
  await place.cleanup();
}

export const draft = (more: object = {}) => ({
  ...{ name: 'Sunday night', timezone: 'Europe/Berlin', duration_secs: 7_200 },
  rrule: 'DTSTART;TZID=Europe/Berlin:20260118T020000\nRRULE:FREQ=WEEKLY;BYDAY=SU',
  ...more,
});

/** A single window or freeze, `afterMs` from the start of the fake clock. */
export const once = (afterMs: number, durationMs: number, more: object = {}) => ({
  ...{ name: 'once', timezone: 'UTC', duration_secs: durationMs / 1_000 },
  starts_at: new Date(Date.parse(START) + afterMs).toISOString(),
  ...more,
});

export const codeOf = ({ status, body }: TestAnswer): string =>
  `${status} ${(body as { error?: { code: string } } | null)?.error?.code ?? ''}`.trim();

export async function made<T>(answer: Promise<TestAnswer>, status = 201): Promise<T> {
  const { status: got, body } = await answer;
  assert.is(got, status, JSON.stringify(body));
  return body as T;
}

export const addWindow = (kit: PluginTest, hostId: string, body: object): Promise<Schemas['Window']> =>
  made(kit.call('POST', `/api/v1/hosts/${hostId}/maintenance-windows`, { body }));

export const addFreeze = (kit: PluginTest, body: object): Promise<Schemas['Freeze']> =>
  made(kit.call('POST', '/api/v1/freezes', { body }));

export const addGroup = (kit: PluginTest, hostIds: string[]): Promise<Schemas['Group']> =>
  made(kit.call('POST', '/api/v1/groups', { body: { name: `of ${hostIds.length}`, host_ids: hostIds } }));

/** The rows of the audit log with this action, the oldest first: resource, before and after. */
export async function audited(kit: PluginTest, action: string) {
  const { rows } = await kit.ctx.audit.list({ limit: 500 });
  return rows
    .flatMap(({ content }) => (content?.action === action ? [content] : []))
    .toReversed()
    .map(({ actor, resource, before, after }) => ({ by: actor.name, resource, before, after }));
}

export async function jobHosts(kit: PluginTest, jobId: string): Promise<Schemas['JobHost'][]> {
  return made<Schemas['Job']>(kit.call('GET', `/api/v1/jobs/${jobId}`), 200).then(({ hosts = [] }) => hosts);
}

/** A patch of these hosts, as an operator. */
export const patch = (kit: PluginTest, hostIds: string[], more: object = {}) =>
  kit.createJob({ operation: 'patch', target: { host_ids: hostIds }, ...more });

/** State, reason and time of the job's first host, once its gates were asked. */
export async function standing(kit: PluginTest, jobId: string): Promise<unknown[]> {
  await kit.until(async () => (await jobHosts(kit, jobId))[0]?.state !== 'pending', 2 * MINUTE_MS);
  const [host] = await jobHosts(kit, jobId);
  return [host?.state, host?.reason, host?.next_attempt_at];
}
