/** A random walk through the states of jobs, with people, clocks, agents, and managers that die between two writes. */
import { decide, type HostPolicy, type Outcome } from '../domain/decide.ts';
import { dispatchKey } from '../domain/dispatchKey.ts';
import { isActive, isWaiting, type ActiveState } from '../domain/jobHostStates.ts';
import { isJobEnded, isJobOpen } from '../domain/jobStates.ts';
import { unfinishedOf } from '../domain/waves.ts';
import { wavesOf } from '../service/jobWaves.ts';
import {
  AT_GATE,
  JobModelStore,
  ModelAgent,
  type ModelHost,
  type ModelJob,
  type ModelRow,
} from './jobModel.ts';
import { JobWatcher } from './jobWatcher.ts';
import { ENDINGS, OTHERWISE } from './walkOutcomes.ts';
import { WalkPeople, type Step } from './walkPeople.ts';

/** What a manager has in memory about a host that it works on; lost when it dies. */
interface Work {
  row: ModelRow;
  /** The row's version that it read; a write compares it. */
  version: number;
  outcome: Outcome | null;
}

const MANAGERS = [0, 1] as const;
const GATES: readonly ModelHost['gate'][] = ['open', 'open', 'window', 'check', 'skip', 'refuse'];

export class JobWalk {
  readonly watcher: JobWatcher = new JobWatcher();
  readonly store: JobModelStore = new JobModelStore(this.watcher);
  readonly #agents = new Map<ModelHost, ModelAgent>();
  readonly #hosts: readonly ModelHost[];
  /** The works of each live manager; null: it is dead. */
  readonly #works: (Map<number, Work> | null)[] = MANAGERS.map(() => new Map<number, Work>());
  readonly #people: WalkPeople;

  constructor(hosts: readonly ModelHost[], { mayCancel }: { mayCancel: boolean }) {
    this.#people = new WalkPeople(this.store, mayCancel);
    this.#hosts = hosts;
    this.watcher.store = this.store;
    for (const host of hosts) this.#agents.set(host, new ModelAgent());
  }

  /** All steps of a kind that can happen now, in a stable order. */
  steps(kind: 'work' | 'trouble' | 'people'): Step[] {
    if (kind === 'work') return this.#work(true);
    return kind === 'trouble' ? this.#trouble() : this.store.jobs.flatMap((job) => this.#people.steps(job));
  }

  /** Ends the trouble: managers live, windows are open, people resume jobs. False if the jobs never all end. */
  finish(): boolean {
    for (const host of this.#hosts) host.gate = 'open';
    for (let turn = 0; turn < 3_000; turn++) {
      if (this.store.jobs.every(({ state }) => isJobEnded(state))) return true;
      for (const manager of MANAGERS) this.#works[manager] ??= new Map();
      for (const job of this.store.jobs)
        if (job.state === 'paused' && !job.isEnding) this.#people.resume(job);
      // A host that waits for another must not take that one's turn.
      const steps = this.#work(false);
      if (steps.length === 0 || turn % 10 === 9) this.#tick(10);
      else steps[turn % steps.length]?.();
    }
    return false;
  }

  get hadTwoAtOnce(): boolean {
    return [...this.#agents.values()].some(({ hadTwo }) => hadTwo);
  }

  #agent(row: ModelRow): ModelAgent {
    const agent = this.#agents.get(row.host);
    if (!agent) throw new Error('a host has no agent');
    return agent;
  }

  /** Steps that advance the jobs; `mayFail`: agents may also fail. */
  #work(mayFail: boolean): Step[] {
    const alive = MANAGERS.filter((manager) => this.#works[manager] !== null);
    return [
      ...[...this.#agents.values()].flatMap((agent) => this.#endings(agent, mayFail)),
      ...alive.flatMap((manager) =>
        [...(this.#works[manager]?.values() ?? [])].flatMap((work) => this.#advances(manager, work, mayFail)),
      ),
      ...alive.flatMap((manager) => this.#orphans(manager)),
      ...this.store.jobs.flatMap((job) => this.#jobSteps(job, alive)),
    ];
  }

  #endings({ running }: ModelAgent, mayFail: boolean): Step[] {
    if (!running) return [];
    return ENDINGS.slice(0, mayFail ? ENDINGS.length : 1).map(
      (outcome) => () => void (running.outcome = outcome),
    );
  }

  #jobSteps(job: ModelJob, alive: readonly number[]): Step[] {
    if (job.state === 'cancelling' || job.isEnding) return this.#endSteps(job);
    if (job.state === 'scheduled') return [() => this.#start(job)];
    if (!isJobOpen(job.state)) return [];
    const due = this.store.rowsOf(job).some((row) => this.#hasNews(job, row));
    const waves = wavesOf(job);
    const wave = waves?.waves[waves.current - 1];
    const soaked = wave?.soakEndsAt != null && new Date(wave.soakEndsAt) <= this.store.now;
    const gated = (wave?.counts.waiting_window ?? 0) + (wave?.counts.waiting_health_check ?? 0);
    const held = wave && gated > 0 && unfinishedOf(wave) === gated;
    const moves = held && (wave.counts.completed ?? 0) > 0 && waves && waves.current < waves.waves.length;
    return [
      ...(soaked || moves ? [() => this.store.stepWaves(job)] : []),
      ...(due ? alive.map((manager) => () => this.#dispatch(job, manager)) : []),
    ];
  }

  /** The time of a scheduled job has come. */
  #start(job: ModelJob): void {
    job.isEarly = false;
    this.store.write(job, 'pending', () => undefined);
  }

  /** Whether the dispatcher would change the row. */
  #hasNews(job: ModelJob, row: ModelRow): boolean {
    if (!this.store.isDue(job, row)) return false;
    const { gate } = row.host;
    if (gate !== 'open') return row.state !== AT_GATE[gate];
    if (row.reason === 'TAG_TAKEN') return row.host.tags.every((tag) => !this.store.claims.has(tag));
    const isBusy = this.store.rows.some((other) => other.host === row.host && isActive(other.state));
    return !isBusy || row.reason !== 'HOST_BUSY';
  }

  #dispatch(job: ModelJob, manager: number): void {
    for (const row of this.store.dispatch(job, manager)) this.#begin(manager, row);
  }

  #begin(manager: number, row: ModelRow): void {
    this.#works[manager]?.set(row.id, { row, version: row.version, outcome: null });
  }

  /** Take-overs of hosts whose lease nobody renews: their manager is dead, cut off, or lost them in a restart. */
  #orphans(manager: number): Step[] {
    return this.store.rows
      .filter((row) => isActive(row.state) && !this.#isWorkedOn(row))
      .map((row) => () => {
        this.store.write(this.store.jobOf(row), this.store.jobOf(row).state, (move) =>
          move(row, row.state, { owner: manager }),
        );
        this.#begin(manager, row);
      });
  }

  #isWorkedOn(row: ModelRow): boolean {
    const work = row.owner === null ? undefined : this.#works[row.owner]?.get(row.id);
    return work !== undefined && work.version === row.version;
  }

  /** The possible results of one call to an agent, or one write. */
  #advances(manager: number, work: Work, mayFail: boolean): Step[] {
    const { row, outcome } = work;
    if (work.version !== row.version) return [() => void this.#works[manager]?.delete(row.id)];
    if (outcome) return [() => this.#commit(manager, work, outcome)];
    const others = mayFail ? OTHERWISE[row.state as ActiveState] : [];
    return [
      () => void (work.outcome = this.#call(row)),
      ...others
        .filter(({ kind }) => kind !== 'neverSent' || !this.#agent(row).jobs.has(this.#keyOf(row, 'work')))
        .filter(({ kind }) => kind !== 'rebootCancelled' || this.store.jobOf(row).state === 'cancelling')
        .filter(
          ({ kind }) => row.state !== 'rebooting' || kind === 'rebootCancelled' || this.#hasRebooted(row),
        )
        .map((other) => () => void (work.outcome = other)),
    ];
  }

  #hasRebooted(row: ModelRow): boolean {
    return Boolean(this.#agent(row).jobs.get(this.#keyOf(row, 'reboot'))?.outcome);
  }

  #keyOf(row: ModelRow, step: 'work' | 'reboot' | 'rollback'): string {
    const { host, round, attempt, repetition } = row;
    return dispatchKey({ jobId: `${row.job}`, hostId: `${host.id}`, round, attempt, step, repetition });
  }

  /** Makes the call of the state; null: it has no outcome yet. */
  #call(row: ModelRow): Outcome | null {
    const agent = this.#agent(row);
    switch (row.state as ActiveState) {
      case 'dispatching':
        agent.start(this.#keyOf(row, 'work'));
        return { kind: 'accepted' };
      case 'running':
        return agent.jobs.get(this.#keyOf(row, 'work'))?.outcome ?? null;
      case 'rebooting': {
        if (!this.store.takeForReboot(row)) return null;
        this.watcher.restarting(row);
        const key = this.#keyOf(row, 'reboot');
        agent.start(key);
        return agent.jobs.get(key)?.outcome ? { kind: 'booted' } : null;
      }
      case 'verifying':
        return { kind: 'verified' };
      case 'rolling_back': {
        const key = this.#keyOf(row, 'rollback');
        agent.start(key);
        return agent.jobs.get(key)?.outcome ?? null;
      }
    }
  }

  #commit(manager: number, work: Work, outcome: Outcome): void {
    const { row } = work;
    const job = this.store.jobOf(row);
    const changed = row.changed || (outcome.kind === 'ended' && outcome.changed);
    const position = { state: row.state as ActiveState, retriesUsed: row.retriesUsed, changed };
    const { next } = decide(position, outcome, this.store.now, this.#policyOf(job));
    const isAgain = next.state === row.state && next.nextAttemptAt !== null;
    const used = Number(next.state === 'retry_wait' || isAgain);
    this.store.write(job, job.state, (move) =>
      move(row, next.state, {
        reason: next.reason,
        dueAt: next.nextAttemptAt,
        changed,
        retriesUsed: next.state === 'rolling_back' && !isAgain ? 0 : row.retriesUsed + used,
        repetition: isAgain ? row.repetition + 1 : next.state === 'rolling_back' ? 0 : row.repetition,
        ...(next.failure === undefined ? {} : { error: next.failure }),
      }),
    );
    if (isActive(row.state)) Object.assign(work, { version: row.version, outcome: null });
    else this.#works[manager]?.delete(row.id);
  }

  #policyOf({ spec, state, isEnding }: ModelJob): HostPolicy {
    return {
      operation: 'patch',
      reboot: spec.reboot,
      dryRun: false,
      postGate: spec.healthGate.post,
      changesPackages: true,
      rollbackOnFailure: spec.rollbackOnFailure,
      cancelling: state === 'cancelling',
      ending: isEnding,
    };
  }

  #trouble(): Step[] {
    return [
      () => this.#tick(1),
      () => this.#tick(30),
      ...MANAGERS.map((manager) => () => {
        this.#works[manager] = this.#works[manager] === null ? new Map() : null;
      }),
      // A manager is cut off until another one takes over its hosts, and then returns with its old knowledge.
      ...this.store.rows
        .filter(({ state, owner }) => isActive(state) && owner !== null)
        .map((row) => () => this.#takeOver(row)),
      ...this.#hosts.flatMap((host) => GATES.map((gate) => () => void (host.gate = gate))),
    ];
  }

  #takeOver(row: ModelRow): void {
    const other = row.owner === 0 ? 1 : 0;
    if (this.#works[other] === null) return;
    const job = this.store.jobOf(row);
    this.store.write(job, job.state, (move) => move(row, row.state, { owner: other }));
    this.#begin(other, row);
  }

  #tick(minutes: number): void {
    this.store.now = new Date(this.store.now.getTime() + minutes * 60_000);
  }

  /** Ends waiting hosts one by one, so that a manager may die between any two. */
  #endSteps(job: ModelJob): Step[] {
    if (isJobEnded(job.state)) return [];
    const row = this.store.rowsOf(job).find(({ state }) => isWaiting(state));
    const to = job.state === 'cancelling' ? 'cancelled' : 'skipped';
    return row ? [() => this.store.write(job, job.state, (move) => move(row, to, { dueAt: null }))] : [];
  }
}
