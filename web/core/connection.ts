import { managerTime } from './managerTime.ts';

/**
 * `offline`: what is on the screen may be old; the connection comes back by itself. `off`: this manager serves no
 * live events, so the page is asked to read again every now and then.
 */
export type LiveState = 'connecting' | 'live' | 'offline' | 'off';

/**
 * `offline`: the manager does not answer. `not-live`: it answers, but its live events do not come (a proxy that lets
 * no WebSocket through, for one). `since` is when that began.
 */
export type ConnectionState = 'connected' | 'not-live' | 'offline';

/** A stream that is back within this time is not reported as cut off. */
const GRACE_MS = 2_000;
const PROBE_TIMEOUT_MS = 5_000;
/** A call without an answer for this long may mean that the manager hangs. */
const SLOW_MS = 5_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;
/** A small public file that the manager itself serves. */
const PROBE = '/favicon.svg';

/**
 * Tells whether this tab can reach the manager: one answer for all pages, which only the shell shows. Fires `change`,
 * and `back` once the manager answers again, so that what failed is read again.
 */
export class Connection extends EventTarget {
  state: ConnectionState = 'connected';
  /** Null while connected. */
  since: Date | null = null;
  /** The streams that are cut off, and since when. */
  readonly #cut = new Map<object, Date>();
  #failures = 0;
  #probing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #grace: ReturnType<typeof setTimeout> | undefined;

  /** Follows the browser's own network events; the shell calls this once. */
  follow(): void {
    addEventListener('offline', () => this.#set('offline'));
    addEventListener('online', () => this.retry());
  }

  /** Notes that a call had an answer, whichever. */
  answered(): void {
    this.#failures = 0;
    clearTimeout(this.#timer);
    if (this.state === 'offline') this.#back();
  }

  /**
   * Notes that a call had no answer. One slow answer does not mean a lost manager: it is probed before anybody is told.
   */
  suspect(): void {
    if (this.state !== 'offline') this.retry();
  }

  /** Notes that an answer is waited for; call what it returns once it is there. If it takes long, the manager is probed. */
  waiting(): () => void {
    const timer = setTimeout(() => this.suspect(), SLOW_MS);
    return () => clearTimeout(timer);
  }

  /** Probes now instead of after the next wait. */
  retry(): void {
    clearTimeout(this.#timer);
    void this.#probe();
  }

  /** Takes the state that a live stream reports. */
  streamIs(stream: object, state: LiveState): void {
    if (state === 'offline') {
      if (this.#cut.has(stream)) return;
      this.#cut.set(stream, managerTime());
      this.suspect();
      this.#grace ??= setTimeout(() => this.#judgeStreams(), GRACE_MS);
      return;
    }
    if (state !== 'connecting') this.forget(stream);
    if (state === 'live') this.answered();
  }

  forget(stream: object): void {
    if (this.#cut.delete(stream)) this.#judgeStreams();
  }

  #judgeStreams(): void {
    clearTimeout(this.#grace);
    this.#grace = undefined;
    if (this.state === 'offline') return;
    const [first] = this.#cut.values();
    this.#set(first ? 'not-live' : 'connected', first);
  }

  async #probe(): Promise<void> {
    if (this.#probing) return;
    this.#probing = true;
    const isThere = await reaches();
    this.#probing = false;
    if (isThere) return this.answered();
    this.#set('offline');
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** this.#failures++, LONGEST_WAIT_MS);
    clearTimeout(this.#timer);
    // Spreads the probes, so that a restarted manager does not get those of all tabs at once.
    this.#timer = setTimeout(() => void this.#probe(), waitMs * (0.5 + Math.random() / 2));
  }

  #back(): void {
    const [first] = this.#cut.values();
    this.#set(first ? 'not-live' : 'connected', first);
    this.dispatchEvent(new Event('back'));
  }

  #set(state: ConnectionState, since = managerTime()): void {
    if (this.state === state) return;
    const isSame = this.state !== 'connected' && state !== 'connected';
    this.state = state;
    this.since = state === 'connected' ? null : isSame && this.since ? this.since : since;
    this.dispatchEvent(new Event('change'));
  }
}

/** Whether the manager answers; a proxy that answers in its place does not count. */
export async function reaches(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    const { ok } = await fetch(PROBE, { method: 'HEAD', cache: 'no-store', signal });
    return ok;
  } catch {
    return false;
  }
}

export const connection = new Connection();
