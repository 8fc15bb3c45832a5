import type { Knex } from 'knex';
import type { SimulatorGroup } from '../../agent/simulator/group.ts';
import type { ManagerProcess } from '../../test/support/manager.ts';
import type { BenchResult } from '../bench.ts';
import type { ThinFleet } from './thinFleet.ts';
import type { ThinWatch } from './thinWatch.ts';

/** What the parts of the bench hundredThousand work with. */
export interface ThinBed {
  fleet: ThinFleet;
  managers: readonly ManagerProcess[];
  db: Knex;
  group: SimulatorGroup;
  watch: ThinWatch;
  say(line: string): void;
}

/** What a part gives to its result. */
export type Part = Omit<BenchResult, 'bench'>;
