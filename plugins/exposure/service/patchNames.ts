import type { Knex } from 'knex';
import { versions } from '#sdk';
import type { PatchItem, PatchState } from '#sdk/hosts.ts';
import { OF_DATA_SETS } from '../domain/advisory.ts';
import { mendedBy, sourceChangeOf, type NamedCve } from '../domain/debian.ts';
import { namedBlock, type Advisories, type FixedRpms, type FixedSources } from '../domain/packageEntries.ts';
import { releasesOf, type HostReleases } from '../domain/releases.ts';
import { DataSetModel } from '../models.ts';

/** Blocks that are read at once: one of a kernel may be a megabyte. */
const BLOCKS = 8;
/** How many answers are kept in memory: many hosts of a fleet lack the same packages. */
const KEPT = 2_000;

/** What is asked of the imported files about one patch. */
interface Question {
  key: string;
  /** The blocks that may tell, and what the entries of each say. */
  blocks: ReadonlyMap<string, Judge>;
}

type Judge = (entries: never) => NamedCve[];

/** The severity rank of each CVE that was named. */
export type Ranks = Map<string, number>;

/** Tells from the imported files which CVEs a pending security patch fixes. */
export class PatchNames {
  readonly #known = new Map<string, NamedCve[]>();

  /**
   * Adds to the states the CVEs that package managers do not name themselves; hosts that no file covers stay unchanged.
   * `ranks` has the severities that files tell with them.
   */
  async told(knex: Knex, states: readonly PatchState[]): Promise<{ states: PatchState[]; ranks: Ranks }> {
    const sets = await DataSetModel.query(knex).whereNotNull('import_id').orderBy('kind');
    const imports = sets.map(({ importId }) => importId ?? '');
    const asked = new Map<PatchItem, Question>();
    if (imports.length > 0) for (const state of states) ask(state, imports, asked);
    const questions = new Map([...asked.values()].map((one) => [one.key, one]));
    const answers = await this.#answers(knex, imports, [...questions.values()]);
    const ranks: Ranks = new Map();
    for (const named of answers.values())
      for (const { cve, severityRank } of named)
        if (severityRank > 0) ranks.set(cve, Math.max(severityRank, ranks.get(cve) ?? 0));
    const namedOf = (patch: PatchItem) => answers.get(asked.get(patch)?.key ?? '') ?? [];
    return { states: states.map((state) => withNames(state, namedOf)), ranks };
  }

  async #answers(
    knex: Knex,
    imports: readonly string[],
    questions: readonly Question[],
  ): Promise<ReadonlyMap<string, NamedCve[]>> {
    const found = new Map<string, NamedCve[]>();
    const open = questions.filter(({ key }) => {
      const known = this.#known.get(key);
      if (known) found.set(key, known);
      return !known;
    });
    for (const some of inGroups(open)) {
      const said = await readBlocks(knex, imports, [
        ...new Set(some.flatMap(({ blocks }) => [...blocks.keys()])),
      ]);
      for (const one of some) {
        const named = answerOf(one, said);
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

/** Adds the questions about the security patches of a host. */
function ask(state: PatchState, imports: readonly string[], asked: Map<PatchItem, Question>): void {
  const host = releasesOf(state.osName);
  if (!host) return;
  for (const { patch } of state.security) {
    const question = host.order === 'debian' ? askSource(patch, host) : askRpm(patch, host);
    if (question)
      asked.set(patch, { ...question, key: JSON.stringify([imports, host.releases, question.key]) });
  }
}

function askSource(patch: PatchItem, { releases: [release = ''] }: HostReleases): Question | null {
  const change = sourceChangeOf(patch);
  if (!change) return null;
  const { source, from, to } = change;
  const judge = (told: FixedSources): NamedCve[] =>
    Object.hasOwn(told, source) ? mendedBy(change, release, told[source] ?? {}) : [];
  return { key: [source, from, to].join(' '), blocks: new Map([[namedBlock('src', source), judge]]) };
}

/** Asks for the CVEs fixed above the present version and not above the new one, and for those of the patch's advisories. */
function askRpm(patch: PatchItem, { releases }: HostReleases): Question {
  const { name, current_version: from } = patch;
  const to = patch.security_version ?? patch.available_version;
  const ids = patch.advisories.map(({ id }) => id);
  const plain = (cves: readonly string[]): NamedCve[] => cves.map((cve) => ({ cve, severityRank: 0 }));
  const isWithin = (version: string): boolean =>
    versions.compareEvr(version, from) > 0 && versions.compareEvr(version, to) <= 0;
  const blocks = new Map<string, Judge>();
  for (const id of ids)
    blocks.set(namedBlock('adv', id), (told: Advisories) =>
      Object.hasOwn(told, id) ? plain(told[id] ?? []) : [],
    );
  blocks.set(namedBlock('rpm', name), (told: FixedRpms) => {
    const fixes = Object.hasOwn(told, name) ? (told[name] ?? {}) : {};
    return releases.flatMap((release) =>
      Object.entries(Object.hasOwn(fixes, release) ? (fixes[release] ?? {}) : {}).flatMap(([version, cves]) =>
        isWithin(version) ? plain(cves) : [],
      ),
    );
  });
  return { key: [name, from, to, ...ids].join(' '), blocks };
}

/** Questions whose blocks are read together. */
function inGroups(questions: readonly Question[]): Question[][] {
  const byBlock = Map.groupBy(questions, ({ blocks }) => [...blocks.keys()].at(-1) ?? '');
  const groups: Question[][] = [];
  for (const [nth, some] of [...byBlock.values()].entries())
    if (nth % BLOCKS === 0) groups.push([...some]);
    else groups.at(-1)?.push(...some);
  return groups;
}

type Said = ReadonlyMap<string, unknown[]>;

/** The entries of each block, one for each import that has it. */
async function readBlocks(knex: Knex, imports: readonly string[], blocks: readonly string[]): Promise<Said> {
  const said = new Map<string, unknown[]>();
  for (let at = 0; at < blocks.length; at += BLOCKS) {
    const rows = (await knex('exposure_data_blocks')
      .whereIn('import_id', imports)
      .whereIn('block', blocks.slice(at, at + BLOCKS))
      .select('block', 'entries')) as { block: string; entries: string }[];
    for (const { block, entries } of rows)
      said.set(block, [...(said.get(block) ?? []), JSON.parse(entries) as unknown]);
  }
  return said;
}

function answerOf({ blocks }: Question, said: Said): NamedCve[] {
  const named = new Map<string, NamedCve>();
  for (const [block, judge] of blocks)
    for (const one of (said.get(block) ?? []).flatMap((entries) => judge(entries as never)))
      if ((named.get(one.cve)?.severityRank ?? -1) < one.severityRank) named.set(one.cve, one);
  return [...named.values()];
}

function withNames(state: PatchState, namedOf: (patch: PatchItem) => readonly NamedCve[]): PatchState {
  const security = state.security.map((one) => {
    const cves = namedOf(one.patch).map(({ cve }) => cve);
    if (cves.length === 0) return one;
    return {
      ...one,
      patch: { ...one.patch, advisories: [...one.patch.advisories, { id: OF_DATA_SETS, cves }] },
    };
  });
  return { ...state, security };
}
