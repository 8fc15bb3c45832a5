import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Makes the browser ask before it leaves the page while something typed is not saved. */
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
