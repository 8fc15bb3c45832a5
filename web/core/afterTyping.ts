import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Keys pressed within this time of each other make one question. */
const TYPING_MS = 300;

export interface AfterTypingOptions<Body> {
  /** The current question, compared as JSON at each update of the host; null: it is not complete. */
  body(): Body | null;
  /** Called when the question is no longer complete. */
  forget(): void;
  /** Sends the question; it must catch its own errors. `signal` aborts once something else is asked. */
  ask(body: Body, signal: AbortSignal): Promise<void>;
}

/** Asks the manager about a form once the typing has paused; never twice with the same body. */
export class AfterTyping<Body> implements ReactiveController {
  readonly #options: AfterTypingOptions<Body>;
  #asked = '';
  #typing: ReturnType<typeof setTimeout> | undefined;
  #reading = new AbortController();

  constructor(host: ReactiveControllerHost, options: AfterTypingOptions<Body>) {
    this.#options = options;
    host.addController(this);
  }

  hostUpdate(): void {
    const body = this.#options.body();
    const asked = body === null ? '' : JSON.stringify(body);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#stop();
    if (body === null) this.#options.forget();
    else this.#typing = setTimeout(() => this.#ask(body), TYPING_MS);
  }

  hostDisconnected(): void {
    this.#stop();
    this.#asked = '';
  }

  #ask(body: Body): void {
    this.#reading = new AbortController();
    void this.#options.ask(body, this.#reading.signal);
  }

  #stop(): void {
    clearTimeout(this.#typing);
    this.#reading.abort();
  }
}
