import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** While something is typed that was not saved, the browser asks before it leaves the page. */
export class AskToStay implements ReactiveController {
  readonly #isChanged: () => boolean;

  constructor(host: ReactiveControllerHost, isChanged: () => boolean) {
    this.#isChanged = isChanged;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('beforeunload', this.#leaving);
  }

  hostDisconnected(): void {
    removeEventListener('beforeunload', this.#leaving);
  }

  readonly #leaving = (event: BeforeUnloadEvent): void => {
    if (this.#isChanged()) event.preventDefault();
  };
}
