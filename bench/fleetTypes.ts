import type Database from 'better-sqlite3';
import type { SimulatorGroup } from '../agent/simulator/group.ts';
import type { ManagerProcess } from '../test/support/manager.ts';
import type { LoopRequest } from './processes/undiciLoop.ts';

/** What the phases of the bench share. */
export interface Bed {
  group: SimulatorGroup;
  manager: ManagerProcess;
  db: Database.Database;
  say(line: string): void;
}

/** One round over all hosts. */
export interface FleetCase {
  name: string;
  due: readonly string[];
  requests: readonly LoopRequest[];
  /** What each agent must have answered, once. */
  answers: readonly string[];
}

/** The cost of a round. */
export interface Cost {
  hosts: number;
  elapsedMs: number;
  cpuMicros: number;
  /** The slowest answer that a person got meanwhile. */
  slowestMs?: number;
}
