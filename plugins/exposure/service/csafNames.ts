import type { Knex } from 'knex';
import type { PatchItem, PatchState } from '#sdk/hosts.ts';
import { blockOfAdvisory, blockOfRpm, type CsafAdvisories, type CsafPackages } from '../domain/csaf.ts';
import { isWithin } from '../domain/csafTree.ts';
import { CSAF_KINDS, csafOf, type CsafKind } from '../domain/rpmReleases.ts';
import { DataSetModel } from '../models.ts';

/** Blocks that are read at once: one of a kernel's package may be half a megabyte. */
const BLOCKS = 16;
/** How many answers are kept in memory: many hosts of a fleet lack the same packages. */
const KEPT = 2_000;

interface Question {
  importId: string;
  releases: readonly string[];
  name: string;
  from: string;
  to: string;
  advisories: readonly string[];
  key: string;
}

/** Tells from the imported documents of distributions which CVEs a pending security patch of rpm fixes. */
export class CsafNames {
  readonly #known = new Map<string, string[]>();

  /**
   * Adds to the states the CVEs that documents name for their patches. Hosts that no document covers stay unchanged.
   */
  async told(knex: Knex, states: readonly PatchState[]): Promise<PatchState[]> {
    const sets = await DataSetModel.query(knex).whereIn('kind', CSAF_KINDS).whereNotNull('import_id');
    const imports = new Map(sets.map(({ kind, importId }) => [kind as CsafKind, importId ?? '']));
    const asked = new Map<PatchItem, Question>();
    for (const state of states) ask(state, imports, asked);
    if (asked.size === 0) return [...states];
    const questions = new Map([...asked.values()].map((one) => [one.key, one]));
    const answers = await this.#answers(knex, [...questions.values()]);
    return states.map((state) => withNames(state, (patch) => answers.get(asked.get(patch)?.key ?? '')));
  }

  async #answers(knex: Knex, questions: readonly Question[]): Promise<ReadonlyMap<string, string[]>> {
    const found = new Map<string, string[]>();
    const open = questions.filter(({ key }) => {
      const known = this.#known.get(key);
      if (known) found.set(key, known);
      return !known;
    });
    for (const [importId, own] of Map.groupBy(open, (one) => one.importId)) {
      const said = await readBlocks(knex, importId, own);
      for (const one of own) {
        const named = namedBy(one, said);
        found.set(one.key, named);
        this.#keep(one.key, named);
      }
    }
    return found;
  }

  #keep(key: string, named: string[]): void {
    const oldest = this.#known.size >= KEPT ? this.#known.keys().next().value : undefined;
    if (oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(key, named);
  }
}

function ask(
  state: PatchState,
  imports: ReadonlyMap<CsafKind, string>,
  asked: Map<PatchItem, Question>,
): void {
  const told = csafOf(state);
  const importId = told && imports.get(told.kind);
  if (!importId) return;
  const { releases } = told;
  for (const { patch } of state.security) {
    const { name, current_version: from } = patch;
    const to = patch.security_version ?? patch.available_version;
    const advisories = patch.advisories.map(({ id }) => id);
    const key = JSON.stringify([importId, releases, name, from, to, advisories]);
    asked.set(patch, { importId, releases, name, from, to, advisories, key });
  }
}

interface Said {
  packages: CsafPackages;
  advisories: CsafAdvisories;
}

/** What the documents say of the packages and advisories that are asked for, and of no others. */
async function readBlocks(knex: Knex, importId: string, questions: readonly Question[]): Promise<Said> {
  // Without a prototype: a package may have any name.
  const said: Said = { packages: Object.create(null) as never, advisories: Object.create(null) as never };
  const names = new Set(questions.map(({ name }) => name));
  const advisories = new Set(questions.flatMap((one) => one.advisories));
  const blocks = [...new Set([...[...names].map(blockOfRpm), ...[...advisories].map(blockOfAdvisory)])];
  for (let at = 0; at < blocks.length; at += BLOCKS) {
    const rows = (await knex('exposure_data_blocks')
      .where('import_id', importId)
      .whereIn('block', blocks.slice(at, at + BLOCKS))
      .select('block', 'entries')) as { block: string; entries: string }[];
    for (const { block, entries } of rows)
      Object.assign(block.startsWith('rpm:') ? said.packages : said.advisories, JSON.parse(entries));
  }
  return said;
}

/** The CVEs mended above `from` and not above `to` in a release of the host, and those of the patch's advisories. */
function namedBy({ releases, name, from, to, advisories }: Question, said: Said): string[] {
  const named = new Set(advisories.flatMap((id) => said.advisories[id] ?? []));
  const mended = said.packages[name] ?? {};
  for (const release of releases)
    for (const [version, cves] of Object.entries(
      Object.hasOwn(mended, release) ? (mended[release] ?? {}) : {},
    ))
      if (isWithin(version, from, to)) for (const cve of cves) named.add(cve);
  return [...named];
}

function withNames(state: PatchState, namedOf: (patch: PatchItem) => string[] | undefined): PatchState {
  const security = state.security.map((one) => {
    const cves = namedOf(one.patch) ?? [];
    if (cves.length === 0) return one;
    return {
      ...one,
      patch: { ...one.patch, advisories: [...one.patch.advisories, { id: 'csaf', cves }] },
    };
  });
  return { ...state, security };
}
