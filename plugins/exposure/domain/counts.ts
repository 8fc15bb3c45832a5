/** Length of a slot of due times: those of a fleet that is polled within half an hour fall into a few slots. */
export const SLOT_MS = 10 * 60_000;
/** The slot of patches without a due time. */
export const NO_SLOT = -1;

/** What hosts are counted by: the packages that they lack, or the advisories. */
export type CountedBy = 'name' | 'advisoryId';

/** The fields of an open patch that the counts are made from. */
export interface CountedPatch {
  name: string;
  advisoryId: string;
  severityRank: number;
  dueAt: Date | null;
  held: boolean;
}

/**
 * How one host lacks a package, over all architectures, or an advisory, over all of its packages: the gravest severity
 * and the earliest due time count, and it is held if all of it is.
 */
export interface Count {
  subject: string;
  slot: number;
  severityRank: number;
  held: boolean;
}

export interface CountChange extends Count {
  entry: string;
  by: number;
}

export const slotOf = (dueAt: Date | null): number =>
  dueAt === null ? NO_SLOT : Math.floor(dueAt.getTime() / SLOT_MS);

const entryOf = ({ subject, slot, severityRank, held }: Count): string =>
  `${slot}/${severityRank}/${held ? 'held' : 'free'}/${subject}`;

/** One for each package or advisory that the host lacks. */
function countsOf(patches: readonly CountedPatch[], by: CountedBy): Count[] {
  const found = new Map<string, Count>();
  for (const { [by]: subject, severityRank, dueAt, held } of patches) {
    const before = found.get(subject);
    const slot = slotOf(dueAt);
    found.set(subject, {
      subject,
      slot:
        !before || before.slot === NO_SLOT
          ? slot
          : slot === NO_SLOT
            ? before.slot
            : Math.min(slot, before.slot),
      severityRank: Math.max(severityRank, before?.severityRank ?? 0),
      held: held && (before?.held ?? true),
    });
  }
  return [...found.values()];
}

/** Gathers how hosts change the counts. */
export class CountChanges {
  readonly #by: CountedBy;
  readonly #changes = new Map<string, CountChange>();

  constructor(by: CountedBy) {
    this.#by = by;
  }

  /** Notes a host whose open patches were `before` and are `now`. */
  note(before: readonly CountedPatch[], now: readonly CountedPatch[]): void {
    for (const one of countsOf(before, this.#by)) this.#add(one, -1);
    for (const one of countsOf(now, this.#by)) this.#add(one, 1);
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
