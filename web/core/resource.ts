import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { connection } from './connection.ts';
import type { LiveTopic } from './liveTopic.ts';
import { isGoneSince, isUnreachable, lastTrue, type Reading } from './reading.ts';
import { managerTime } from './managerTime.ts';

export interface ResourceOptions<T, A extends readonly unknown[]> {
  /** Reads the value; what it throws becomes `error`. */
  read(args: A, signal: AbortSignal): Promise<T>;
  /** What the value depends on, compared one by one at each update of the host; null: nothing is read for now. */
  args(): A | null;
  /** Reading waits for it, so that no event is missed; after a gap in its events the value is read again. */
  live?: LiveTopic;
  /**
   * Other `args` are another view of the same thing (a range of a chart): the old value stays until the new one is
   * there.
   */
  keepsValue?: boolean;
  /**
   * No live event tells when the value changes or is deleted, so it is read again when somebody comes back to the
   * page, if this says so then. Not for a read that makes something, such as a key.
   */
  rereads?(): boolean;
}

/** Who only looks away for a moment does not set off a read. */
const REREAD_AFTER_MS = 10_000;

/**
 * One value that a page reads. It is read when the host appears and whenever `args` change; an older answer never
 * replaces a newer one. A host that is put back into the page keeps its value. When a later read fails, the value
 * stays and `staleSince` says how old it is. A read that failed for want of a connection is repeated once the manager
 * is back. Events change the value by `change`.
 */
export class Resource<T, A extends readonly unknown[] = readonly []>
  implements ReactiveController, Reading<T>
{
  value: T | undefined = undefined;
  error: unknown = null;
  isLoading = false;
  /** When `value` was read. */
  readAt: Date | null = null;
  readonly #host: ReactiveControllerHost;
  readonly #options: ResourceOptions<T, A>;
  #args: A | null = null;
  /** The `args` of the read before the host was taken out of the page. */
  #before: A | null = null;
  #reading = new AbortController();
  /** Changes that came during a read: its answer may be older than they are, so they are applied to it too. */
  #early: ((value: T) => T)[] = [];
  #isConnected = false;

  constructor(host: ReactiveControllerHost, options: ResourceOptions<T, A>) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
    options.live?.addResync(() => this.retry());
  }

  get staleSince(): Date | null {
    return this.error !== null && this.value !== undefined ? lastTrue(this.readAt, this.#options.live) : null;
  }

  hostConnected(): void {
    this.#isConnected = true;
    this.#host.requestUpdate();
    connection.addEventListener('back', this.#back);
    if (this.#options.rereads) document.addEventListener('visibilitychange', this.#returned);
  }

  hostUpdate(): void {
    if (!this.#isConnected) return;
    const args = this.#options.args();
    if (isSame(args, this.#args)) return;
    this.#args = args;
    const isPutBack = args !== null && isSame(args, this.#before);
    if (!this.#options.keepsValue && !isPutBack) this.#forget();
    this.#before = null;
    if (args === null) this.#reading.abort();
    else void this.#read(args);
  }

  hostDisconnected(): void {
    this.#isConnected = false;
    this.#before = this.#args ?? this.#before;
    this.#args = null;
    this.#reading.abort();
    connection.removeEventListener('back', this.#back);
    if (this.#options.rereads) document.removeEventListener('visibilitychange', this.#returned);
  }

  retry(): void {
    void this.reload();
  }

  /** Reads again; resolves when the read has ended, whether it worked or not. */
  async reload(): Promise<void> {
    if (this.#args) await this.#read(this.#args);
  }

  /** Applies the change of an event or an action to the value; does nothing while there is no value. */
  change(work: (value: T) => T): void {
    if (this.isLoading) this.#early.push(work);
    if (this.value === undefined) return;
    this.value = work(this.value);
    this.#host.requestUpdate();
  }

  readonly #back = (): void => {
    if (isUnreachable(this.error)) this.retry();
  };

  readonly #returned = (): void => {
    const isOld = managerTime().getTime() - (this.readAt?.getTime() ?? 0) > REREAD_AFTER_MS;
    if (document.visibilityState !== 'visible' || !isOld || this.isLoading || isGoneSince(this)) return;
    if (this.#options.rereads?.()) this.retry();
  };

  #forget(): void {
    this.value = undefined;
    this.error = null;
    this.readAt = null;
    this.isLoading = false;
    this.#early = [];
  }

  async #read(args: A): Promise<void> {
    this.#reading.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.isLoading = true;
    this.#host.requestUpdate();
    try {
      await this.#options.live?.ready;
      if (reading.signal.aborted) return;
      const value = await this.#options.read(args, reading.signal);
      if (this.#reading !== reading || reading.signal.aborted) return;
      this.value = this.#early.reduce<T>((before, work) => work(before), value);
      this.readAt = managerTime();
      this.error = null;
    } catch (error) {
      if (this.#reading !== reading || reading.signal.aborted) return;
      this.error = error;
    }
    this.#early = [];
    this.isLoading = false;
    this.#host.requestUpdate();
  }
}

function isSame(left: readonly unknown[] | null, right: readonly unknown[] | null): boolean {
  if (left === null || right === null) return left === right;
  return left.length === right.length && left.every((value, at) => Object.is(value, right[at]));
}
