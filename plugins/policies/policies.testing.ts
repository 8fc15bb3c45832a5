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
import { planWith, type PluginTest } from '#sdk/testing.ts';
import { usersPlugin } from '../users/plugin.ts';
import { RunModel } from './models.ts';
import { policiesPlugin } from './plugin.ts';

export { codeOf, made };
export type Schemas = components['schemas'];
export type Policy = Schemas['Policy'];
export type Run = Schemas['PolicyRun'];

export type World = PluginWorld;
export { HOUR_MS, MINUTE_MS, START };

export const { manager, setUp, tearDown } = pluginSuite([policiesPlugin, usersPlugin]);

/** Each day at 12:01, UTC: a minute after the start of the clock. */
export const DAILY = 'DTSTART:20260101T120100\nRRULE:FREQ=DAILY';

export const draft = (kit: PluginTest, more: object = {}) => ({
  name: 'Nightly',
  timezone: 'UTC',
  rrule: DAILY,
  target: { host_ids: kit.hosts.map(({ id }) => id) },
  ...more,
});

export const addPolicy = (kit: PluginTest, more: object = {}, role: 'admin' | 'operator' = 'operator') =>
  madeNamed<Policy>(draft(kit, more), (body) => kit.call('POST', '/api/v1/policies', { role, body }));

export const readPolicy = (kit: PluginTest, id: string): Promise<Policy> =>
  made<Policy>(kit.call('GET', `/api/v1/policies/${id}`), 200);

/** The runs of a policy, the newest first. */
export const runsOf = (kit: PluginTest, id: string): Promise<Run[]> =>
  made<Schemas['PolicyRunList']>(kit.call('GET', `/api/v1/policies/${id}/runs`), 200).then(
    ({ runs }) => runs,
  );

/** Makes the agent's next plan of this host find something to do; without this the plan is empty. */
export function plansChanges(kit: PluginTest, index: number, hash = 'a'.repeat(64)): void {
  kit.hosts[index]?.agent.endings.push({ plan: planWith(hash) });
}

/** The runs as they are stored, the newest first; cheap enough to ask for at each step of the clock. */
export const rowsOf = async (kit: PluginTest, id: string): Promise<RunModel[]> =>
  RunModel.query(kit.ctx.db.reader)
    .where('policy_id', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');

/** Moves the clock until the newest run of the policy has ended; returns that run. */
export async function untilRunEnded(kit: PluginTest, id: string, limitMs = HOUR_MS): Promise<Run> {
  await kit.until(async () => (await rowsOf(kit, id))[0]?.endedAt != null, limitMs);
  const [run] = await runsOf(kit, id);
  if (!run) throw new Error('there is no run');
  return run;
}

export const job = (kit: PluginTest, id: string | null): Promise<Schemas['Job']> =>
  made<Schemas['Job']>(kit.call('GET', `/api/v1/jobs/${id}`), 200);

/** The rows of the audit log with this action, the oldest first. */
export async function audited(kit: PluginTest, action: string) {
  const { rows } = await kit.ctx.audit.list({ limit: 500 });
  return rows
    .flatMap(({ content }) => (content?.action === action ? [content] : []))
    .toReversed()
    .map(({ actor, resource, before, after }) => ({ by: actor.name, resource, before, after }));
}
