import type { Actor } from '#sdk';
import type { Audience } from './audience.ts';
import type { Follower } from './feed.ts';
import type { LiveMessage } from './messages.ts';

/** Whom a connection belongs to, and from where it comes. */
export interface Admitted {
  actor: Actor;
  address: string;
}

/** A connection of either kind, plain WebSocket or socket.io. */
export interface LiveSocket {
  send(message: LiveMessage): void;
  /** Bytes that were given to `send` and have not left this process. */
  unsentBytes(): number;
  /** Resolves once little is unsent, or the connection is gone. */
  drained(): Promise<void>;
  close(code: number, reason: string): void;
}

/** RFC 6455 and the registry of IANA. */
export const CLOSE = { goingAway: 1001, policy: 1008, internal: 1011, tryAgainLater: 1013 } as const;

const MAX_UNSENT_BYTES = 1024 * 1024;
export const MAX_MESSAGES = 200;
const MESSAGES_WINDOW_MS = 10_000;

export class LiveClient {
  readonly actor: Actor;
  /** From where it connected, after trusted proxies. */
  readonly address: string;
  readonly #socket: LiveSocket;
  /** Jobs that it follows, with its position in each. */
  readonly follows = new Map<string, Follower>();
  followsFleet = false;
  /** Set by its first message, and fixed until it is closed: a client whose scope changes connects anew. */
  audience: Audience | null = null;
  isClosed = false;
  readonly #mayTalk = talkLimit(MAX_MESSAGES);

  constructor({ actor, address }: Admitted, socket: LiveSocket) {
    this.actor = actor;
    this.address = address;
    this.#socket = socket;
  }

  /** A client that does not keep up is closed; it comes back and resumes by `seq`. */
  send(message: LiveMessage): void {
    if (this.isClosed) return;
    this.#socket.send(message);
    if (this.#socket.unsentBytes() > MAX_UNSENT_BYTES) this.close(CLOSE.tryAgainLater, 'too slow');
  }

  drained(): Promise<void> {
    return this.#socket.drained();
  }

  close(code: number, reason: string): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#socket.close(code, reason);
  }

  /** False once it sends too many messages. */
  mayTalk(nowMs: number): boolean {
    return this.#mayTalk(nowMs);
  }
}

/** Counts what comes in windows of ten seconds: false once there are more than `most` in one of them. */
export function talkLimit(most: number): (nowMs: number) => boolean {
  let count = 0;
  let windowEndsMs = 0;
  return (nowMs) => {
    if (nowMs >= windowEndsMs) [count, windowEndsMs] = [0, nowMs + MESSAGES_WINDOW_MS];
    return ++count <= most;
  };
}
