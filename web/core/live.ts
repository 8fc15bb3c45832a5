import { api, must } from './api.ts';
import { connection, type LiveState } from './connection.ts';
import { features } from './features.ts';
import type { Schemas } from './schema.ts';
import { session } from './session.ts';

export type LiveEvent = Schemas['LiveEvent'];
export type { LiveState };

export interface LiveOptions {
  /** A job's events after `fromSeq` (0: all), or the fleet's, which have no history. */
  subscribe: 'fleet' | { jobId: string; fromSeq: number };
  /** All events since the last call, in order, each once: one render serves a thousand of them. */
  onEvents(events: LiveEvent[]): void;
  onState?(state: LiveState): void;
  /**
   * Called after a gap that has no history (the fleet), and where there are no events: read again what is on the
   * screen.
   */
  onResync?(): void;
}

export interface LiveHandle {
  readonly state: LiveState;
  /**
   * Resolves when a page can begin to read: no later event is missed, or `onResync` is called afterwards. Never
   * rejects, and never keeps a page waiting long.
   */
  readonly ready: Promise<void>;
  close(): void;
}

/** A page waits no longer than this for its connection; what it reads without one is read again once there is one. */
const READ_AFTER_MS = 400;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 20_000;
/** After a connection that held this long, the next wait is short again. */
const GOOD_AFTER_MS = 10_000;
/** A page that changes ten times a second looks live, and costs a fifth of one that changes in every frame. */
const BETWEEN_MS = 100;
/** How often a page reads again where there are no events. */
const READ_AGAIN_MS = 15_000;
/** When so many events wait, they are delivered without waiting for a frame. */
const MOST_WAITING = 2_000;

/** Opens a stream that resumes by itself where it stopped, until it is closed. Close it in `disconnectedCallback`. */
export function openLive(options: LiveOptions): LiveHandle {
  const stream = new LiveStream(options);
  stream.connect();
  return stream;
}

class LiveStream implements LiveHandle {
  state: LiveState = 'connecting';
  readonly ready: Promise<void>;
  readonly #options: LiveOptions;
  readonly #abort = new AbortController();
  #socket: WebSocket | null = null;
  /** True from the request for a ticket until there is a socket. */
  #isConnecting = false;
  #lastSeq: number;
  #failures = 0;
  #isReady = false;
  #letRead: () => void = () => undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #batch: LiveEvent[] = [];
  #deliveredAtMs = -Infinity;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#lastSeq = options.subscribe === 'fleet' ? 0 : options.subscribe.fromSeq;
    this.ready = new Promise((resolve) => (this.#letRead = resolve));
    const { signal } = this.#abort;
    const timer = setTimeout(() => this.#setReady(), READ_AFTER_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
    addEventListener('online', () => this.#hurry(), { signal });
    addEventListener('offline', () => this.#socket?.close(), { signal });
    document.addEventListener('visibilitychange', () => this.#seen(), { signal });
  }

  connect(): void {
    if (!features.serves('createWsTicket')) return this.#goWithout();
    if (this.#isConnecting || this.#socket) return;
    this.#isConnecting = true;
    this.#connect()
      .catch(() => this.#lost())
      .finally(() => (this.#isConnecting = false));
  }

  #goWithout(): void {
    this.#setReady();
    this.#setState('off');
    this.#timer = setTimeout(() => {
      if (document.visibilityState === 'visible') this.#options.onResync?.();
      this.connect();
    }, READ_AGAIN_MS);
  }

  close(): void {
    this.#abort.abort();
    connection.forget(this);
    this.#setReady();
    clearTimeout(this.#timer);
    this.#batch = [];
    this.#socket?.close(1000);
  }

  async #connect(): Promise<void> {
    const { ticket } = await must(api.POST('/api/v1/ws/ticket', { signal: this.#abort.signal }));
    if (this.#abort.signal.aborted) return;
    const url = new URL('/api/v1/ws/jobs', location.href.replace(/^http/, 'ws'));
    url.searchParams.set('ticket', ticket);
    const socket = new WebSocket(url);
    this.#socket = socket;
    let openedAtMs = 0;
    socket.onopen = () => {
      openedAtMs = performance.now();
      socket.send(JSON.stringify({ subscribe: this.#subscription() }));
      const hasMissed = this.#isReady && this.#options.subscribe === 'fleet';
      this.#setReady();
      this.#setState('live');
      if (hasMissed) this.#options.onResync?.();
    };
    socket.onmessage = ({ data }) => this.#receive(String(data));
    socket.onclose = () => {
      if (openedAtMs > 0 && performance.now() - openedAtMs > GOOD_AFTER_MS) this.#failures = 0;
      this.#lost();
    };
  }

  #subscription(): 'fleet' | { job_id: string; from_seq: number } {
    const { subscribe } = this.#options;
    return subscribe === 'fleet' ? subscribe : { job_id: subscribe.jobId, from_seq: this.#lastSeq };
  }

  #receive(text: string): void {
    const message = JSON.parse(text) as Schemas['LiveServerMessage'];
    if (!('kind' in message)) return;
    // Each job has its own numbers: in the fleet's stream, which has many jobs, they say nothing.
    if (message.seq !== null && this.#options.subscribe !== 'fleet') {
      if (message.seq <= this.#lastSeq) return;
      this.#lastSeq = message.seq;
    }
    const waiting = this.#batch.push(message);
    if (waiting === 1) soon(this.#deliveredAtMs + BETWEEN_MS - performance.now(), () => this.#deliver());
    // The browser wakes a hidden tab once a minute; events that wait longer could fill its memory.
    else if (waiting >= MOST_WAITING) this.#deliver();
  }

  #deliver(): void {
    if (this.#abort.signal.aborted || this.#batch.length === 0) return;
    const events = this.#batch;
    this.#batch = [];
    this.#deliveredAtMs = performance.now();
    this.#options.onEvents(events);
  }

  /** Delivers at once: a frame requested while the tab was visible never comes once it is hidden. */
  #seen(): void {
    this.#deliver();
    this.#hurry();
  }

  #lost(): void {
    this.#socket = null;
    if (this.#abort.signal.aborted || session.state === 'signed-out') return;
    this.#setReady();
    this.#setState('offline');
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** this.#failures++, LONGEST_WAIT_MS);
    clearTimeout(this.#timer);
    // Spreads the attempts, so that a restarted manager does not get those of all tabs at once.
    this.#timer = setTimeout(() => this.connect(), waitMs * (0.5 + Math.random() / 2));
  }

  /** The network is back, or the tab is visible again: reconnects without waiting any longer. */
  #hurry(): void {
    if (this.state !== 'offline' || this.#socket || document.visibilityState !== 'visible') return;
    clearTimeout(this.#timer);
    this.#setState('connecting');
    this.connect();
  }

  #setReady(): void {
    this.#isReady = true;
    this.#letRead();
  }

  #setState(state: LiveState): void {
    if (this.state === state) return;
    this.state = state;
    connection.streamIs(this, state);
    this.#options.onState?.(state);
  }
}

/**
 * Runs `work` in the next frame after `afterMs`; a hidden tab has no frames, so a timer does it: events must not pile
 * up.
 */
function soon(afterMs: number, work: () => void): void {
  if (document.visibilityState !== 'visible') setTimeout(work, 250);
  else if (afterMs <= 0) requestAnimationFrame(work);
  else setTimeout(() => soon(0, work), afterMs);
}
