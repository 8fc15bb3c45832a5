interface Outside {
  /** When the host's patches were read last; rejects when that cannot be known. */
  readPolledAt(hostId: string): Promise<string | null>;
  changed(): void;
  /** Does the work later, unless the returned function is called before. */
  later(work: () => void, ms: number): () => void;
}

const LOOK_EVERY_MS = 3_000;
/** How many hosts are read at a time: the live stream does not tell of those whose patches stayed the same. */
const LOOKS = 4;

/** Follows the hosts that were asked to refresh: which of them have been read since. */
export class RefreshFollow {
  readonly waiting = new Map<string, string | null>();
  readCount = 0;
  readonly #outside: Outside;
  #cancel: (() => void) | null = null;

  constructor(outside: Outside) {
    this.#outside = outside;
  }

  /** Waits for this host from now on; `polledAt` is from before the host was asked. */
  expect(hostId: string, polledAt: string | null): void {
    this.waiting.set(hostId, polledAt);
    this.#cancel ??= this.#lookLater();
  }

  sees(hostId: string, polledAt: string | null): void {
    const before = this.waiting.get(hostId);
    if (before === undefined || before === polledAt) return;
    this.waiting.delete(hostId);
    this.readCount += 1;
    this.#outside.changed();
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.waiting.clear();
  }

  #lookLater(): () => void {
    return this.#outside.later(() => void this.#look(), LOOK_EVERY_MS);
  }

  /** Looks at a few hosts in turn: one that is not through moves to the end. */
  async #look(): Promise<void> {
    const some = [...this.waiting.entries()].slice(0, LOOKS);
    await Promise.all(
      some.map(async ([hostId, before]) => {
        const polledAt = await this.#outside.readPolledAt(hostId).catch(() => before);
        this.sees(hostId, polledAt);
        if (this.waiting.delete(hostId)) this.waiting.set(hostId, before);
      }),
    );
    this.#cancel = this.waiting.size > 0 ? this.#lookLater() : null;
  }
}
