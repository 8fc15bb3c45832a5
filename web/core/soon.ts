import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * Does once what many events ask for, `waitMs` after the first of them: a job over a thousand hosts sends a thousand.
 * Nothing is done once its element has left the page.
 */
export class Soon implements ReactiveController {
  readonly #waitMs: number;
  readonly #work: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost, waitMs: number, work: () => void) {
    this.#waitMs = waitMs;
    this.#work = work;
    host.addController(this);
  }

  readonly ask = (): void => {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#work();
    }, this.#waitMs);
  };

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
