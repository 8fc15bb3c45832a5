import type { Context } from '#sdk';
import type { WaitingWork } from '#sdk/patching.ts';
import type { WindowStart } from '../../maintenance-windows/api.ts';
import { audienceOf, type Telling, type Told } from '../domain/audience.ts';
import { MOST_HOSTS, MOST_NAMED, type Lead, type WindowContent } from '../domain/contents.ts';
import { ReminderModel } from '../models.ts';
import { publish, type Edition } from './publish.ts';
import { currentTellings, membershipOf, type Membership } from './tellings.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The windows that open at one instant; they make one reminder. */
interface Opening {
  startMs: number;
  lead: Lead;
  windows: readonly WindowStart[];
}

/**
 * Reminds of windows with work in them, a day and an hour before they open, once for each instant and lead. Work that
 * is made when less than a day is left is told of at once. Call it every few minutes.
 */
export async function remind(ctx: Context): Promise<void> {
  const calendar = ctx.useIfOn('maintenance-windows');
  if (!calendar) return;
  const now = ctx.clock.now();
  const starts = await calendar.startsBetween(now, new Date(now.getTime() + DAY_MS));
  const openings = await untold(ctx, openingsOf(starts, now));
  if (openings.length === 0) return;
  const tellings = (await currentTellings(ctx)).filter(({ facts }) => facts.includes('window.upcoming'));
  const waiting = tellings.length === 0 ? [] : await ctx.core.patching.workInWaiting();
  const work = waiting.filter(({ keepsWindows }) => keepsWindows);
  if (work.length === 0) return;
  const members = await membershipOf(ctx, {
    groupIds: [
      ...tellings.flatMap(({ groupIds }) => groupIds),
      ...starts.flatMap(({ groupId }) => groupId ?? []),
    ],
    hostIds: [...new Set(work.map(({ hostId }) => hostId))],
  });
  for (const opening of openings) await tell(ctx, { opening, tellings, work, members, now });
}

function openingsOf(starts: readonly WindowStart[], now: Date): Opening[] {
  const byStart = Map.groupBy(starts, ({ startsAt }) => startsAt.getTime());
  return [...byStart].map(([startMs, windows]) => ({
    startMs,
    windows,
    lead: startMs - now.getTime() > HOUR_MS ? '24h' : '1h',
  }));
}

async function untold({ db }: Context, openings: readonly Opening[]): Promise<Opening[]> {
  if (openings.length === 0) return [];
  const first = new Date(Math.min(...openings.map(({ startMs }) => startMs)));
  const rows = await ReminderModel.query(db.reader).where('start_at', '>=', first);
  const told = new Set(rows.map(({ startAt, lead }) => `${startAt.getTime()} ${lead}`));
  return openings.filter(({ startMs, lead }) => !told.has(`${startMs} ${lead}`));
}

interface Reminding {
  opening: Opening;
  tellings: readonly Telling[];
  work: readonly WaitingWork[];
  members: Membership;
  now: Date;
}

async function tell(ctx: Context, { opening, tellings, work, members, now }: Reminding): Promise<void> {
  const { startMs, lead, windows } = opening;
  const concerned = work.filter((one) => windows.some((window) => willRunIn(window, one, members)));
  const told = audienceOf(tellings, (groupIds) =>
    concerned.some(({ hostId }) => members.has(hostId, groupIds)) ? 'window.upcoming' : null,
  );
  if (told.length === 0) return;
  const editions: Edition[] = [];
  for (const [, some] of Map.groupBy(told, ({ groupIds }) => (groupIds ?? ['all hosts']).join(' ')))
    editions.push(editionOf({ opening, concerned, members, some, now }));
  const startAt = new Date(startMs);
  const factKey = `window ${startAt.toISOString()} ${lead}`;
  await ctx.tx(
    async (tx) => {
      if (await ReminderModel.query(tx.knex).findOne({ start_at: startAt, lead }).select('lead')) return;
      await ReminderModel.query(tx.knex).insert({ startAt, lead, createdAt: now });
      await publish(ctx, tx, { factKey, jobId: null, jobSeq: null, at: now, editions });
    },
    { name: 'notifications.remind' },
  );
}

function willRunIn(
  { hostId, groupId, endsAt }: WindowStart,
  { hostId: id, scheduleAt }: WaitingWork,
  members: Membership,
): boolean {
  if (scheduleAt !== null && scheduleAt >= endsAt) return false;
  return hostId === null ? groupId !== null && members.has(id, [groupId]) : hostId === id;
}

interface EditionParts {
  opening: Opening;
  concerned: readonly WaitingWork[];
  members: Membership;
  /** Recipients who see the same hosts. */
  some: readonly Told[];
  now: Date;
}

function editionOf({ opening, concerned, members, some, now }: EditionParts): Edition {
  const { startMs, lead } = opening;
  const groupIds = some[0]?.groupIds ?? null;
  const seen = concerned.filter(({ hostId }) => members.has(hostId, groupIds));
  const windows = opening.windows.filter((window) => seen.some((one) => willRunIn(window, one, members)));
  const hosts = [...new Map(seen.map(({ hostId, fqdn }) => [hostId, fqdn]))];
  const jobs = [...Map.groupBy(seen, ({ jobId }) => jobId)];
  const content: WindowContent = {
    fact: 'window.upcoming',
    lead,
    startsAt: new Date(startMs).toISOString(),
    endsAt: new Date(Math.max(...windows.map(({ endsAt }) => endsAt.getTime()))).toISOString(),
    inMinutes: Math.round((startMs - now.getTime()) / MINUTE_MS),
    windows: windows.slice(0, MOST_NAMED).map(({ id, name, timezone }) => ({ id, name, timezone })),
    windowsTotal: windows.length,
    hostsTotal: hosts.length,
    hosts: hosts.slice(0, MOST_HOSTS).map(([hostId, fqdn]) => ({ hostId, fqdn })),
    jobs: jobs
      .slice(0, MOST_NAMED)
      .flatMap(([id, [first, ...others]]) =>
        first ? { id, name: first.jobName, operation: first.operation, hostsTotal: others.length + 1 } : [],
      ),
    jobsTotal: jobs.length,
    groups: members.names(groupIds),
  };
  return { content, groupIds, recipients: some.map(({ recipient }) => recipient) };
}
