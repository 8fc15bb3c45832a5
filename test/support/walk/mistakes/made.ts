/** The form of a row of mistakes, and the objects that the rows' calls are about. */
import { planWith } from '../../../../server/pluginTesting.ts';
import { type Call } from '../walker.ts';
import { type World } from '../world.ts';

/** The objects that the rows' calls are about: made anew, because the table's own are gone by now. */
export interface Made {
  /** Ids, by name. */
  ids: Readonly<Record<string, string>>;
  /** The access token of an API token of an administrator. */
  tool: string;
  /** The access token of an operator who sees one of the two hosts that some rows are about. */
  scoped: string;
  /** The access token of `made`, a reporter. */
  bearer: string;
}

type TakeBack = () => unknown;

export interface Mistake {
  code: string;
  status: number;
  /** Makes what the calls are about; it is not undone. */
  before?: (w: World, made: Made) => Promise<unknown>;
  /** Sets up what must hold during the calls; returns how to undo it, which is done whatever the calls lead to. */
  during?: (w: World, made: Made) => TakeBack | Promise<TakeBack>;
  /** By operation: the call that is refused with this code. */
  at: Readonly<Record<string, (w: World, made: Made) => Call | Promise<Call>>>;
}

export const NEVER = 'DTSTART:20260101T070000\nRRULE:FREQ=NEVER';
export const window = {
  name: 'Of a mistake',
  timezone: 'UTC',
  rrule: 'DTSTART:20260118T020000\nRRULE:FREQ=WEEKLY;BYDAY=SU',
  duration_secs: 7_200,
};
export const policy = { name: 'Of a mistake', timezone: 'UTC', rrule: window.rrule };
export const anonymous = { bearer: null } as const;
export const hostPath = ({ kit }: World) => ({ path: { hostId: kit.hosts[2]?.id ?? '' } });
export const of =
  (name: string, parameter = 'id') =>
  ({ ids }: Made) => ({ path: { [parameter]: ids[name] ?? '' } });
export const hosts = ({ kit }: World) => ({ host_ids: [kit.hosts[2]?.id ?? ''] });

export const idOf = async (w: World, operationId: string, call: Call): Promise<string> =>
  (await w.walker.must<{ id: string }>(operationId, call)).id;

/** Makes this person the only enabled administrator for the time being. */
export const alone = (who: 'boss' | 'other') => async (w: World) => {
  const users = w.kit.ctx.db.knex('identity_users');
  const others = users.clone().where({ role: 'admin', disabled: false }).whereNot('id', w[who].id);
  const ids = ((await others.select('id')) as { id: string }[]).map(({ id }) => id);
  const set = (disabled: boolean) => users.clone().whereIn('id', ids).update({ disabled });
  await set(true);
  return () => set(false);
};

/** Makes the objects that the rows' calls are about. */
export async function make(w: World): Promise<Made> {
  const { kit } = w;
  const rule = { match: 'any', conditions: [{ field: 'fqdn', operator: 'contains', value: '.' }] };
  const listed = await idOf(w, 'createGroup', { body: { name: 'By a list', host_ids: hosts(w).host_ids } });
  const person = await w.person('made', 'reporter');
  const ids: Record<string, string> = {
    list: listed,
    empty: await idOf(w, 'createGroup', { body: { name: 'Of nobody', host_ids: [] } }),
    ruled: await idOf(w, 'createGroup', { body: { name: 'By a rule', rule } }),
    hostWindow: await idOf(w, 'createHostWindow', { ...hostPath(w), body: window }),
    groupWindow: await idOf(w, 'createGroupWindow', { path: { id: listed }, body: window }),
    freeze: await idOf(w, 'createFreeze', {
      body: { name: 'Far', timezone: 'UTC', starts_at: '2090-01-01T00:00:00.000Z', duration_secs: 60 },
    }),
    policy: await idOf(w, 'createPolicy', { body: { ...policy, target: { group_ids: [listed] } } }),
    check: await idOf(w, 'createHealthCheck', {
      ...hostPath(w),
      body: { kind: 'service', name: 'Made', service_name: 'nginx' },
    }),
    httpCheck: await idOf(w, 'createHealthCheck', {
      ...hostPath(w),
      body: { kind: 'http', name: 'Made too', url: 'http://www.example.org/' },
    }),
    webhook: await idOf(w, 'createWebhook', { body: { name: 'made', url: w.receiver.url } }),
    schedule: await idOf(w, 'createReportSchedule', {
      body: {
        name: 'Made',
        report_type: 'compliance',
        format: 'csv',
        period: 'last_month',
        timezone: 'UTC',
        rrule: 'DTSTART:20260101T070000\nRRULE:FREQ=MONTHLY;BYMONTHDAY=1',
        recipients: ['audit@example.org'],
      },
    }),
    otherSchedule: await idOf(w, 'createReportSchedule', {
      body: {
        name: 'Made',
        report_type: 'compliance',
        format: 'csv',
        period: 'last_month',
        timezone: 'UTC',
        rrule: 'DTSTART:20260101T070000\nRRULE:FREQ=MONTHLY;BYMONTHDAY=1',
        recipients: ['audit@example.org'],
      },
    }),
    user: person.id,
  };
  ids['rule'] = await idOf(w, 'createNotificationRule', {
    body: { name: 'made', facts: ['job.failed'], webhook_ids: [ids['webhook']] },
  });
  const target = { host_ids: [kit.hosts[1]?.id] };
  ids['job'] = await idOf(w, 'createJob', { body: { operation: 'patch', target } });
  await kit.runJob(ids['job']);
  for (const [username, more] of [
    ['owing', { must_change_password: true }],
    ['disabled', { disabled: true }],
  ] as const) {
    const { id } = await w.person(username, 'reporter');
    await kit.ctx.db.knex('identity_users').where('id', id).update(more);
  }
  const token = { name: 'tool', role: 'admin', expires_in_secs: 7 * 86_400 };
  const { token: tool } = await w.walker.must<{ token: string }>('createApiToken', { body: token });
  ids['approvalRule'] = await idOf(w, 'createApprovalRule', {
    body: { name: 'Of a mistake', operations: ['reboot'] },
  });
  ids['otherRule'] = await idOf(w, 'createApprovalRule', {
    body: { name: 'Another', operations: ['reboot'] },
  });
  const { change } = await w.walker.must<{ change: { id: string } }>('updateApprovalRule', {
    path: { ruleId: ids['approvalRule'] },
    body: { name: 'Another name' },
  });
  ids['change'] = change.id;
  // Only the first two hosts: the third has a window, and waits for it.
  const both = { host_ids: kit.hosts.slice(0, 2).map(({ id }) => id) };
  ids['widePolicy'] = await idOf(w, 'createPolicy', { body: { ...policy, name: 'Wide', target: both } });
  for (const { agent } of kit.hosts.slice(0, 2)) agent.endings.push({ plan: planWith('a'.repeat(64)) });
  const plan = await idOf(w, 'createJob', { body: { operation: 'patch', target: both, dry_run: true } });
  await kit.runJob(plan);
  kit.hosts[1]?.agent.endings.push({ plan: planWith('b'.repeat(64)) });
  const single = { host_ids: [kit.hosts[1]?.id] };
  ids['run'] = await idOf(w, 'createJob', { body: { operation: 'patch', target: single, dry_run: true } });
  await kit.runJob(ids['run']);
  const asked = await w.walker.must<{ id: string; approval_hash: string }>('requestApproval', {
    body: { from_plan_job_id: plan },
  });
  Object.assign(ids, { plan, approval: asked.id, hash: asked.approval_hash });
  const seen = await idOf(w, 'createGroup', { body: { name: 'Seen', host_ids: [kit.hosts[0]?.id] } });
  const half = await w.person('half', 'operator');
  await w.walker.must('updateUser', { path: { id: half.id }, body: { scope_group_ids: [seen] } });
  return { ids, tool, scoped: await half.bearer(), bearer: await person.bearer() };
}
