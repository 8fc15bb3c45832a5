/** The month of an administrator of two hundred hosts: its tasks, done by keyboard alone, and what each may cost. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as assert from 'uvu/assert';
import { startDemoFleet, type DemoFleet } from '#scripts/demo/fleet.ts';
import { Keyboard } from '../../support/browserSteps.ts';
import { Stage } from '../../support/browserStage.ts';

interface Limits {
  /** How many steps the task may cost. */
  most: number;
  /** The page on which it begins; if absent, one that has nothing to do with it. */
  from?: () => string;
}

interface Cost {
  name: string;
  steps: number;
  tabs: number;
}

/** The demonstration fleet with somebody at the keyboard, and the account of what his tasks cost. */
export class Month extends Stage {
  declare demo: DemoFleet;
  readonly costs: Cost[] = [];
  #dir = '';

  constructor(name: string) {
    super(name, { keepsTab: true, env: { FLEETMEND_VALIDATE_RESPONSES: 'false' } });
    this.test.before(async () => {
      this.#dir = await mkdtemp(path.join(tmpdir(), 'fleetmend-month-'));
      this.demo = await startDemoFleet(this.manager, this.#dir);
    });
    this.test.after(async () => {
      await this.demo?.stop();
      await rm(this.#dir, { recursive: true, force: true, maxRetries: 3 });
    });
  }

  /** A task as a test. `run` ends with what shows that the task is done. */
  task(name: string, { most, from = () => '/about' }: Limits, run: (me: Keyboard) => Promise<void>): void {
    this.test(name, async () => {
      const me = new Keyboard(await this.open(from()));
      await run(me);
      this.settle(name, most, me);
    });
  }

  /** Writes down what a task cost, and fails when that is too much. */
  settle(name: string, most: number, { steps, tabs }: Keyboard): void {
    this.costs.push({ name, steps, tabs });
    console.log(`${String(steps).padStart(4)} of ${most} steps, ${tabs} Tab: ${name}`);
    assert.ok(steps <= most, `${name}: ${steps} steps, at most ${most}`);
  }
}
