import { type Context, scopeWithin } from '#sdk';
import type { Host } from '#sdk/hosts.ts';
import type { HostInJob, JobTarget } from '#sdk/patching.ts';
import type { components } from '#generated/manager.ts';
import { outcomeOf, type HostOutcome } from '../domain/outcome.ts';
import { PolicyModel, RunModel, TargetModel } from '../models.ts';
import { cutRuns, type SeenRun } from './read.ts';
import type { Viewer } from './visibility.ts';

type HostWire = components['schemas']['Host'];

export interface OutlookPolicy {
  policy: PolicyModel;
  /** It keeps to windows, and none is open at its next start. */
  waitsForWindow: boolean;
}

export interface OutlookRun extends HostOutcome {
  run: SeenRun;
}

export interface Outlook {
  hostId: string;
  nextWindow: { startsAt: string; endsAt: string } | null;
  policies: OutlookPolicy[];
  runs: OutlookRun[];
}

const MOST_POLICIES = 100;
const RUNS_OF_EACH = 5;
const MOST_RUNS = 50;

/** What the policies that hold a host will do, and what their last runs did there. Throws HOST_NOT_FOUND. */
export async function outlookOf(ctx: Context, hostId: string, viewer: Viewer): Promise<Outlook> {
  const host = await ctx.core.hosts.require(hostId, viewer.scope);
  const [wire] = await ctx.core.hosts.toWire([host]);
  const nextWindow = windowOf(wire);
  const policies = (await policiesOf(ctx, host)).slice(0, MOST_POLICIES);
  return {
    hostId,
    nextWindow,
    policies: policies.map((policy) => ({ policy, waitsForWindow: waitsFor(policy, nextWindow) })),
    runs: await runsOn(ctx, { hostId, policies }, viewer),
  };
}

function windowOf(host: HostWire | undefined): Outlook['nextWindow'] {
  const { next_window_start_at: startsAt, next_window_end_at: endsAt } = host ?? {};
  return startsAt && endsAt ? { startsAt, endsAt } : null;
}

function waitsFor({ spec, nextStartAt }: PolicyModel, window: Outlook['nextWindow']): boolean {
  if (spec.respectWindows === false || !window || !nextStartAt) return false;
  return nextStartAt < new Date(window.startsAt) || nextStartAt >= new Date(window.endsAt);
}

/** The policies that hold the host now, by their next start; those that have none come last. */
export async function policiesOf(ctx: Context, host: Host): Promise<PolicyModel[]> {
  const { reader } = ctx.db;
  const groupIds = (await ctx.core.hosts.groupIdsOf([host.id])).get(host.id) ?? [];
  const named = await TargetModel.query(reader).where((any) => {
    void any.where({ kind: 'host', value: host.id });
    if (groupIds.length > 0)
      void any.orWhere((of) => void of.where('kind', 'group').whereIn('value', [...groupIds]));
    if (host.tags.length > 0)
      void any.orWhere((of) => void of.where('kind', 'tag').whereIn('value', host.tags));
    void any.orWhere({ kind: 'filter' });
  });
  const ids = [...new Set(named.map(({ policyId }) => policyId))];
  const policies = ids.length === 0 ? [] : await PolicyModel.query(reader).whereIn('id', ids);
  const holding: PolicyModel[] = [];
  for (const policy of policies) if (await holds(ctx, policy, { host, groupIds })) holding.push(policy);
  const startOf = ({ nextStartAt }: PolicyModel): number => nextStartAt?.getTime() ?? Infinity;
  return holding.sort((a, b) => startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1));
}

/**
 * Whether the target holds the host: its group may be named only in a filter, and the policy's scope may leave it out.
 */
async function holds(
  { core: { hosts } }: Context,
  { target, scope }: PolicyModel,
  { host, groupIds }: { host: Host; groupIds: readonly string[] },
): Promise<boolean> {
  const isNamed = isNamedBy(target, host, groupIds);
  if (isNamed && scope.hosts === 'all') return true;
  const only = { hostIds: [host.id] };
  if (isNamed) return (await hosts.visible([host.id], scope.hosts)).size > 0;
  const { filter } = target;
  if (!filter) return false;
  if (filter.group_id !== undefined && !groupIds.includes(filter.group_id)) return false;
  const limit = scopeWithin(only, scope.hosts);
  return (await hosts.resolveTarget(hosts.targetOf({ filter }), limit)).length > 0;
}

const isNamedBy = (
  { host_ids: hostIds = [], group_ids: named = [], tags = [] }: JobTarget,
  host: Host,
  groupIds: readonly string[],
): boolean =>
  hostIds.includes(host.id) ||
  named.some((id) => groupIds.includes(id)) ||
  tags.some((tag) => host.tags.includes(tag));

async function runsOn(
  ctx: Context,
  { hostId, policies }: { hostId: string; policies: readonly PolicyModel[] },
  viewer: Viewer,
): Promise<OutlookRun[]> {
  const found: RunModel[] = [];
  for (const { id } of policies.slice(0, MOST_RUNS))
    found.push(
      ...(await RunModel.query(ctx.db.reader)
        .where('policy_id', id)
        .orderBy([
          { column: 'created_at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .limit(RUNS_OF_EACH)),
    );
  const newest = found.sort((a, b) => b.startsAt.getTime() - a.startsAt.getTime()).slice(0, MOST_RUNS);
  const jobs = newest.flatMap((run) => jobsOf(run));
  const standings = await ctx.core.patching.standingsIn(jobs, hostId);
  const shown = await cutRuns(ctx, newest, viewer.scope);
  return newest.map((run, index) => ({
    ...outcomeOf(run, standingsFor(run, standings)),
    run: shown[index] ?? { run, isCut: true },
  }));
}

/** The jobs of a run, the last first. The first of these that holds the host tells what became of it. */
const jobsOf = ({ planJobId, runJobId, replanJobId, rerunJobId }: RunModel): string[] =>
  [rerunJobId, replanJobId, runJobId, planJobId].flatMap((id) => id ?? []);

function standingsFor(run: RunModel, standings: ReadonlyMap<string, HostInJob>) {
  return jobsOf(run).flatMap((jobId) => {
    const standing = standings.get(jobId);
    return standing ? [{ jobId, ...standing }] : [];
  });
}
