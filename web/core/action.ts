import type { ReactiveControllerHost } from 'lit';
import { deepActive, isFocusNowhere } from './focus.ts';
import { placeNow, tellLate } from './lateFailure.ts';
import { unsaved } from './unsaved.ts';

/** Runs what a button starts; tells whether it is under way, and what went wrong last. Updates its host. */
export class Action {
  isBusy = false;
  problem: unknown = null;
  readonly #host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /**
   * Does the work; what it throws becomes `problem`. Work that comes to false was refused or called off, which its host
   * tells by itself: what was typed is not saved. Never rejects. If its host is no longer on the screen by then, the
   * shell tells of it. A button that is disabled meanwhile loses the focus, and gets it back afterwards unless another
   * element has it.
   */
  async run(work: () => Promise<boolean | void>): Promise<void> {
    const before = deepActive();
    const place = placeNow();
    this.#set(true, null);
    unsaved.began(this.#host);
    try {
      const isDone = (await work()) !== false;
      unsaved.ended(this.#host, isDone);
      this.#set(false, null);
    } catch (error) {
      unsaved.ended(this.#host, false);
      this.#set(false, error);
      if (this.#host instanceof HTMLElement && !this.#host.isConnected) tellLate(place, error);
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
