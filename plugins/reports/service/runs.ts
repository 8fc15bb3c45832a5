import { readFile, rm } from 'node:fs/promises';
import { actors, AppError, type Context, type HostScope, leased, sizeText } from '#sdk';
import { reportErrors } from '../errors.ts';
import type { Figure, Summary } from '../domain/types.ts';
import { periodBefore } from '../domain/period.ts';
import { nextOf, startsAfter } from '../domain/starts.ts';
import { ScheduleModel } from '../models.ts';
import { attachmentMaxBytes } from '../settings.ts';
import { prepare, type Prepared, READS_AUDIT } from './reportRequest.ts';
import type { Reports } from './make.ts';
import { begun, runKey } from './scheduleRun.ts';
import { scheduleEdits } from './schedules.ts';

/** How late a start is noticed at most. */
const TICK_MS = 10_000;
/** Schedules that one round takes; each manager makes one report after the other. */
const BATCH = 20;
/** Longer than making a report may take, its wait included. */
export const LEASE_MS = 300_000;
const AGAIN_MS = 60_000;
const MOST_TRIES = 5;
/** Starts that an outage may have left out; one report is made for all of them, that of the last. */
const MOST_PASSED = 400;
const MAX_MESSAGE = 500;
const FAILED = 'scheduled reports could not be looked at';

/** The loop that makes and mails what is due, on every manager. The row's claim gives a run to one manager. */
export const createScheduleRunner = (ctx: Context, reports: Reports): leased.Rounds =>
  leased.rounds(ctx, { ms: TICK_MS, failed: FAILED }, async (signal) => {
    for (const id of await dueSchedules(ctx)) {
      if (signal.aborted) return;
      try {
        const run = await claim(ctx, id);
        if (run) await make(ctx, reports, run, signal);
      } catch (error) {
        ctx.log.warn({ error, scheduleId: id }, 'a scheduled report could not be brought on');
      }
    }
  });

async function dueSchedules({ db }: Context): Promise<string[]> {
  const now = await db.now();
  const rows = await ScheduleModel.query(db.reader)
    .select('id')
    .where('look_at', '<=', now)
    .orWhere('run_due_at', '<=', now)
    .orderBy('id')
    .limit(BATCH);
  return rows.map(({ id }) => id);
}

/**
 * Claims a run for this manager; null: another was faster, or nothing is due. All missed starts are made up for by one
 * run.
 */
function claim(ctx: Context, id: string): Promise<ScheduleModel | null> {
  return ctx.tx(
    async (tx) => {
      const row = await ScheduleModel.query(tx.knex).findById(id).forUpdate();
      if (!row) return null;
      const now = await ctx.db.now(tx.knex);
      const lease = new Date(now.getTime() + LEASE_MS);
      const write = (set: Partial<ScheduleModel>) => ScheduleModel.query(tx.knex).patchAndFetchById(id, set);
      if (row.runState === 'making') {
        if (!row.runDueAt || row.runDueAt > now) return null;
        return write({ runDueAt: lease, runTries: row.runTries + 1 });
      }
      const { nextStartAt, lookAt } = row;
      if (!lookAt || lookAt > now) return null;
      if (!nextStartAt || nextStartAt > now) {
        await write(nextOf(row, now));
        return null;
      }
      const passed = startsAfter(row, new Date(nextStartAt.getTime() - 1), MOST_PASSED);
      const startsAt = passed.filter((at) => at <= now).at(-1) ?? nextStartAt;
      return write({ ...begun(startsAt, lease), ...nextOf(row, now), runTries: 1 });
    },
    { name: 'reports.claimRun' },
  );
}

interface File {
  prepared: Prepared;
  /** Null: it is larger than a mail may carry. */
  data: Buffer | null;
  sizeBytes: number;
  /** The most that a mail could carry at that time. */
  maxBytes: number;
  rows: number;
  summary: Summary;
}

async function make(ctx: Context, reports: Reports, run: ScheduleModel, signal: AbortSignal): Promise<void> {
  try {
    const mail = ctx.useIfOn('notifications');
    if (!mail) throw new NotMade('The plugin notifications is disabled, so nothing can be mailed.');
    if (!(await mail.isMailOn())) throw new NotMade('Mail is not set up, or disabled: see Notifications.');
    await end(ctx, run, await fileOf(ctx, reports, run, signal));
  } catch (error) {
    if (signal.aborted) return again(ctx, run, 0);
    const why = whyNot(error);
    const isLater = why === null || why.isLater;
    if (why === null) ctx.log.warn({ error, scheduleId: run.id }, 'a scheduled report failed');
    if (isLater && run.runTries < MOST_TRIES) return again(ctx, run, AGAIN_MS);
    await end(ctx, run, why?.message ?? 'Internal error of the manager; see its log.');
  }
}

/** A failure that no retry fixes; the message is for people. */
class NotMade extends Error {}

const SENTENCES = {
  GROUP_NOT_FOUND:
    'Its group does not exist any more, or holds no host that the person who saved the schedule may see.',
  REPORTS_BUSY: reportErrors.REPORTS_BUSY.message,
  REPORT_NOT_MADE: reportErrors.REPORT_NOT_MADE.message,
  REPORT_TOO_LARGE: reportErrors.REPORT_TOO_LARGE.message,
};

function whyNot(error: unknown): { message: string; isLater: boolean } | null {
  if (error instanceof NotMade) return { message: error.message, isLater: false };
  if (!(error instanceof AppError)) return null;
  const known = Object.entries(SENTENCES).find(([code]) => code === error.code)?.[1];
  const message = error.params.message ?? known ?? `It cannot be made (${error.code}).`;
  return { message, isLater: ['REPORTS_BUSY', 'REPORT_NOT_MADE'].includes(error.code) };
}

async function fileOf(
  ctx: Context,
  reports: Reports,
  run: ScheduleModel,
  signal: AbortSignal,
): Promise<File> {
  const startsAt = run.runStartAt ?? ctx.clock.now();
  const hosts = await hostsToday(ctx, run);
  const { from, to } = periodBefore(run, startsAt);
  const prepared = await prepare(ctx, {
    type: run.reportType,
    from: from.toISOString(),
    to: to.toISOString(),
    groupId: run.groupId ?? undefined,
    scope: hosts,
    // The author's rights to this type were checked when he saved it, and just now.
    actor: { name: run.authorName, permissions: [READS_AUDIT] },
  });
  const { path, sizeBytes, rows, summary } = await reports.kept(prepared, {
    format: run.format,
    account: 'schedules',
    signal,
  });
  try {
    const maxBytes = await attachmentMaxBytes(ctx);
    const data = sizeBytes <= maxBytes ? await readFile(path) : null;
    return { prepared, data, sizeBytes, maxBytes, rows, summary };
  } finally {
    await rm(path, { force: true });
  }
}

const SAVE_AGAIN = 'someone with the right role must save it again.';

/**
 * The hosts of the schedule that its author may see today. Throws NotMade where he may sign in no more, or not read what
 * the report is about: what goes out by itself, to whatever address, must not outlive the rights of who set it up.
 */
async function hostsToday(ctx: Context, { authorId, reportType, scope }: ScheduleModel): Promise<HostScope> {
  const account = authorId === null ? null : await ctx.core.identity.accounts.find(authorId);
  const permissions = await ctx.core.identity.roles.permissionsOf(account?.role ?? '');
  if (reportType === 'audit' && (!permissions.includes(READS_AUDIT) || account?.disabled))
    throw new NotMade(
      `The person who saved this schedule may not read the audit log any more; ${SAVE_AGAIN}`,
    );
  if (authorId === null || account?.disabled)
    throw new NotMade(`The person who saved this schedule may not sign in any more; ${SAVE_AGAIN}`);
  if (!account) return scope.hosts;
  const { id, username: name, role } = account;
  const today = await actors.hostScopeOf(ctx.hooks, {
    kind: 'user',
    id,
    name,
    role,
    ...actors.withoutSession,
    permissions,
  });
  if (today === 'all' || scope.hosts === 'all') return today === 'all' ? scope.hosts : today;
  return { allOf: [scope.hosts, today] };
}

async function again(ctx: Context, { id, runTries }: ScheduleModel, inMs: number): Promise<void> {
  await ctx.tx(
    async ({ knex }) => {
      const runDueAt = new Date((await ctx.db.now(knex)).getTime() + inMs);
      await ScheduleModel.query(knex)
        .where({ id, run_state: 'making', run_tries: runTries })
        .patch({ runDueAt });
    },
    { name: 'reports.putOffRun', durable: false },
  );
}

/** Writes the outcome of the run and its mails in one transaction: a second manager finds the run ended. */
async function end(ctx: Context, run: ScheduleModel, made: File | string): Promise<void> {
  const mail = ctx.useIfOn('notifications');
  const isOn = (await mail?.isMailOn()) ?? false;
  await ctx.tx(
    async (tx) => {
      const row = await ScheduleModel.query(tx.knex).findById(run.id).forUpdate();
      const isHis = row?.runState === 'making' && row.runTries === run.runTries;
      if (!row || !isHis || row.runStartAt?.getTime() !== run.runStartAt?.getTime()) return;
      const now = await ctx.db.now(tx.knex);
      const failed = typeof made === 'string';
      const message = failed ? made : wordsOf(made, row.recipients.length);
      await ScheduleModel.query(tx.knex)
        .findById(row.id)
        .patch({
          runState: failed ? 'failed' : 'mailed',
          runDueAt: null,
          runEndedAt: now,
          runMessage: message.slice(0, MAX_MESSAGE),
        });
      if (!failed) recordMailed(ctx, tx, row, made);
      if (!mail || !isOn) return;
      const startsAt = row.runStartAt ?? now;
      await mail.mailReport(tx, {
        key: runKey(row.id, startsAt),
        at: startsAt,
        to: row.recipients,
        content: {
          ...(failed ? { fact: 'report.failed' as const, why: made } : madeContent(made)),
          name: row.name,
          reportType: row.reportType,
          format: row.format,
          authorName: row.authorName,
        },
        attachment: failed || !made.data ? null : { ...fileName(row, made.prepared.to), data: made.data },
      });
    },
    { name: 'reports.endRun' },
  );
}

function wordsOf({ sizeBytes, maxBytes, rows, data }: File, recipients: number): string {
  const made = `${rows} ${rows === 1 ? 'row' : 'rows'}, ${sizeText(sizeBytes)}, mailed to ${recipients}`;
  if (data) return `${made}.`;
  return `${made} without the file: a mail may carry ${sizeText(maxBytes)} (setting). It says where to fetch it.`;
}

const madeContent = ({ prepared, data, rows, summary, sizeBytes, maxBytes }: File) => ({
  fact: 'report.made' as const,
  from: prepared.from.toISOString(),
  to: prepared.to.toISOString(),
  rows,
  isAttached: data !== null,
  size: sizeText(sizeBytes),
  sizeAllowed: sizeText(maxBytes),
  group: prepared.group?.name ?? null,
  groupId: prepared.group?.id ?? null,
  figures: summary.figures.map((figure) => ({ label: figure.label, value: valueOf(figure) })),
});

function valueOf({ value, unit }: Figure): string {
  if (value === null) return 'not recorded';
  if (unit === 'days') return value === 1 ? '1 day' : `${value} days`;
  return unit === 'percent' ? `${value} %` : String(value);
}

const fileName = ({ reportType, format }: ScheduleModel, to: Date) => ({
  fileName: `${reportType}-${to.toISOString().slice(0, 10)}.${format}`,
  contentType: format === 'csv' ? 'text/csv' : 'application/pdf',
});

/** Records a mailed report in the audit log, as a download is recorded. */
function recordMailed(
  ctx: Context,
  tx: Parameters<typeof ctx.audit.record>[0],
  row: ScheduleModel,
  made: File,
): void {
  const { from, to, isLimited } = made.prepared;
  ctx.audit.record(tx, {
    actor: actors.system,
    address: null,
    action: 'report.mailed',
    resource: scheduleEdits.resourceOf(row),
    after: {
      report_type: row.reportType,
      format: row.format,
      from,
      to,
      group_id: row.groupId,
      hosts_limited: isLimited,
      rows: made.rows,
      recipients: row.recipients,
    },
  });
}
