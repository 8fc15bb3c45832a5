import {
  type Actor,
  AppError,
  type Context,
  type HostScope,
  type reads,
  scopeWithin,
  validationError,
} from '#sdk';
import type { ExposureQueries } from '../../exposure/api.ts';
import { DAY_MS } from '../domain/counting.ts';
import type { ReportInput, ReportType } from '../domain/types.ts';

const DEFAULT_DAYS = 30;
/** A host that has not been read for so many intervals is unknown. */
const INTERVALS = 3;

/** What a call asks for. */
export interface Asked {
  type: ReportType;
  from: string | undefined;
  to: string | undefined;
  groupId: string | undefined;
  actor: Pick<Actor, 'name' | 'permissions'>;
  scope: HostScope;
  /** The CSV lists what was closed, row by row. */
  withClosed?: boolean;
}

/** The input of the thread, without the file. */
export type Prepared = Omit<ReportInput, 'format' | 'bom' | 'file' | 'maxBytes'>;

/** Throws FORBIDDEN (the audit log is not for everybody), VALIDATION_FAILED, GROUP_NOT_FOUND. */
export async function prepare(ctx: Context, asked: Asked): Promise<Prepared> {
  const { type, actor, scope, groupId } = asked;
  if (type === 'audit') refuseUnlessReader(actor);
  const madeAt = ctx.clock.now();
  const period = periodOf(asked, madeAt);
  const group = groupId === undefined ? null : await ctx.core.hosts.requireGroup(groupId, scope);
  const hosts = group ? scopeWithin(scope, { groupIds: [group.id] }) : scope;
  const { patchPollIntervalSecs } = await ctx.core.hosts.pollingSettings();
  return {
    type,
    madeAt,
    ...period,
    group: group && { id: group.id, name: group.name },
    isLimited: scope !== 'all',
    levels: await ctx.core.hosts.serviceLevels(),
    excepted: (await ctx.useIfOn('exposure')?.exceptedAt(madeAt)) ?? new Set(),
    staleAfterMs: INTERVALS * patchPollIntervalSecs * 1_000,
    auditArchivedBefore: type === 'audit' ? await archivedBefore(ctx) : null,
    jobsKeptSince: await ctx.core.patching.keptSince(),
    madeBy: actor.name,
    query: await queryOf(ctx, { type, hosts, ...period }),
    exposure: await exposureOf(ctx, { type, hosts, ...period, withClosed: asked.withClosed ?? false }),
  };
}

async function archivedBefore({ audit }: Context): Promise<Date | null> {
  const base = await audit.archived();
  return base && new Date(base.before);
}

/** What the audit report needs besides `reports:read`. */
export const READS_AUDIT = 'audit:read';

/** Throws FORBIDDEN. */
export function refuseUnlessReader({ permissions }: Pick<Actor, 'permissions'>): void {
  if (!permissions.includes(READS_AUDIT))
    throw new AppError('FORBIDDEN', { message: 'The audit report is for those who may read the audit log.' });
}

function periodOf({ from, to }: Asked, now: Date): { from: Date; to: Date } {
  const end = to === undefined ? now : new Date(to);
  const start = from === undefined ? new Date(end.getTime() - DEFAULT_DAYS * DAY_MS) : new Date(from);
  if (start >= end) throw validationError([{ path: '/query/from', message: 'must be before `to`' }]);
  return { from: start, to: end };
}

interface Wanted {
  type: ReportType;
  hosts: HostScope;
  from: Date;
  to: Date;
}

/** What the plugin `exposure` records of open and closed CVEs; null: it is off, or the report is not about them. */
async function exposureOf(
  ctx: Context,
  { type, hosts, from, to, withClosed }: Wanted & { withClosed: boolean },
): Promise<(Omit<ExposureQueries, 'closed'> & { closed: reads.Query | null }) | null> {
  const exposure = type === 'vulnerability' ? ctx.useIfOn('exposure') : null;
  if (!exposure) return null;
  const queries = await exposure.reportQueries({ from, to, scope: hosts });
  return withClosed ? queries : { ...queries, closed: null };
}

/** The statement for the report's rows, from the feature that owns the tables. */
async function queryOf({ core, audit }: Context, { type, hosts, from, to }: Wanted): Promise<reads.Query> {
  switch (type) {
    case 'compliance':
    case 'vulnerability':
      return core.hosts.patchStates(hosts);
    case 'patch-history':
      return core.patching.runs({ from, to, scope: hosts });
    case 'audit':
      return audit.readQuery({ from, to, hosts: (await core.hosts.idsIn(hosts)) ?? undefined });
  }
}
