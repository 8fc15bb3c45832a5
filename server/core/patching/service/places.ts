import { v7 as uuid } from 'uuid';
import { validationError } from '#server/shared/wire/appError.ts';
import type { JobSpec, Wave } from '../domain/jobSpec.ts';
import { newWave, type WaveProgress } from '../domain/waves.ts';
import { canariesFirst, waveIssues, waveSizes } from '../domain/waveShares.ts';
import type { JobModel } from '../models.ts';
import type { NewHost, NewJob, WavePlan } from './insertJob.ts';
import type { PlannedHost } from './plan.ts';

/** What a new job is to do and on which hosts, before each host has its place. */
export interface Work extends Omit<NewJob, 'id' | 'hosts' | 'waves' | 'fromPlanJobId' | 'rollbackOfJobId'> {
  hosts: readonly (NewHost & { tags: readonly string[]; wave: number | null })[];
  /** The plan that it runs. */
  run?: PlanRun;
}

export interface PlanRun {
  plan: JobModel;
  planned: readonly PlannedHost[];
  /** Nobody has named other waves than those of the plan. */
  keepsWaves: boolean;
}

/** The job that does this work: its hosts in the order in which they start, each with its wave. Throws as `inWaves`. */
export function placed(
  { hosts: all, run, ...work }: Work,
  caller: { isUnattended?: boolean },
): NewJob & { id: string } {
  const { hosts, waves } = run?.keepsWaves
    ? keptWaves(run.plan.waves, all)
    : inWaves(work.spec.waves, all, caller);
  return {
    ...work,
    id: uuid(),
    fromPlanJobId: run?.plan.id ?? null,
    hosts: hosts.map(({ hostId, fqdn, machineId, planHash }) => ({ hostId, fqdn, machineId, planHash })),
    waves,
  };
}

export interface Ordered<T> {
  /** In the order in which they start. */
  hosts: readonly T[];
  waves: WavePlan | null;
}

/** A job with waves always has a failure budget; by default no host may fail. */
export function withBudget(spec: JobSpec): JobSpec {
  if (spec.waves.length === 0) return spec;
  return { ...spec, failureBudgetPercent: spec.failureBudgetPercent ?? 0 };
}

/**
 * Orders the hosts and gives each its wave. Throws VALIDATION_FAILED for waves that do not fit the hosts; if no person
 * could correct them (`isUnattended`), waves that would hold no host are left out instead.
 */
export function inWaves<T extends { tags: readonly string[] }>(
  waves: readonly Wave[],
  hosts: readonly T[],
  { isUnattended = false }: { isUnattended?: boolean } = {},
): Ordered<T> {
  if (waves.length === 0) return { hosts, waves: null };
  const issues = isUnattended ? [] : waveIssues(waves, hosts.length);
  if (issues.length > 0) throw validationError(issues);
  // Empty waves come last: each wave holds a host as long as any is left.
  const sizes = waveSizes(waves, hosts.length).filter((size) => size > 0);
  return {
    hosts: canariesFirst(hosts),
    waves: {
      waves: sizes.map((size, index) => newWave(size, waves[index]?.soakSecs ?? 0)),
      numbers: sizes.flatMap((size, index) => new Array<number>(size).fill(index + 1)),
    },
  };
}

/** The waves that these hosts have in their plan, in its order, without waves that have none of these hosts. */
export function keptWaves<T extends { wave: number | null }>(
  waves: readonly WaveProgress[] | null,
  hosts: readonly T[],
): Ordered<T> {
  if (!waves) return { hosts, waves: null };
  const kept = waves.flatMap(({ soakSecs }, index) => {
    const size = hosts.filter(({ wave }) => wave === index + 1).length;
    return size > 0 ? [{ number: index + 1, size, soakSecs }] : [];
  });
  const newNumber = new Map(kept.map(({ number }, index) => [number, index + 1]));
  return {
    hosts,
    waves: {
      waves: kept.map(({ size, soakSecs }) => newWave(size, soakSecs)),
      numbers: hosts.map(({ wave }) => newNumber.get(wave ?? 0) ?? 1),
    },
  };
}
