/** Converts the settings of a job between wire names and ours. Other features that make jobs use it too. */
import type { components } from '#generated/manager.ts';
import type { JobSpec, NamedSpec, Wave } from './domain/jobSpec.ts';

type Schemas = components['schemas'];

/** The fields of a request that make up the job's spec. */
export type SpecBody = Omit<
  Schemas['CreateJobRequest'],
  'name' | 'operation' | 'target' | 'from_plan_job_id' | 'host_ids' | 'schedule_at' | 'failure_budget_percent'
> & { failure_budget_percent?: number | null };

/** The fields that the caller named; a field that was not named is undefined. */
export function namedSpecOf(body: SpecBody): NamedSpec {
  const gate = body.health_gate;
  return {
    packages: body.packages,
    mode: body.mode,
    exclude: body.exclude,
    purge: body.purge,
    autoremove: body.autoremove,
    dryRun: body.dry_run,
    respectWindows: body.respect_windows,
    healthGate: gate && {
      pre: gate.pre,
      post: gate.post,
      soakSecs: gate.soak_secs,
      preTimeoutSecs: gate.pre_timeout_secs,
    },
    reboot: body.reboot,
    waves: body.waves?.map(waveOf),
    maxParallel: body.max_parallel,
    failureBudgetPercent: body.failure_budget_percent,
    rollbackOnFailure: body.rollback_on_failure,
    strictSources: body.strict_sources,
    connection: body.connection,
  };
}

/** The contract lets exactly one of `percent` and `count` through. */
function waveOf({ percent, count, soak_secs: soakSecs }: Schemas['JobWave']): Wave {
  const soak = soakSecs === undefined ? {} : { soakSecs };
  return percent === undefined ? { count: count ?? 1, ...soak } : { percent, ...soak };
}

/** The fields of a spec that do not depend on the operation. */
export function conductToWire(spec: JobSpec) {
  const { healthGate } = spec;
  return {
    exclude: spec.exclude,
    reboot: spec.reboot,
    respect_windows: spec.respectWindows,
    health_gate: {
      pre: healthGate.pre,
      post: healthGate.post,
      soak_secs: healthGate.soakSecs,
      pre_timeout_secs: spec.healthGate.preTimeoutSecs,
    },
    waves: spec.waves.map(waveToWire),
    max_parallel: spec.maxParallel,
    failure_budget_percent: spec.failureBudgetPercent,
    rollback_on_failure: spec.rollbackOnFailure,
    strict_sources: spec.strictSources,
  };
}

const waveToWire = ({ soakSecs = 0, ...share }: Wave): Schemas['JobWave'] => ({
  ...share,
  ...(soakSecs > 0 ? { soak_secs: soakSecs } : {}),
});
