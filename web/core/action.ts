import type { ReactiveControllerHost } from 'lit';
import { deepActive, isFocusNowhere } from './focus.ts';

/** Runs what a button starts; tells whether it is under way, and what went wrong last. Updates its host. */
export class Action {
  isBusy = false;
  problem: unknown = null;
  readonly #host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /**
   * Does the work; what it throws becomes `problem`. Never rejects. A button that is disabled meanwhile loses the
   * focus, and gets it back afterwards unless another element has it.
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

  /** Forgets the last problem: the page now acts on another thing. */
  forget(): void {
    this.#set(this.isBusy, null);
  }

  #set(isBusy: boolean, problem: unknown): void {
    this.isBusy = isBusy;
    this.problem = problem;
    this.#host.requestUpdate();
  }
}
