import type { Knex } from 'knex';
import type { PatchItem, PatchState } from '#sdk/hosts.ts';
import { mendedBy, releaseOf, sourceChangeOf, type NamedCve, type SourceChange } from '../domain/debian.ts';
import { blockOfSource, type TrackedSources } from '../domain/tracker.ts';
import { DataSetModel } from '../models.ts';

/** Sources that are read at once: that of the kernel is a megabyte. */
const BLOCKS = 8;
/** How many answers are kept in memory: many hosts of a fleet lack the same packages. */
const KEPT = 2_000;

interface Question extends SourceChange {
  release: string;
  key: string;
}

/** Tells from the imported file of the Debian security tracker which CVEs a pending security patch fixes. */
export class TrackerNames {
  readonly #known = new Map<string, NamedCve[]>();

  /**
   * Adds to the states the CVEs that apt does not name itself. Without a file, and for hosts other than Debian, they
   * stay unchanged.
   */
  async told(knex: Knex, states: readonly PatchState[]): Promise<{ states: PatchState[]; ranks: Ranks }> {
    const ranks: Ranks = new Map();
    const tracker = await DataSetModel.query(knex).findById('debian-tracker');
    if (!tracker?.importId) return { states: [...states], ranks };
    const { importId } = tracker;
    const asked = new Map<PatchItem, Question>();
    for (const state of states) ask(state, importId, asked);
    const questions = new Map([...asked.values()].map((one) => [one.key, one]));
    const answers = await this.#answers(knex, importId, [...questions.values()]);
    for (const named of answers.values())
      for (const { cve, severityRank } of named) ranks.set(cve, Math.max(severityRank, ranks.get(cve) ?? 0));
    return {
      states: states.map((state) => withNames(state, (patch) => answers.get(asked.get(patch)?.key ?? ''))),
      ranks,
    };
  }

  async #answers(
    knex: Knex,
    importId: string,
    questions: readonly Question[],
  ): Promise<ReadonlyMap<string, NamedCve[]>> {
    const found = new Map<string, NamedCve[]>();
    const open = questions.filter(({ key }) => {
      const known = this.#known.get(key);
      if (known) found.set(key, known);
      return !known;
    });
    const bySource = Map.groupBy(open, ({ source }) => source);
    const sources = [...bySource.keys()];
    for (let at = 0; at < sources.length; at += BLOCKS) {
      const some = sources.slice(at, at + BLOCKS);
      const tracked = await readSources(knex, importId, some);
      for (const source of some)
        for (const one of bySource.get(source) ?? []) {
          const named = mendedBy(one, one.release, tracked[source] ?? {});
          found.set(one.key, named);
          this.#keep(one.key, named);
        }
    }
    return found;
  }

  #keep(key: string, named: NamedCve[]): void {
    const oldest = this.#known.size >= KEPT ? this.#known.keys().next().value : undefined;
    if (oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(key, named);
  }
}

/** The severity rank of each CVE that was named. */
export type Ranks = Map<string, number>;

function ask(state: PatchState, importId: string, asked: Map<PatchItem, Question>): void {
  const release = releaseOf(state);
  if (release === null) return;
  for (const { patch } of state.security) {
    const change = sourceChangeOf(patch);
    if (!change) continue;
    const key = [importId, release, change.source, change.from, change.to].join(' ');
    asked.set(patch, { ...change, release, key });
  }
}

async function readSources(
  knex: Knex,
  importId: string,
  sources: readonly string[],
): Promise<TrackedSources> {
  const rows = (await knex('exposure_data_blocks')
    .where('import_id', importId)
    .whereIn('block', sources.map(blockOfSource))
    .select('entries')) as { entries: string }[];
  // Without a prototype: a source may have any name.
  return Object.assign(
    Object.create(null) as TrackedSources,
    ...rows.map(({ entries }) => JSON.parse(entries) as TrackedSources),
  ) as TrackedSources;
}

function withNames(state: PatchState, namedOf: (patch: PatchItem) => NamedCve[] | undefined): PatchState {
  const security = state.security.map((one) => {
    const named = namedOf(one.patch);
    if (!named || named.length === 0) return one;
    const advisory = { id: 'debian-tracker', cves: named.map(({ cve }) => cve) };
    return { ...one, patch: { ...one.patch, advisories: [...one.patch.advisories, advisory] } };
  });
  return { ...state, security };
}
