import { hasSiblings, markTab } from './sessionLock.ts';
import type { Tokens } from './sessionStore.ts';
import type { User } from './schema.ts';

export interface SharedSession {
  tokens: Tokens;
  user: User;
}

export interface TabEvents {
  /** The session that this tab can give to a new one; null: none. */
  answer(): SharedSession | null;
  adopt(tokens: Tokens, user: User): void;
  ended(sessionId: string, reason: EndReason): void;
}

type Message =
  | { kind: 'ask'; from: string }
  | { kind: 'tokens'; to: string | null; tokens: Tokens; user: User }
  | { kind: 'ended'; sessionId: string; reason: EndReason };

/** `expired`: the session could not be renewed; `signed-out`: the person ended it, in this tab or another. */
export type EndReason = 'expired' | 'signed-out';

const ANSWER_WITHIN_MS = 400;

/** The tabs of one browser share one session over a BroadcastChannel, so that nothing is written to disk. */
export class SessionTabs {
  readonly #id = Array.from(crypto.getRandomValues(new Uint32Array(2))).join('-');
  readonly #channel = new BroadcastChannel('fleetmend-session');
  readonly #events: TabEvents;
  #answered: ((shared: SharedSession) => void) | null = null;

  constructor(events: TabEvents) {
    this.#events = events;
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => this.#receive(data);
    // Node would wait for messages; browsers have no such method.
    (this.#channel as { unref?: () => void }).unref?.();
    markTab();
  }

  /** The session of another tab; null when there is none, or none answers soon. */
  async ask(): Promise<SharedSession | null> {
    if (!(await hasSiblings())) return null;
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), ANSWER_WITHIN_MS);
      this.#answered = (shared) => {
        clearTimeout(timer);
        this.#answered = null;
        resolve(shared);
      };
      this.#send({ kind: 'ask', from: this.#id });
    });
  }

  tell(tokens: Tokens, user: User): void {
    this.#send({ kind: 'tokens', to: null, tokens, user });
  }

  tellEnded(sessionId: string, reason: EndReason): void {
    this.#send({ kind: 'ended', sessionId, reason });
  }

  #receive(message: Message): void {
    if (message.kind === 'ended') return this.#events.ended(message.sessionId, message.reason);
    if (message.kind === 'ask') {
      const shared = this.#events.answer();
      if (shared) this.#send({ kind: 'tokens', to: message.from, ...shared });
      return;
    }
    if (message.to === this.#id) this.#answered?.(message);
    else if (message.to === null) this.#events.adopt(message.tokens, message.user);
  }

  #send(message: Message): void {
    this.#channel.postMessage(message);
  }
}
