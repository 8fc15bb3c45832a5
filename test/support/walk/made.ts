/** What the rows of several features share: their paths, their objects, and what holds for the time being. */
import { planWith } from '#sdk/testing.ts';
import type { Made, Mistake, Row } from '../rows.ts';
import { anonymous, type Call } from './walker.ts';
import type { World } from './world.ts';

/** Where clouds tell machines their secrets: the manager calls nobody there. */
export const METADATA = '169.254.169.254';
export const METADATA_URL = `http://${METADATA}/latest/meta-data/`;
/** A password that is too easy to guess. */
export const WEAK = 'password1234';
export const NEVER = 'DTSTART:20260101T070000\nRRULE:FREQ=NEVER';
export const window = {
  name: 'Sunday night',
  timezone: 'UTC',
  rrule: 'DTSTART:20260118T020000\nRRULE:FREQ=WEEKLY;BYDAY=SU',
  duration_secs: 7_200,
};
export const reportSchedule = {
  name: 'For the auditors',
  report_type: 'compliance',
  format: 'csv',
  period: 'last_month',
  timezone: 'UTC',
  rrule: 'DTSTART:20260101T070000\nRRULE:FREQ=MONTHLY;BYMONTHDAY=1',
  recipients: ['audit@example.org'],
};
export const policy = { name: 'Weekly', timezone: 'UTC', rrule: window.rrule };
/** The path of something that was made, by the name of its id. */
export const of =
  (name: string, parameter: string) =>
  ({ ids }: Pick<Made, 'ids'>) => ({ path: { [parameter]: ids[name] ?? '' } });
/** The path of one of the kit's three hosts. */
export const hostAt = ({ kit }: World, index: number) => ({
  path: { host_id: kit.hosts[index]?.id ?? '' },
});
export const hosts = ({ kit }: World) => ({ host_ids: [kit.hosts[2]?.id ?? ''] });

export const idOf = async (w: World, operationId: string, call: Call): Promise<string> =>
  (await w.walker.must<{ id: string }>(operationId, call)).id;

/** The call that was answered well, with these fields in its body. */
export const again = ({ walker }: World, operationId: string, more: object): Call => {
  const { path, body } = walker.valid.get(operationId) ?? {};
  return { ...(path ? { path } : {}), body: { ...(body as object), ...more } };
};

/** The call of a row that makes something, and keeps its id. */
export const madeAs =
  (name: string, operationId: string, call: (w: World) => object): Row['by'] =>
  async (w) => {
    w.ids[name] = (await w.must<{ id: string }>(operationId, call(w))).id;
  };

/** Gives something the name that another thing of the kind, made for it, has, in other letters. */
export const takenName =
  (
    operationId: string,
    { other, renamed }: { other: (w: World, made: Made) => Call; renamed: (w: World, made: Made) => Call },
  ): Mistake['at'][string] =>
  async (w, made) => {
    const { body, ...call } = other(w, made);
    await w.walker.must(operationId, { ...call, body: { ...(body as object), name: 'Taken' } });
    return { ...renamed(w, made), body: { name: 'ｔａｋｅｎ' } };
  };

/** The call with the API token, for operations of people alone. */
export const asTool =
  (call: Call = {}) =>
  (_w: World, { tool }: Made): Call => ({ ...call, bearer: tool });

export const keyedToken = (key: string) => ({
  headers: { 'Idempotency-Key': `0190b7c4-0000-7000-8000-00000000${key}` },
  body: { name: 'Short-lived', role: 'reporter', expires_in_secs: 86_400 },
});

/** The call whose token was made more than a day ago. */
export async function madeLongAgo(
  { walker, kit }: World,
  operationId: 'createOwnApiToken' | 'createServiceAccountToken' | 'createEnrollmentToken',
  call: Call,
): Promise<Call> {
  const { id } = await walker.must<{ id: string }>(operationId, call);
  const table = operationId === 'createEnrollmentToken' ? 'enrollment_tokens' : 'users_tokens';
  const createdAt = new Date(kit.clock.now().getTime() - 25 * 3_600_000);
  await kit.ctx.tx((tx) => tx.knex(table).where({ id }).update({ created_at: createdAt }), { name: 'test' });
  return call;
}

/** This many wrong passwords in a row lock an account for the address that they came from. */
const GUESSES = 5;
/** Locks an account that it makes, whose token it keeps by that name. */
export const lockedOut =
  (username: string): NonNullable<Mistake['before']> =>
  async ({ walker, person, ids }) => {
    ids[username] = await (await person(username, 'reporter')).bearer();
    const guess = { ...anonymous, body: { username, password: 'a guess' } };
    for (let count = 0; count < GUESSES; count++) await walker.call('login', guess);
  };

/** Lets the second host be the copy of another for the time being. */
export async function duplicated({ kit }: World) {
  const host = kit.ctx.db.knex('hosts_hosts').where('id', kit.hosts[1]?.id ?? '');
  await host.clone().update({ duplicate_identity: true });
  return () => host.clone().update({ duplicate_identity: false });
}

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
    hostWindow: await idOf(w, 'createHostWindow', { ...hostAt(w, 2), body: window }),
    groupWindow: await idOf(w, 'createGroupWindow', { path: { group_id: listed }, body: window }),
    freeze: await idOf(w, 'createFreeze', {
      body: { name: 'Far', timezone: 'UTC', starts_at: '2090-01-01T00:00:00.000Z', duration_secs: 60 },
    }),
    policy: await idOf(w, 'createPolicy', { body: { ...policy, target: { group_ids: [listed] } } }),
    check: await idOf(w, 'createHealthCheck', {
      ...hostAt(w, 2),
      body: { kind: 'service', name: 'Made', service_name: 'nginx' },
    }),
    httpCheck: await idOf(w, 'createHealthCheck', {
      ...hostAt(w, 2),
      body: { kind: 'http', name: 'Made too', url: 'http://www.example.org/' },
    }),
    groupCheck: await idOf(w, 'createGroupHealthCheck', {
      path: { group_id: listed },
      body: { kind: 'service', name: 'Made of a group', service_name: 'nginx' },
    }),
    webhook: await idOf(w, 'createWebhook', { body: { name: 'made', url: w.receiver.url } }),
    schedule: await idOf(w, 'createReportSchedule', { body: reportSchedule }),
    otherSchedule: await idOf(w, 'createReportSchedule', {
      body: { ...reportSchedule, name: 'For the board' },
    }),
    user: person.id,
    view: await idOf(w, 'createSavedView', { body: { name: 'made', page: '/hosts', query: '' } }),
  };
  ids['rule'] = await idOf(w, 'createNotificationRule', {
    body: { name: 'made', facts: ['job.completed'], webhook_ids: [ids['webhook']] },
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
  const { token: tool } = await w.walker.must<{ token: string }>('createOwnApiToken', { body: token });
  ids['approvalRule'] = await idOf(w, 'createApprovalRule', {
    body: { name: 'Of a mistake', operations: ['reboot'] },
  });
  ids['otherRule'] = await idOf(w, 'createApprovalRule', {
    body: { name: 'Another', operations: ['reboot'] },
  });
  const { change } = await w.walker.must<{ change: { id: string } }>('updateApprovalRule', {
    path: { rule_id: ids['approvalRule'] },
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
  await kit.runJob(await idOf(w, 'createJob', { body: { from_plan_job_id: ids['run'] } }));
  const seen = await idOf(w, 'createGroup', { body: { name: 'Seen', host_ids: [kit.hosts[0]?.id] } });
  const half = await w.person('half', 'operator');
  await w.walker.must('updateUser', { path: { user_id: half.id }, body: { scope_group_ids: [seen] } });
  return { ids, tool, scoped: await half.bearer(), bearer: await person.bearer() };
}
