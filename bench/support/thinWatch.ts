import { appendFileSync, writeFileSync } from 'node:fs';
import { availableMb } from '../../agent/simulator/thin/fleet.ts';
import type { SimulatorGroup } from '../../agent/simulator/group.ts';
import type { WorkerReport } from '../../agent/simulator/worker.ts';
import type { ManagerProcess } from '../../test/support/manager.ts';
import { cpuMicros, residentMbOf } from './proc.ts';

/** What one process holds, in MB, and has taken so far, in seconds. */
export interface Taken {
  residentMb: number;
  cpuSecs: number;
}

export interface Look {
  /** Since the start of the bench. */
  secs: number;
  phase: string;
  availableMb: number;
  begun: number;
  links: number;
  awake: number;
  /** Null: it was killed. */
  managers: readonly (Taken | null)[];
  database: Taken;
  simulators: Taken;
}

export interface Watched {
  managers: readonly ManagerProcess[];
  databasePid: number;
  group: SimulatorGroup;
  /** Each look is a line of it. */
  file: string;
  /** Below so many MB of available memory the bench ends, before the kernel ends something. */
  leastMemoryMb: number;
}

/** The machine has too little memory left for the bench to go on. */
export class MemoryIsShort extends Error {
  override readonly name = 'MemoryIsShort';
}

/** Looks at all processes of the bench, and keeps what it saw in a file, which is there even if the bench is ended. */
export class ThinWatch {
  readonly #watched: Watched;
  readonly #startedAt = performance.now();
  readonly #killed = new Set<ManagerProcess>();
  #answers: Record<string, number> = {};

  constructor(watched: Watched) {
    this.#watched = watched;
    writeFileSync(watched.file, '');
  }

  get secs(): number {
    return (performance.now() - this.#startedAt) / 1_000;
  }

  /** What the hosts have answered since the last call of this. */
  takeAnswers(): Record<string, number> {
    const answers = this.#answers;
    this.#answers = {};
    return answers;
  }

  noteKilled(manager: ManagerProcess): void {
    this.#killed.add(manager);
  }

  async report(): Promise<WorkerReport> {
    const report = await this.#watched.group.ask({});
    for (const [key, count] of Object.entries(report.answers))
      this.#answers[key] = (this.#answers[key] ?? 0) + count;
    return report;
  }

  /** Throws MemoryIsShort. */
  async look(phase: string): Promise<Look> {
    const { managers, databasePid, group, file, leastMemoryMb } = this.#watched;
    const { thin } = await this.report();
    const look: Look = {
      secs: Math.round(this.secs),
      phase,
      availableMb: Math.round(availableMb()),
      begun: thin?.begun ?? 0,
      links: thin?.links ?? 0,
      awake: thin?.awake ?? 0,
      managers: managers.map((one) => (this.#killed.has(one) ? null : takenBy([one.pid]))),
      database: takenBy([databasePid]),
      simulators: takenBy(group.pids),
    };
    appendFileSync(file, `${JSON.stringify(look)}\n`);
    if (look.availableMb < leastMemoryMb)
      throw new MemoryIsShort(`${look.availableMb} MB of memory are left (${phase}, ${look.links} links)`);
    return look;
  }
}

function takenBy(pids: readonly number[]): Taken {
  const sum = (of: (pid: number) => number): number => pids.reduce((total, pid) => total + of(pid), 0);
  return { residentMb: Math.round(sum(residentMbOf)), cpuSecs: sum(cpuMicros) / 1_000_000 };
}

/** What the processes at these ends have in common: the sum over managers that lived at both. */
export function between(
  from: Look,
  to: Look,
): { cpuOfManagers: number[]; cpuOfDatabase: number; secs: number } {
  const secs = to.secs - from.secs;
  return {
    secs,
    cpuOfManagers: to.managers.flatMap((one, index) => {
      const before = from.managers[index];
      return one && before ? [one.cpuSecs - before.cpuSecs] : [];
    }),
    cpuOfDatabase: to.database.cpuSecs - from.database.cpuSecs,
  };
}
