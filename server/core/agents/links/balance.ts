import type { LinkRows } from './rows.ts';

/** A manager may hold so many times its share, and some more, before it sends links away. */
const TOLERATED = 1.2;
const TOLERATED_MORE = 20;
/** So many links are sent away first, to see where they go; later ones each time twice as many, up to the most. */
const FIRST = 20;
const MOST = 500;
/** Of those sent away so many must go elsewhere; else their way leads here alone, and the next try comes later. */
const WORTH = 0.1;
const PAUSE_MS = 3_600_000;

export interface BalanceOptions {
  rows: Pick<LinkRows, 'shares' | 'countElsewhere'>;
  /** Of this manager. */
  instanceId: string;
  /** Milliseconds that never go back. */
  nowMs(): number;
}

/**
 * Spreads links over the managers that share a database: one that holds more than its share has some agents dial again,
 * and whatever lies between them (a load balancer, a name with several addresses) leads them on. Where it leads them
 * back, it sends few, and seldom.
 */
export class Balance {
  readonly #options: BalanceOptions;
  #batch = FIRST;
  #sent: readonly string[] = [];
  #pausedUntilMs = -Infinity;

  constructor(options: BalanceOptions) {
    this.#options = options;
  }

  /**
   * Which of the hosts whose links this manager holds shall dial again now. To be asked anew once those of the last
   * answer have had the time to come back.
   */
  async next(held: readonly string[]): Promise<readonly string[]> {
    await this.#learn();
    this.#sent = [];
    const now = this.#options.nowMs();
    if (now < this.#pausedUntilMs) return [];
    const surplus = await this.#surplus(held.length);
    if (surplus === 0) this.#batch = FIRST;
    // Those that hold longest: whoever came just now is not sent on at once.
    this.#sent = held.slice(0, Math.min(surplus, this.#batch));
    return this.#sent;
  }

  async #learn(): Promise<void> {
    const { rows, nowMs } = this.#options;
    if (this.#sent.length === 0) return;
    const moved = await rows.countElsewhere(this.#sent);
    if (moved > this.#sent.length * WORTH) this.#batch = Math.min(MOST, this.#batch * 2);
    else {
      this.#batch = FIRST;
      this.#pausedUntilMs = nowMs() + PAUSE_MS;
    }
  }

  async #surplus(held: number): Promise<number> {
    const { rows, instanceId } = this.#options;
    const shares = await rows.shares();
    if (!shares.has(instanceId)) return 0;
    const others = [...shares].filter(([id]) => id !== instanceId);
    const total = others.reduce((sum, [, links]) => sum + links, held);
    const share = Math.ceil(total / shares.size);
    return held > share * TOLERATED + TOLERATED_MORE ? held - share : 0;
  }
}
