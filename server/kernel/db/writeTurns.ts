import { guarded } from '../../shared/guarded.ts';

interface Waiting {
  begin(): void;
}

/** How long a request waits to write: a person waits for the answer, and can send it again. */
const REQUEST_LIMIT_MS = 5_000;
/** Others lose what they would write: a manager that has just started may find a whole fleet due. */
const OTHERS_LIMIT_MS = 30_000;
/** Requests that go first one after the other while others wait. */
const IN_A_ROW = 4;

/** No connection that writes was free in time. */
export class WriteTurnMissed extends Error {
  override readonly name = 'WriteTurnMissed';
}

/**
 * Who writes next where only so many transactions may be open (SQLite takes one at a time): those of requests first, for
 * which people wait, but after some of them one of the others.
 */
export class WriteTurns {
  readonly #requests: Waiting[] = [];
  readonly #others: Waiting[] = [];
  /** Names of transactions that are open, with when they began. */
  readonly #open = new Set<{ name: string; sinceMs: number }>();
  #free: number;
  #inARow = 0;

  constructor(places = 1) {
    this.#free = places;
  }

  /**
   * Resolves when it is the caller's turn, with what ends it; call that in any case. Throws WriteTurnMissed after 5 s for
   * a request and after 30 s for others, and names the transactions that are open.
   */
  take({ isRequest, name }: { isRequest: boolean; name: string }): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const queue = isRequest ? this.#requests : this.#others;
      const waiting: Waiting = {
        begin: () => {
          clearTimeout(timer);
          const own = { name, sinceMs: performance.now() };
          this.#open.add(own);
          resolve(() => {
            this.#open.delete(own);
            this.#giveBack();
          });
        },
      };
      const giveUp = (): void => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(
          new WriteTurnMissed(`The database was not free in time to write (in use by: ${this.#holders()}).`),
        );
      };
      const timer = setTimeout(guarded(giveUp), isRequest ? REQUEST_LIMIT_MS : OTHERS_LIMIT_MS);
      queue.push(waiting);
      this.#next();
    });
  }

  #holders(): string {
    const nowMs = performance.now();
    return [...this.#open]
      .map(({ name, sinceMs }) => `transaction "${name}" for ${Math.round(nowMs - sinceMs)} ms`)
      .join(', ');
  }

  #giveBack(): void {
    this.#free += 1;
    this.#next();
  }

  #next(): void {
    if (this.#free === 0) return;
    const isTheirs = this.#requests.length > 0 && (this.#inARow < IN_A_ROW || this.#others.length === 0);
    const next = (isTheirs ? this.#requests : this.#others).shift();
    if (next === undefined) return;
    this.#inARow = isTheirs ? this.#inARow + 1 : 0;
    this.#free -= 1;
    next.begin();
  }
}
