import type { ReactiveControllerHost } from 'lit';

/** What a button starts: whether it is under way, and what went wrong with the last one. Renders its host anew. */
export class Action {
  isBusy = false;
  problem: unknown = null;
  readonly #host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** Does the work; what it throws becomes `problem`. Never rejects. */
  async run(work: () => Promise<void>): Promise<void> {
    this.#set(true, null);
    try {
      await work();
      this.#set(false, null);
    } catch (error) {
      this.#set(false, error);
    }
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
