import type { Knex } from 'knex';
import type { PatchState } from '../../../server/plugin.ts';
import { CsafNames } from './csafNames.ts';
import { TrackerNames, type Ranks } from './trackerNames.ts';

/** By all that was imported: which CVEs a pending security patch mends. */
export class PatchNames {
  readonly #tracker = new TrackerNames();
  readonly #csaf = new CsafNames();

  /** The states with the CVEs that package managers do not name themselves. */
  async told(knex: Knex, states: readonly PatchState[]): Promise<{ states: PatchState[]; ranks: Ranks }> {
    const { states: named, ranks } = await this.#tracker.told(knex, states);
    return { states: await this.#csaf.told(knex, named), ranks };
  }
}
