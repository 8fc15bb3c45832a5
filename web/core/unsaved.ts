import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Asks the reader whether to leave what was typed. True: leave. */
type Ask = () => Promise<boolean>;

/**
 * What somebody has typed and not saved. A form counts from the first key in it until it is sent, and again if the work
 * that it started fails; a page that knows better says so by `AskToStay`. Leaving the page asks, whether by a link, by
 * keys or by the browser.
 */
class Unsaved {
  #ask: Ask = () => Promise.resolve(true);
  readonly #pages = new Map<EventTarget, () => boolean>();
  #typed = new Set<HTMLFormElement>();
  readonly #sent = new Set<HTMLFormElement>();

  /** Sets who shows the question; the shell calls this, and passes on what is typed into the page. */
  follow(ask: Ask): void {
    this.#ask = ask;
    addEventListener('beforeunload', (event) => {
      if (this.isAny()) event.preventDefault();
    });
  }

  /** An `input` event of the page. Searches and forms of a page that knows by itself do not count. */
  readonly typed = (event: Event): void => {
    const path = event.composedPath();
    const form = path.find((node) => node instanceof HTMLFormElement);
    if (!form || form.role === 'search' || path.some((node) => this.#pages.has(node))) return;
    this.#typed.add(form);
    // Not told outside of the shadow root that holds the form.
    form.addEventListener('submit', this.#submitted);
  };

  readonly #submitted = ({ currentTarget: form }: Event): void => {
    if (form instanceof HTMLFormElement && this.#typed.delete(form)) this.#sent.add(form);
  };

  /** The work of this element has ended; what the forms in it sent is not saved if it failed. */
  ended(host: unknown, isDone: boolean): void {
    for (const form of this.#sent) {
      if (!isWithin(form, host)) continue;
      this.#sent.delete(form);
      if (!isDone) this.#typed.add(form);
    }
  }

  knows(page: EventTarget, isChanged: () => boolean): void {
    this.#pages.set(page, isChanged);
  }

  forget(page: EventTarget): void {
    this.#pages.delete(page);
  }

  isAny(): boolean {
    this.#typed = new Set([...this.#typed].filter(({ isConnected }) => isConnected));
    return this.#typed.size > 0 || [...this.#pages.values()].some((isChanged) => isChanged());
  }

  /** Asks, if there is anything to lose; what is given up then is forgotten. */
  async mayLeave(): Promise<boolean> {
    if (!this.isAny()) return true;
    if (!(await this.#ask())) return false;
    this.#typed.clear();
    return true;
  }

  /** Whether a click on this link leaves a form by a button of its own, such as Cancel: that was meant. */
  isWayOut(event: Event): boolean {
    return event.composedPath().some((node) => node instanceof HTMLFormElement && this.#typed.has(node));
  }
}

/** Whether a node is inside of an element, shadow roots included. */
function isWithin(node: Node, element: unknown): boolean {
  for (let at: Node | null = node; at; at = at instanceof ShadowRoot ? at.host : at.parentNode)
    if (at === element) return true;
  return false;
}

export const unsaved = new Unsaved();

/** For a page that knows whether something typed is not saved: leaving it asks then, and only then. */
export class AskToStay implements ReactiveController {
  readonly #host: ReactiveControllerHost & EventTarget;
  readonly #isChanged: () => boolean;

  constructor(host: ReactiveControllerHost & EventTarget, isChanged: () => boolean) {
    this.#host = host;
    this.#isChanged = isChanged;
    host.addController(this);
  }

  hostConnected(): void {
    unsaved.knows(this.#host, this.#isChanged);
  }

  hostDisconnected(): void {
    unsaved.forget(this.#host);
  }
}
