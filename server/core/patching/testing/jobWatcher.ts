/** Rules that must hold at every moment of a walk, written without the code that they check. */
import { ACTIVE_STATES, ENDED_STATES, FAILURE_STATES, type JobHostState } from '../domain/jobHostStates.ts';
import type { JobState } from '../domain/jobStates.ts';
import type { JobModelStore, ModelJob, ModelRow, Watcher } from './jobModel.ts';

interface Budget {
  failures: number;
  /** Hosts that had ended when a person last resumed or retried the job. */
  forgiven: number;
}

const isOf = (states: readonly string[], state: JobHostState): boolean => states.includes(state);
const share = (a: ModelRow, b: ModelRow, prefix: string): string | undefined =>
  a.host.tags.find((tag) => tag.startsWith(prefix) && b.host.tags.includes(tag));

export class JobWatcher implements Watcher {
  declare store: JobModelStore;
  /** Every change of state of a host or a job: “running completed”. */
  readonly seen: Set<string> = new Set();
  readonly #budgets = new Map<string, Budget>();
  readonly #attempts = new Set<string>();
  /** Rows whose restart was begun and whose work has not ended since. */
  readonly #restarting = new Set<ModelRow>();
  /** By job and wave: when the last host that the wave had to wait for ended. */
  readonly #lastEnd = new Map<string, number>();

  /** Called before the host counts as started. */
  started(row: ModelRow): void {
    const attempt = `${row.job} ${row.id} ${row.round} ${row.attempt + 1}`;
    this.#must(!this.#attempts.has(attempt), 'an attempt began twice');
    this.#attempts.add(attempt);
    const others = this.store.rows.filter((other) => other !== row && isOf(ACTIVE_STATES, other.state));
    this.#must(!others.some(({ host }) => host === row.host), 'two jobs on one host');
    this.#must(!others.some((other) => share(row, other, 'anti_affinity=')), 'two of an anti-affinity tag');
    const job = this.store.jobOf(row);
    if (job.waves) this.#judgeWave(job, row);
  }

  #judgeWave(job: ModelJob, row: ModelRow): void {
    const wave = row.wave ?? 0;
    const rows = this.store.rowsOf(job);
    const before = rows.filter((other) => (other.wave ?? 0) < wave);
    this.#must(
      before.every(({ state }) => isOf(ENDED_STATES, state)),
      'a wave began before the last had ended',
    );
    const { failures, forgiven } = this.#budget(job, wave);
    const hosts = rows.filter((other) => other.wave === wave).length - forgiven;
    const percent = job.spec.failureBudgetPercent ?? 0;
    this.#must(failures * 100 <= percent * hosts, `a start beyond the budget: ${failures} of ${hosts}`);
    const soakMs = (job.spec.waves[wave - 2]?.soakSecs ?? 0) * 1_000;
    const previous = rows.filter((other) => other.wave === wave - 1);
    const endedAt = this.#lastEnd.get(`${job.id} ${wave - 1}`) ?? -Infinity;
    if (previous.some(({ state }) => state === 'completed'))
      this.#must(this.store.now.getTime() - endedAt >= soakMs, 'a wave began before the soak was over');
  }

  restarting(row: ModelRow): void {
    for (const other of this.#restarting)
      this.#must(other === row || !share(row, other, 'quorum='), 'two of a quorum restarted at once');
    this.#restarting.add(row);
  }

  moved(row: ModelRow, from: JobHostState): void {
    if (!isOf(ACTIVE_STATES, row.state)) this.#restarting.delete(row);
    if (row.state === from) return;
    this.seen.add(`host ${from} ${row.state}`);
    const job = this.store.jobOf(row);
    const isHarm = isOf(FAILURE_STATES, row.state) && row.error?.code !== 'PLAN_CHANGED';
    if (isHarm) this.#budget(job, row.wave ?? 0).failures += 1;
    // Nobody waits for a host that a person left out.
    if (isOf(ENDED_STATES, row.state) && isOf(ACTIVE_STATES, from))
      this.#lastEnd.set(`${row.job} ${row.wave}`, this.store.now.getTime());
  }

  jobMoved(from: JobState, to: JobState): void {
    if (from !== to) this.seen.add(`job ${from} ${to}`);
  }

  counted(job: ModelJob): void {
    for (let wave = 1; wave <= (job.waves?.length ?? 0); wave++) {
      const ended = this.store
        .rowsOf(job)
        .filter((row) => row.wave === wave && isOf(ENDED_STATES, row.state));
      this.#budgets.set(`${job.id} ${wave}`, { failures: 0, forgiven: ended.length });
    }
  }

  written(): void {
    for (const job of this.store.jobs) {
      const rows = this.store.rowsOf(job);
      for (const [state, count] of Object.entries(job.counts))
        this.#must(rows.filter((row) => row.state === state).length === count, `${state} is not ${count}`);
      job.waves?.forEach(({ counts }, index) => {
        const own = rows.filter(({ wave }) => wave === index + 1);
        const told = Object.values(counts).reduce((sum, count) => sum + count, 0);
        this.#must(own.length === told, `wave ${index + 1} holds ${own.length} hosts, not ${told}`);
      });
    }
    for (const [tag, { rowId }] of this.store.claims)
      this.#must(
        isOf(ACTIVE_STATES, this.store.rows[Number(rowId)]?.state ?? 'pending'),
        `${tag} is held by nobody at work`,
      );
  }

  #budget(job: ModelJob, wave: number): Budget {
    const key = `${job.id} ${wave}`;
    const budget = this.#budgets.get(key) ?? { failures: 0, forgiven: 0 };
    this.#budgets.set(key, budget);
    return budget;
  }

  #must(holds: boolean, otherwise: string): void {
    if (!holds) throw new Error(otherwise);
  }
}
