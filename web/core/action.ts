import type { ReactiveControllerHost } from 'lit';
import { deepActive, isFocusNowhere } from './focus.ts';

/** What a button starts: whether it is under way, and what went wrong with the last one. Renders its host anew. */
export class Action {
  isBusy = false;
  problem: unknown = null;
  readonly #host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /**
   * Does the work; what it throws becomes `problem`. Never rejects. A button that is disabled meanwhile loses the focus,
   * and gets it back afterwards unless something else has it.
   */
  async run(work: () => Promise<void>): Promise<void> {
    const before = deepActive();
    this.#set(true, null);
    try {
      await work();
      this.#set(false, null);
    } catch (error) {
      this.#set(false, error);
    }
    await this.#host.updateComplete;
    if (isFocusNowhere() && before instanceof HTMLElement) before.focus({ preventScroll: true });
  }

  /** Another thing is acted on now: what went wrong with the one before says nothing of it. */
  forget(): void {
    this.#set(this.isBusy, null);
  }

  #set(isBusy: boolean, problem: unknown): void {
    this.isBusy = isBusy;
    this.problem = problem;
    this.#host.requestUpdate();
  }
}
