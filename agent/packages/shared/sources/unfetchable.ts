import { checkApproved } from '../approved.ts';
import type {
  FailedSource,
  JobEnv,
  JobFailure,
  Plan,
  PlanEntry,
  RunOptions,
  TransactionResult,
} from '../../backend.ts';
import { failed } from '../failures.ts';
import type { BackendContext } from '../context.ts';
import { noteUnfetchable } from './access.ts';
import { leftOut } from './around.ts';
import { concernedFailure, sourceSentence } from './state.ts';

/** How a job plans and runs on its package manager. */
export interface Attempts<P extends { plan: Plan }> {
  /** The sources that failed at their last refresh. */
  failed: readonly FailedSource[];
  /** Refreshes every source once more; the sources that still fail, null where nothing new is known. */
  refresh: (known: readonly FailedSource[]) => Promise<FailedSource[] | null>;
  prepare: (out: readonly FailedSource[]) => Promise<P>;
  /** Which of these entries are not yet done on the host that was planned for. */
  findUnmet: (entries: readonly PlanEntry[], prepared: P) => PlanEntry[];
  /** `apart`: even a small download is a step of its own. */
  execute: (prepared: P, apart: boolean) => Promise<TransactionResult>;
}

/**
 * Plans and runs. Packages that cannot be fetched may be gone because the sources have moved on since their lists were
 * read: those are read once more, and the job plans again. A failed source is used with its last list; if its packages
 * cannot be fetched either, the job plans again without that source, and so does every later plan until it answers. An
 * approved plan must not change: the job ends PLAN_CHANGED or SOURCE_FAILED, and the next plan is another one.
 */
export async function aroundUnfetchable<P extends { plan: Plan }>(
  context: BackendContext,
  env: JobEnv,
  options: RunOptions,
  { failed: sources, refresh, prepare, findUnmet, execute }: Attempts<P>,
): Promise<TransactionResult> {
  env.safePoint();
  env.progress(12, 'resolving');
  const out = leftOut(sources);
  const first = await prepare(out);
  await env.setPlan(first.plan);
  const { planHash } = first.plan;
  const differs = await checkApproved(first.plan, options, env, (approved) => findUnmet(approved, first));
  if (differs) return failed(differs);
  const doubtful = sources.filter(({ use }) => use === 'last_list');
  const result = await execute(first, doubtful.length > 0);
  if (result.failure?.code !== 'FETCH_FAILED' || result.changes.length > 0) return result;
  const isApproved = options.planHash !== undefined;
  env.log('agent', 'Packages of the plan could not be fetched: the lists are read once more.');
  const failing = await refresh(sources);
  if (failing === null) return result;
  const anew = await prepare(leftOut(failing));
  if (anew.plan.planHash !== planHash) {
    if (isApproved) return failed(movedOn(first.plan, anew.plan));
    await env.setPlan(anew.plan);
    return execute(anew, true);
  }
  const stillDoubtful = failing.filter(({ use }) => use === 'last_list');
  if (stillDoubtful.length === 0) return result;
  const gone = stillDoubtful.map((source): FailedSource => ({ ...source, use: 'unfetchable' }));
  const second = await prepare([...out, ...gone]);
  // Without these sources the plan is the same: the packages that cannot be fetched come from other ones.
  if (second.plan.planHash === planHash) return result;
  await noteUnfetchable(
    context,
    gone.map(({ name }) => name),
  );
  for (const source of gone) env.log('agent', sourceSentence(source));
  if (isApproved) return failed(approvedGone(first.plan, second.plan, gone));
  await env.setPlan(second.plan);
  return execute(second, true);
}

/** The failure of an approved plan whose packages the sources have replaced by others. */
function movedOn(first: Plan, anew: Plan): JobFailure {
  const offered = new Map(anew.entries.map((entry) => [`${entry.name}:${entry.arch}`, entry.to]));
  const moved = first.entries.filter(({ name, arch, to }) => offered.get(`${name}:${arch}`) !== to);
  const names = moved
    .slice(0, 5)
    .map(
      ({ name, arch, to }) => `${name} ${offered.get(`${name}:${arch}`) ?? 'not at all'} instead of ${to}`,
    );
  const more = moved.length > 5 ? ` and ${moved.length - 5} more` : '';
  const message = `The package sources have changed since the plan was made and no longer have its packages: they now offer ${names.join(', ')}${more}. Nothing was changed.`;
  return { code: 'PLAN_CHANGED', message, details: { packages: moved.map(({ name }) => name) } };
}

/** The failure of an approved plan that needs packages of a source that cannot be reached. */
function approvedGone(first: Plan, second: Plan, gone: readonly FailedSource[]): JobFailure {
  const left = new Set(second.entries.map(({ name, arch }) => `${name}:${arch}`));
  const names = first.entries
    .filter(({ name, arch }) => !left.has(`${name}:${arch}`))
    .map(({ name }) => name);
  return concernedFailure(names, gone);
}
