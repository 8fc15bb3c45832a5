import type { Knex } from 'knex';
import type { PatchState } from '#sdk/hosts.ts';
import { CsafNames } from './csafNames.ts';
import { TrackerNames, type Ranks } from './trackerNames.ts';

/** Tells from all imported files which CVEs a pending security patch fixes. */
export class PatchNames {
  readonly #tracker = new TrackerNames();
  readonly #csaf = new CsafNames();

  /** Adds to the states the CVEs that package managers do not name themselves; `ranks` has severities of CVEs. */
  async told(knex: Knex, states: readonly PatchState[]): Promise<{ states: PatchState[]; ranks: Ranks }> {
    const { states: named, ranks } = await this.#tracker.told(knex, states);
    return { states: await this.#csaf.told(knex, named), ranks };
  }
}
