/** What the suites of this plugin share: people with sessions, plans made with fake agents, and rules. */
import * as assert from 'uvu/assert';
import type { components } from '../../generated/manager.ts';
import { newAccount, openSession } from '../../server/core/identity/identity.testing.ts';
import { planWith, type PluginTest } from '#sdk/testing.ts';
import type { FreshDatabase } from '../../test/support/databases.ts';
import { codeOf, freshPlace, openManager, tearDown } from '../../test/support/pluginManager.ts';
import { usersPlugin } from '../users/plugin.ts';
import { approvalsPlugin } from './plugin.ts';

export type Schemas = components['schemas'];
export type Approval = Schemas['Approval'];

export interface World {
  place: FreshDatabase;
  kit: PluginTest;
}

/** The people of the suites by name; `admin` exists from the start, the last four once a test makes them. */
export type Person =
  | 'admin'
  | 'bert'
  | 'olga'
  | 'otto'
  | 'sam'
  | 'rita'
  | 'gone'
  | 'less'
  | 'second'
  | 'third'
  | 'fresh'
  | 'other'
  | 'guest';
const ROLES = {
  bert: 'admin',
  olga: 'operator',
  otto: 'operator',
  sam: 'operator',
  rita: 'reporter',
  gone: 'operator',
  less: 'operator',
} as const;

export const HASHES = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(64));
export const REASON = 'The shop is down and nobody answers the phone.';

/** A manager on the database; with `beside`, a second one that shares clock, database and agents. */
export const manager = (
  place: FreshDatabase,
  options: Partial<Parameters<typeof openManager>[1]> = {},
): Promise<PluginTest> =>
  openManager(place, {
    plugins: [approvalsPlugin, usersPlugin],
    authenticate: 'identity',
    config: { adminPassword: 'seven quiet otters row north' },
    ...options,
  });

export async function setUp(world: World, hosts = 3): Promise<void> {
  world.place = await freshPlace();
  world.kit = await manager(world.place, { hosts });
  for (const [name, role] of Object.entries(ROLES)) await newAccount(world.kit.ctx, name, { role });
}

export { tearDown };

/** Removes what a test leaves behind: rules, approvals, and the answers that agents were given. */
export async function clean({ kit }: World): Promise<void> {
  for (const { agent } of kit.hosts) agent.endings.splice(0);
  await kit.ctx.tx(async ({ knex }) => {
    for (const table of ['rules', 'rule_changes', 'approvals', 'hosts', 'authors'])
      await knex(`approvals_${table}`).delete();
  });
}

export async function accountId({ ctx }: PluginTest, name: Person): Promise<string> {
  return (await ctx.core.identity.accounts.findByName(name))?.id ?? '';
}

export interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
  /** Used instead of a session's token. */
  token?: string;
}

/** Calls as somebody who has signed in just now. `target`: `POST /approvals`. */
export async function call(kit: PluginTest, who: Person, target: string, options: CallOptions = {}) {
  const { token = (await openSession(kit.ctx, await accountId(kit, who))).accessToken, ...rest } = options;
  const [method = '', path = ''] = target.split(' ');
  const headers = { authorization: `Bearer ${token}`, ...rest.headers };
  return kit.call(method, `/api/v1${path}`, { role: null, ...rest, headers });
}

/** As `call`; returns the body, and fails on a refusal. */
export async function must<T>(
  kit: PluginTest,
  who: Person,
  target: string,
  options?: CallOptions,
): Promise<T> {
  const { status, body } = await call(kit, who, target, options);
  assert.ok(status < 300, `${target}: ${status} ${JSON.stringify(body)}`);
  return body as T;
}

/** As `call`; returns status and code: `409 APPROVAL_REQUIRED`, or `200`. */
export const outcome = async (...args: Parameters<typeof call>): Promise<string> =>
  codeOf(await call(...args));

/** Makes a dry run of these hosts that has ended; each host's plan has its own hash. */
export async function planned(
  kit: PluginTest,
  hosts: readonly number[],
  who: Person = 'olga',
  more: object = {},
) {
  for (const at of hosts) kit.hosts[at]?.agent.endings.push({ plan: planWith(HASHES[at] ?? '') });
  const target = { host_ids: hosts.map((at) => kit.hosts[at]?.id ?? '') };
  const body = { operation: 'patch', dry_run: true, target, ...more };
  const { id } = await must<Schemas['Job']>(kit, who, 'POST /jobs', { body });
  await kit.runJob(id);
  return id;
}

export const ask = (kit: PluginTest, who: Person, planJobId: string, more: object = {}): Promise<Approval> =>
  must(kit, who, 'POST /approvals', { body: { from_plan_job_id: planJobId, ...more } });

export const approving = ({ approval_hash: hash }: Approval) => ({ body: { approval_hash: hash } });

export const read = (
  kit: PluginTest,
  { id }: Pick<Approval, 'id'>,
  who: Person = 'admin',
): Promise<Approval> => must(kit, who, `GET /approvals/${id}`);

export const jobOf = (kit: PluginTest, id: string | null): Promise<Schemas['Job']> =>
  must(kit, 'admin', `GET /jobs/${id ?? ''}`);

/** Moves the clock until the job has ended. */
export async function endOf(kit: PluginTest, id: string | null): Promise<Schemas['Job']> {
  await kit.until(async () => (await jobOf(kit, id)).completed_at !== null);
  return jobOf(kit, id);
}

export const addRule = (kit: PluginTest, body: object = {}): Promise<Schemas['ApprovalRule']> =>
  must(kit, 'admin', 'POST /approval-rules', { body: { name: 'Everything', ...body } });

/** Deletes a rule by two administrators. */
export async function dropRule(kit: PluginTest, { id }: Schemas['ApprovalRule']): Promise<void> {
  const { change } = await must<Schemas['ApprovalRule']>(kit, 'admin', `DELETE /approval-rules/${id}`);
  await must(kit, 'bert', `POST /approval-rules/${id}/change/approve`, { body: { change_id: change?.id } });
}

/** The rows of the audit log with this action, the oldest first. */
export async function audited(kit: PluginTest, action: string) {
  const { rows } = await kit.ctx.audit.list({ limit: 500 });
  return rows
    .flatMap(({ content }) => (content?.action === action ? [content] : []))
    .toReversed()
    .map(({ actor, resource, before, after }) => ({
      by: actor.name,
      kind: actor.kind,
      resource,
      before,
      after,
    }));
}

export const job = (hosts: readonly number[], kit: PluginTest, more: object = {}) => ({
  body: { operation: 'patch', target: { host_ids: hosts.map((at) => kit.hosts[at]?.id ?? '') }, ...more },
});
