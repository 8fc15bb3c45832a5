/**
 * Jobs, hosts and their agents as plain objects, moved only by the decisions of the domain: a transaction of the
 * engine is one call here. For walks that would take too long with a database.
 */
import type { Outcome } from '../domain/decide.ts';
import { tagInTheWay, tagsAtReboot, tagsAtStart, type TagClaim } from '../domain/hostTags.ts';
import {
  isActive,
  isEnded,
  isFailure,
  isWaiting,
  mayChangeHost,
  type JobHostState,
} from '../domain/jobHostStates.ts';
import { DEFAULT_SPEC, type JobSpec } from '../domain/jobSpec.ts';
import { activeOf, isJobEnded, jobStateAfter, mayChangeJob, type JobState } from '../domain/jobStates.ts';
import { countedWaves, movesOn, type WaveProgress } from '../domain/waves.ts';
import { inWaves } from '../service/places.ts';
import { followWaves, wavesOf, type WavedJob } from '../service/jobWaves.ts';

export interface ModelHost {
  id: number;
  tags: string[];
  /** The answer of its gates. */
  gate: 'open' | 'window' | 'check' | 'skip' | 'refuse';
}

export interface ModelJob extends WavedJob {
  id: number;
  isEnding: boolean;
  /** Its time has not come; cancelled and retried it waits for it again. */
  isEarly: boolean;
  waves: WaveProgress[] | null;
}

export interface ModelRow {
  id: number;
  job: number;
  host: ModelHost;
  wave: number | null;
  state: JobHostState;
  reason: string | null;
  version: number;
  round: number;
  attempt: number;
  retriesUsed: number;
  repetition: number;
  changed: boolean;
  error: { code: string } | null;
  heldTags: string[];
  dueAt: Date | null;
  /** The manager that works on it. */
  owner: number | null;
}

/** The state in which a gate that is not open leaves its host. */
export const AT_GATE = {
  window: 'waiting_window',
  check: 'waiting_health_check',
  skip: 'skipped',
  refuse: 'failed',
} as const satisfies Record<Exclude<ModelHost['gate'], 'open'>, JobHostState>;

/** Watches the changes from outside, by its own rules. */
export interface Watcher {
  started(row: ModelRow): void;
  moved(row: ModelRow, from: JobHostState): void;
  jobMoved(from: JobState, to: JobState): void;
  counted(job: ModelJob): void;
  written(): void;
}

export class JobModelStore {
  now: Date = new Date('2030-01-01T00:00:00Z');
  readonly jobs: ModelJob[] = [];
  readonly rows: ModelRow[] = [];
  readonly claims: Map<string, TagClaim> = new Map();
  readonly #watcher: Watcher;

  constructor(watcher: Watcher) {
    this.#watcher = watcher;
  }

  addJob(hosts: readonly ModelHost[], spec: Partial<JobSpec>, isLater = false): ModelJob {
    const whole: JobSpec = { ...DEFAULT_SPEC, ...spec };
    const { hosts: ordered, waves } = inWaves(whole.waves, hosts);
    const job: ModelJob = {
      id: this.jobs.length,
      state: isLater ? 'scheduled' : 'pending',
      counts: { pending: hosts.length },
      spec: whole,
      waves: waves?.waves ?? null,
      currentWave: waves ? 1 : null,
      isEnding: false,
      isEarly: isLater,
    };
    this.jobs.push(job);
    ordered.forEach((host, index) => this.rows.push(this.#newRow(job, host, waves?.numbers[index] ?? null)));
    return job;
  }

  #newRow(job: ModelJob, host: ModelHost, wave: number | null): ModelRow {
    const counters = { version: 1, round: 1, attempt: 0, retriesUsed: 0, repetition: 0 };
    const nothing = { reason: null, error: null, dueAt: null, owner: null, changed: false, heldTags: [] };
    return { id: this.rows.length, job: job.id, host, wave, state: 'pending', ...counters, ...nothing };
  }

  rowsOf = (job: ModelJob): ModelRow[] => this.rows.filter((row) => row.job === job.id);

  jobOf(row: ModelRow): ModelJob {
    const job = this.jobs[row.job];
    if (!job) throw new Error('a row has no job');
    return job;
  }

  /** One transaction over one job: writes its hosts and what follows from them. */
  write(job: ModelJob, to: JobState, moves: (move: Move) => void): void {
    const before = job.state;
    const failedIn = new Set<number>();
    job.state = to;
    moves((row, state, set) => {
      if (isFailure(state)) failedIn.add(row.wave ?? 0);
      this.#move(job, row, state, set);
    });
    const halt = followWaves(job, { now: this.now, failedIn });
    const failureBudget =
      failedIn.size > 0 && !job.waves && job.spec.failureBudgetPercent !== null
        ? { percent: job.spec.failureBudgetPercent, from: null }
        : null;
    job.state = jobStateAfter({
      state: job.state,
      counts: job.counts,
      failureBudget,
      isHalted: halt !== null,
    });
    if (!mayChangeJob(before, job.state)) throw new Error(`a job went from ${before} to ${job.state}`);
    this.#watcher.jobMoved(before, job.state);
    this.#watcher.written();
  }

  #move(job: ModelJob, row: ModelRow, state: JobHostState, set: Partial<ModelRow>): void {
    if (!mayChangeHost(row.state, state)) throw new Error(`a host went from ${row.state} to ${state}`);
    const from = { ...row };
    if (state === 'dispatching' && from.state !== state) this.#watcher.started(row);
    Object.assign(row, set, { state, version: row.version + 1 });
    if (!isActive(state)) this.#release(row);
    job.counts = { ...job.counts };
    job.counts[from.state] = (job.counts[from.state] ?? 0) - 1;
    job.counts[state] = (job.counts[state] ?? 0) + 1;
    if (job.waves) job.waves = countedWaves(job.waves, from, row);
    this.#watcher.moved(row, from.state);
  }

  #release(row: ModelRow): void {
    for (const tag of row.heldTags) this.claims.delete(tag);
    row.heldTags = [];
    row.owner = null;
  }

  take(row: ModelRow, tags: readonly string[]): boolean {
    const rowId = String(row.id);
    if (tagInTheWay(tags, this.claims, rowId)) return false;
    for (const tag of tags) this.claims.set(tag, { tag, rowId, fqdn: `h${row.host.id}` });
    row.heldTags = [...row.heldTags, ...tags.filter((tag) => !row.heldTags.includes(tag))];
    return true;
  }

  takeForReboot = (row: ModelRow): boolean => this.take(row, tagsAtReboot(row.host.tags));

  /** Starts what may start, as the dispatcher of a manager does in one transaction. */
  dispatch(job: ModelJob, manager: number): ModelRow[] {
    const started: ModelRow[] = [];
    const due = this.rowsOf(job).filter((row) => this.isDue(job, row));
    const mayHalt = job.spec.failureBudgetPercent !== null && due.some(({ host }) => host.gate === 'refuse');
    this.write(job, job.state, (move) => {
      for (const row of due) {
        if (mayHalt && row.host.gate === 'open') continue;
        const { gate } = row.host;
        if (gate !== 'open') {
          if (AT_GATE[gate] !== row.state) move(row, AT_GATE[gate], { reason: gate, dueAt: null });
          continue;
        }
        const isBusy = this.rows.some((other) => other.host === row.host && isActive(other.state));
        if (!isBusy && activeOf(job.counts) >= job.spec.maxParallel) continue;
        const wanted = tagsAtStart(row.host.tags, { operation: 'patch', dryRun: false });
        if (isBusy || !this.take(row, wanted)) {
          move(row, 'pending', { reason: isBusy ? 'HOST_BUSY' : 'TAG_TAKEN', dueAt: null });
          continue;
        }
        const fresh = { reason: null, dueAt: null, owner: manager, attempt: row.attempt + 1, repetition: 0 };
        move(row, 'dispatching', fresh);
        started.push(row);
      }
    });
    return started;
  }

  isDue(job: ModelJob, row: ModelRow): boolean {
    if (!isWaiting(row.state) || !['pending', 'waiting_health_check', 'running'].includes(job.state))
      return false;
    if (job.currentWave !== null && (row.wave ?? 0) > job.currentWave) return false;
    return row.dueAt === null || row.dueAt <= this.now;
  }

  /** Moves hosts that only wait for their windows to the next wave, and passes a wave whose soak is over. */
  stepWaves(job: ModelJob): void {
    this.write(job, job.state, (move) => {
      const waves = wavesOf(job);
      const from = waves && !isJobEnded(job.state) && job.state !== 'paused' ? movesOn(waves, 0) : null;
      if (from === null) return;
      for (const row of this.rowsOf(job))
        if (row.wave === from && !isEnded(row.state)) move(row, row.state, { wave: from + 1 });
    });
  }

  counted(job: ModelJob): void {
    this.#watcher.counted(job);
  }
}

export type Move = (row: ModelRow, to: JobHostState, set: Partial<ModelRow>) => void;

/** An agent that begins work once per key, whoever sends the key and however often. */
export class ModelAgent {
  readonly jobs: Map<string, { outcome: Outcome | null }> = new Map();
  /** Two jobs were at work at once, which would be two package managers on a host. */
  hadTwo = false;

  get running(): { outcome: Outcome | null } | undefined {
    return [...this.jobs.values()].find(({ outcome }) => outcome === null);
  }

  start(key: string): void {
    if (this.jobs.has(key)) return;
    this.hadTwo ||= this.running !== undefined;
    this.jobs.set(key, { outcome: null });
  }
}
