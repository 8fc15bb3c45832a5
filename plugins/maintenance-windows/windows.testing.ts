/** What the suites of this plugin share. */
import type { components } from '../../generated/manager.ts';
import {
  codeOf,
  HOUR_MS,
  made,
  madeNamed,
  MINUTE_MS,
  pluginSuite,
  START,
  type PluginWorld,
} from '../../test/support/pluginManager.ts';
import type { PluginTest } from '#sdk/testing.ts';
import { usersPlugin } from '../users/plugin.ts';
import { maintenanceWindowsPlugin } from './plugin.ts';

export type Schemas = components['schemas'];

export type World = PluginWorld;
export { HOUR_MS, MINUTE_MS, START };

export const { manager, setUp, tearDown } = pluginSuite([maintenanceWindowsPlugin, usersPlugin]);

export const draft = (more: object = {}) => ({
  name: 'Sunday night',
  timezone: 'Europe/Berlin',
  duration_secs: 7_200,
  rrule: 'DTSTART;TZID=Europe/Berlin:20260118T020000\nRRULE:FREQ=WEEKLY;BYDAY=SU',
  ...more,
});

/** A window or freeze that does not recur, `afterMs` from the start of the fake clock. */
export const once = (afterMs: number, durationMs: number, more: object = {}) => ({
  name: 'once',
  timezone: 'UTC',
  duration_secs: durationMs / 1_000,
  starts_at: at(afterMs),
  ...more,
});

/** The time this long after the start of the fake clock, as it is on the wire. */
export const at = (afterMs: number): string => new Date(Date.parse(START) + afterMs).toISOString();
/** The ids of the first two hosts. */
export const ids = ({ hosts }: PluginTest): [string, string] => [hosts[0]?.id ?? '', hosts[1]?.id ?? ''];
/** How often each host has begun work. */
export const begun = ({ hosts }: PluginTest): number[] => hosts.map(({ agent }) => agent.started.length);

export { codeOf, made };

export const addWindow = (
  kit: PluginTest,
  hostId: string,
  draft: { name: string },
): Promise<Schemas['Window']> =>
  madeNamed(draft, (body) => kit.call('POST', `/api/v1/hosts/${hostId}/maintenance-windows`, { body }));

export const addFreeze = (
  kit: PluginTest,
  draft: { name: string; group_id?: string },
): Promise<Schemas['Freeze']> => madeNamed(draft, (body) => kit.call('POST', '/api/v1/freezes', { body }));

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
