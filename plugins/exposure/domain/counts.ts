/** Length of a slot of due times: those of a fleet that is polled within half an hour fall into a few slots. */
export const SLOT_MS = 10 * 60_000;
/** The slot of patches without a due time. */
export const NO_SLOT = -1;

/** The fields of an open patch that the counts are made from. */
export interface CountedPatch {
  name: string;
  severityRank: number;
  dueAt: Date | null;
}

/** How one host lacks a package, over all architectures: the gravest severity and the earliest due time count. */
export interface Count {
  name: string;
  slot: number;
  severityRank: number;
}

export interface CountChange extends Count {
  entry: string;
  by: number;
}

export const slotOf = (dueAt: Date | null): number =>
  dueAt === null ? NO_SLOT : Math.floor(dueAt.getTime() / SLOT_MS);

export const entryOf = ({ name, slot, severityRank }: Count): string => `${slot}/${severityRank}/${name}`;

/** One for each package that the host lacks. */
export function countsOf(patches: readonly CountedPatch[]): Count[] {
  const found = new Map<string, Count>();
  for (const { name, severityRank, dueAt } of patches) {
    const before = found.get(name);
    const slot = slotOf(dueAt);
    found.set(name, {
      name,
      slot:
        !before || before.slot === NO_SLOT
          ? slot
          : slot === NO_SLOT
            ? before.slot
            : Math.min(slot, before.slot),
      severityRank: Math.max(severityRank, before?.severityRank ?? 0),
    });
  }
  return [...found.values()];
}

/** Gathers how hosts change the counts. */
export class CountChanges {
  readonly #changes = new Map<string, CountChange>();

  /** Notes a host whose open patches were `before` and are `now`. */
  note(before: readonly CountedPatch[], now: readonly CountedPatch[]): void {
    for (const one of countsOf(before)) this.#add(one, -1);
    for (const one of countsOf(now)) this.#add(one, 1);
  }

  /** The changes other than zero, always in the same order. */
  list(): CountChange[] {
    return [...this.#changes.values()]
      .filter(({ by }) => by !== 0)
      .sort((a, b) => (a.entry < b.entry ? -1 : 1));
  }

  #add(one: Count, by: number): void {
    const entry = entryOf(one);
    const known = this.#changes.get(entry) ?? { ...one, entry, by: 0 };
    known.by += by;
    this.#changes.set(entry, known);
  }
}
