/**
 * Fills tables to the most rows that a manager keeps, so that one more is refused; and makes reports that are refused.
 */
import { operationNamed } from './contract.ts';
import { refuse } from './refusals.ts';
import type { Call } from './walker.ts';
import type { World } from './world.ts';

interface Limit {
  code: string;
  table: string;
  most: number;
  /** Columns whose values must differ from row to row. */
  unlike?: readonly string[];
  /** The call that makes one more; `name` differs each time. */
  call: (world: World, name: string) => Call | Promise<Call>;
}

const as = ({ walker }: World, operationId: string, more: object): Call => {
  const { path, body } = walker.valid.get(operationId) ?? {};
  return { ...(path ? { path } : {}), body: { ...(body as object), ...more } };
};

const named =
  (operationId: string): Limit['call'] =>
  (w, name) =>
    as(w, operationId, { name });

const windows = { code: 'WINDOW_LIMIT_REACHED', table: 'maintenance_windows_entries' };
const notifications = { code: 'NOTIFICATION_LIMIT_REACHED', most: 100 };

/** The limits, by the operation that makes a row. Written by hand; the numbers are those of the services. */
export const LIMITS: Readonly<Record<string, Limit>> = {
  createGroup: {
    code: 'GROUP_LIMIT_REACHED',
    table: 'hosts_groups',
    most: 500,
    unlike: ['name_key'],
    call: named('createGroup'),
  },
  createHostWindow: { ...windows, most: 50, call: named('createHostWindow') },
  createGroupWindow: {
    ...windows,
    most: 50,
    async call(w, name) {
      const body = { name: 'Those with windows' };
      // The group that the table made is gone by now.
      w.ids['limited'] ??= (await w.walker.must<{ id: string }>('createGroup', { body })).id;
      return { ...as(w, 'createGroupWindow', { name }), path: { id: w.ids['limited'] } };
    },
  },
  createFreeze: { ...windows, most: 500, call: named('createFreeze') },
  createHealthCheck: {
    code: 'HEALTH_CHECK_LIMIT_REACHED',
    table: 'health_checks_checks',
    most: 50,
    call: named('createHealthCheck'),
  },
  createPolicy: {
    code: 'POLICY_LIMIT_REACHED',
    table: 'policies_policies',
    most: 5_000,
    call: named('createPolicy'),
  },
  createApprovalRule: {
    code: 'APPROVAL_RULE_LIMIT_REACHED',
    table: 'approvals_rules',
    most: 100,
    call: named('createApprovalRule'),
  },
  createWebhook: { ...notifications, table: 'notifications_webhooks', call: named('createWebhook') },
  createNotificationRule: {
    ...notifications,
    table: 'notifications_rules',
    call: (w, name) =>
      as(w, 'createNotificationRule', { name, webhook_ids: [], recipients: ['a@example.org'] }),
  },
  createReportSchedule: {
    code: 'REPORT_SCHEDULE_LIMIT_REACHED',
    table: 'reports_schedules',
    most: 200,
    call: named('createReportSchedule'),
  },
  createExposureException: {
    code: 'EXCEPTION_LIMIT_REACHED',
    table: 'exposure_exceptions',
    most: 10_000,
    unlike: ['package'],
    call(w, name) {
      const expires_at = new Date(w.kit.clock.now().getTime() + 86_400_000).toISOString();
      return as(w, 'createExposureException', { package: name, expires_at });
    },
  },
  createApiToken: {
    code: 'API_TOKEN_LIMIT_REACHED',
    table: 'users_tokens',
    most: 100,
    unlike: ['secret_hash'],
    call: named('createApiToken'),
  },
};

/** Rows for each statement: databases limit the number of values. */
const AT_ONCE = 20;

/** Makes one row, copies it until there are as many as allowed, and asks for one more. */
export async function refuseBeyond(w: World, operationId: string): Promise<void> {
  const limit = LIMITS[operationId];
  if (!limit) throw new Error(`no limit of ${operationId}`);
  const { table, most, unlike = [], call, code } = limit;
  const { knex } = w.kit.ctx.db;
  const { id, ...rest } = await w.walker.must<{ id: string; token_id?: string }>(
    operationId,
    await call(w, 'the-last'),
  );
  const row = (await knex(table).where('id', id).first()) as Record<string, unknown> | undefined;
  if (!row) throw new Error(`${operationId} left no row ${id} in ${table}: ${JSON.stringify(rest)}`);
  const copies = Array.from({ length: most }, (_, number) => {
    const text = String(number).padStart(12, '0');
    const others = unlike.map((column) => [column, `copy-${text}`] as const);
    return { ...row, ...Object.fromEntries(others), id: `0190b7c4-0000-7000-9000-${text}` };
  });
  await knex.batchInsert(table, copies as never, AT_ONCE);
  const wanted = { status: 409, codes: [code], what: 'one more than there may be' };
  await refuse(w.walker, operationNamed(operationId), await call(w, 'one-more'), wanted);
  await knex(table).where('id', 'like', '0190b7c4-0000-7000-9000-%').delete();
}

const WRONG_RULE = { rrule: 'DTSTART:20260101T070000\nRRULE:FREQ=NEVER' };

/** Refused reports: a schedule with an invalid rule, and one whose report is being made. */
export async function refuseReports(w: World): Promise<void> {
  const { walker, kit } = w;
  const invalid = { status: 400, codes: ['REPORT_SCHEDULE_INVALID'], what: 'a rule that is none' };
  const { id } = await walker.must<{ id: string }>('createReportSchedule', as(w, 'createReportSchedule', {}));
  const path = { scheduleId: id };
  for (const name of ['createReportSchedule', 'previewReportSchedule', 'updateReportSchedule']) {
    const call = as(w, name, WRONG_RULE);
    await refuse(walker, operationNamed(name), name.startsWith('update') ? { ...call, path } : call, invalid);
  }
  await kit.ctx.db.knex('reports_schedules').where('id', id).update({ run_state: 'making' });
  const active = { status: 409, codes: ['REPORT_RUN_ACTIVE'], what: 'a report that is being made' };
  await refuse(walker, operationNamed('runReportScheduleNow'), { path }, active);
  await kit.ctx.db.knex('reports_schedules').where('id', id).delete();
}
