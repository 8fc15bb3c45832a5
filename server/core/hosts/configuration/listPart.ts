import { setImmediate as turn } from 'node:timers/promises';
import { AppError } from '#server/shared/wire/appError.ts';
import type { ConfigurationPart, ConfigurationProblem } from '#server/kernel/configuration.ts';
import {
  listed,
  planList,
  refuseTwice,
  sortedText,
  type ConfigurationList,
  type EditedRow,
} from '#server/kernel/configurationList.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { ActedBy, ConfigurationNames } from '../api.ts';

type Writes = 'add' | 'change' | 'remove';

/** A list of things that people edit, which name hosts or groups. */
export interface ListPart<Row, Entry extends object> extends Pick<
  ConfigurationList<Entry>,
  'keyOf' | 'labelOf' | 'moved'
> {
  name: string;
  rows: () => PromiseLike<readonly Row[]>;
  /** Null: the owner of the thing is being deleted. */
  toFile: (row: Row, names: ConfigurationNames) => Entry | null;
  /** Orders the entries. */
  textOf: (entry: Entry) => string;
  /** The entry in the spelling of this manager; nothing, and a problem, where it names what is not known here. */
  resolved: (names: ConfigurationNames, entry: Entry, problems: ConfigurationProblem[]) => Entry[];
  /** Whether an entry that is not resolved keeps a stored thing of its key from being removed. */
  keepsUnknown?: boolean;
  /** Why entries could not be saved by hand either. It is not asked about those that are here already. */
  refusals: (
    entries: readonly Entry[],
    asked: { names: ConfigurationNames; by: ActedBy },
  ) => Promise<ReadonlyMap<Entry, string>>;
  writes: (names: ConfigurationNames, by: ActedBy) => Pick<ConfigurationList<Entry>, Writes>;
}

/** The part of a list of things that are told apart by their names: export, plan and import. */
export function listPart<Row extends EditedRow, Entry extends object>(
  { core: { hosts } }: Pick<Context, 'core'>,
  part: ListPart<Row, Entry>,
): ConfigurationPart {
  const { keyOf, labelOf, moved } = part;
  const read = async (names: ConfigurationNames) =>
    listed(await part.rows(), (row) => part.toFile(row, names), part.textOf);
  return {
    name: part.name,
    export: async () => (await read(await hosts.configurationNames())).map(({ entry }) => entry),
    async plan(content, { makeEqual, by, before }) {
      const names = await hosts.configurationNames(before.get('groups'));
      const stored = await read(names);
      const problems: ConfigurationProblem[] = [];
      const asked = content as readonly Entry[];
      const found = asked.map((entry) => part.resolved(names, entry, problems));
      refuseTwice(
        `/body/file/parts/${part.name}`,
        found.map(([entry]) => (entry ? keyOf(entry) : null)),
      );
      const here = found.flat();
      const known = new Set(stored.map(({ entry }) => sortedText(entry)));
      const fresh = here.filter((entry) => !known.has(sortedText(entry)));
      const refused = await part.refusals(fresh, { names, by });
      for (const [entry, message] of refused) problems.push({ name: labelOf(entry), message });
      const wanted = here.filter((entry) => !refused.has(entry));
      const had = new Set(wanted.map(keyOf));
      const kept = part.keepsUnknown
        ? asked.map(keyOf).filter((key) => !had.has(key))
        : [...refused.keys()].map(keyOf);
      return planList({
        stored,
        wanted,
        problems,
        makeEqual,
        kept: new Set(kept),
        keyOf,
        labelOf,
        moved,
        ...part.writes(names, by),
      });
    },
  };
}

/** Entries are judged for at most this long before other work gets a turn. */
const TURN_MS = 10;

/** The entries that `judge` refuses by an AppError, with its message. */
export async function refusedBy<Entry>(
  entries: readonly Entry[],
  judge: (entry: Entry) => void | Promise<void>,
): Promise<ReadonlyMap<Entry, string>> {
  const refused = new Map<Entry, string>();
  let turnMs = performance.now();
  for (const entry of entries) {
    try {
      await judge(entry);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.set(entry, error.params.message ?? `It cannot be made here (${error.code}).`);
    }
    if (performance.now() - turnMs < TURN_MS) continue;
    await turn();
    turnMs = performance.now();
  }
  return refused;
}
