import { type Context, type HostScope, paging, scopeWithin } from '#sdk';
import type { JobTarget } from '#sdk/patching.ts';
import { RunModel, type PolicyModel, type RunState } from '../models.ts';
import { policyEdits } from './rows.ts';
import { requirePolicy, sightOf, type Viewer } from './visibility.ts';

/**
 * A run as somebody sees it: without the ids of jobs that hold none of the viewer's hosts, and without figures of
 * others' hosts.
 */
export interface SeenRun {
  run: RunModel;
  /** Only the sentence of its reason is shown, without figures. */
  isCut: boolean;
}

export interface SeenPolicy {
  policy: PolicyModel;
  target: JobTarget;
  activeRun: SeenRun | null;
  lastRun: SeenRun | null;
}

/** Throws POLICY_NOT_FOUND. */
export async function getPolicy(ctx: Context, id: string, viewer: Viewer): Promise<SeenPolicy> {
  const policy = await requirePolicy(ctx, id);
  if ((await sightOf(ctx, policy, viewer)) === 'none') throw policyEdits.notFound(id);
  const [seen] = await describe(ctx, [policy], viewer);
  if (!seen) throw policyEdits.notFound(id);
  return seen;
}

/** The policies with their runs, cut to what the viewer may see. */
export async function describe(
  ctx: Context,
  policies: readonly PolicyModel[],
  viewer: Viewer,
): Promise<SeenPolicy[]> {
  const ids = policies.flatMap(({ activeRunId, lastRunId }) => [activeRunId ?? [], lastRunId ?? []].flat());
  const runs = ids.length === 0 ? [] : await RunModel.query(ctx.db.reader).whereIn('id', ids);
  const seen = new Map((await cutRuns(ctx, runs, viewer.scope)).map((one) => [one.run.id, one]));
  const found: SeenPolicy[] = [];
  for (const policy of policies)
    found.push({
      policy,
      target: await cutTarget(ctx, policy, viewer.scope),
      activeRun: seen.get(policy.activeRunId ?? '') ?? null,
      lastRun: seen.get(policy.lastRunId ?? '') ?? null,
    });
  return found;
}

async function cutTarget(
  { core: { hosts } }: Context,
  policy: PolicyModel,
  scope: HostScope,
): Promise<JobTarget> {
  const { target } = policy;
  if (scope === 'all') return target;
  const both = scopeWithin(policy.scope.hosts, scope);
  const { host_ids: hostIds = [], group_ids: groupIds = [], filter, ...rest } = target;
  const seen = await hosts.visible(hostIds, both);
  const named = filter?.group_id;
  const groups = await hosts.visibleGroups([...groupIds, ...(named === undefined ? [] : [named])], both);
  const { group_id: _hidden, ...words } = filter ?? {};
  const shown = named === undefined || groups.has(named) ? filter : words;
  return {
    ...rest,
    ...(hostIds.length > 0 ? { host_ids: hostIds.filter((id) => seen.has(id)) } : {}),
    ...(groupIds.length > 0 ? { group_ids: groupIds.filter((id) => groups.has(id)) } : {}),
    ...(shown && Object.keys(shown).length > 0 ? { filter: shown } : {}),
  };
}

const JOBS = ['planJobId', 'runJobId', 'replanJobId', 'rerunJobId'] as const;

/** Takes out of runs the jobs that hold none of the hosts of the scope. */
export async function cutRuns(
  { core: { patching } }: Context,
  runs: readonly RunModel[],
  scope: HostScope,
): Promise<SeenRun[]> {
  if (scope === 'all') return runs.map((run) => ({ run, isCut: false }));
  const known = new Map<string, boolean>();
  for (const jobId of new Set(runs.flatMap((run) => JOBS.flatMap((field) => run[field] ?? []))))
    known.set(jobId, (await patching.lastSeq(jobId, scope)) !== null);
  return runs.map((row) => {
    const run = row.$clone();
    for (const field of JOBS) if (!known.get(run[field] ?? '')) run[field] = null;
    return { run, isCut: true };
  });
}

export interface RunPage {
  runs: SeenRun[];
  total: number;
  nextCursor: string | null;
}

/** Throws POLICY_NOT_FOUND. */
export async function listRuns(
  ctx: Context,
  { policyId, state, stateNot, ...query }: paging.Query & paging.StateQuery<RunState> & { policyId: string },
  viewer: Viewer,
): Promise<RunPage> {
  await getPolicy(ctx, policyId, viewer);
  const filtered = RunModel.query(ctx.db.reader).where({ policy_id: policyId });
  paging.whereState(filtered, { state, stateNot });
  const { rows, ...page } = await paging.page(filtered, query);
  return { runs: await cutRuns(ctx, rows, viewer.scope), ...page };
}
