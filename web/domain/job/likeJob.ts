import type { Schemas } from '../../core/schema.ts';
import { fittedWaves, waveText } from './waveShares.ts';

type Job = Schemas['Job'];
/** The manager's defaults for a job. */
const DEFAULT_PARALLEL = 50;
const DEFAULT_WAIT_SECS = 3_600;

/** The parts of an address that ask for the same as this job, as `readWishes` reads them. */
export function wishesOfJob(job: Job): (readonly [string, string])[] {
  const flags: readonly (readonly [string, boolean])[] = [
    ['purge', job.purge],
    ['autoremove', job.autoremove],
    ['rollback', job.rollback_on_failure],
    ['strict', job.strict_sources],
  ];
  return [
    ['operation', job.operation],
    ...(job.operation === 'patch' ? [['mode', job.mode] as const] : []),
    ...(job.connection ? [['connection', job.connection] as const] : []),
    ...job.packages.map(({ name, version }) => ['package', version ? `${name}=${version}` : name] as const),
    ...job.exclude.map((name) => ['exclude', name] as const),
    ...(job.reboot === 'never' ? [] : [['reboot', job.reboot] as const]),
    ...flags.flatMap(([name, isOn]) => (isOn ? [[name, '1'] as const] : [])),
    ...checkParts(job),
    ...(job.max_parallel === DEFAULT_PARALLEL ? [] : [['parallel', String(job.max_parallel)] as const]),
    ...job.waves.map((wave) => ['wave', waveText(wave)] as const),
    ...(job.failure_budget_percent === null ? [] : [['budget', String(job.failure_budget_percent)] as const]),
    ...(job.name === null ? [] : [['name', job.name] as const]),
  ];
}

function checkParts({ health_gate: gate }: Job): (readonly [string, string])[] {
  return [
    ...(gate.pre ? [] : [['unchecked', '1'] as const]),
    ...(isWatched(gate) ? [['watched', String(gate.soak_secs)] as const] : []),
    ...(gate.pre_timeout_secs === DEFAULT_WAIT_SECS
      ? []
      : [['check-wait', String(gate.pre_timeout_secs)] as const]),
  ];
}

const isWatched = (gate: Job['health_gate']): boolean => gate.post || gate.soak_secs > 0;

/** The request for a new plan of this job, over these hosts. */
export function requestLike(job: Job, hostIds: readonly string[]): Schemas['CreateJobRequest'] {
  const { operation, mode, packages, exclude, purge, autoremove, reboot, waves, name } = job;
  const { failure_budget_percent: budget, health_gate: gate } = job;
  const isUsual = gate.pre && !isWatched(gate) && gate.pre_timeout_secs === DEFAULT_WAIT_SECS;
  return {
    operation,
    reboot,
    dry_run: true,
    target: { host_ids: [...hostIds] },
    ...(name === null ? {} : { name }),
    ...(operation === 'patch' ? { mode } : {}),
    ...(job.connection ? { connection: job.connection } : {}),
    ...(packages.length > 0 ? { packages } : {}),
    ...(exclude.length > 0 ? { exclude } : {}),
    ...(operation === 'remove' ? { purge, autoremove } : {}),
    ...(waves.length > 0 ? { waves: fittedWaves(waves, hostIds.length) } : {}),
    ...(isUsual ? {} : { health_gate: gate }),
    ...(budget === null ? {} : { failure_budget_percent: budget }),
    max_parallel: job.max_parallel,
    rollback_on_failure: job.rollback_on_failure,
    strict_sources: job.strict_sources,
  };
}
