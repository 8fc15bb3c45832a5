import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** What is lost by leaving: what was typed, or a secret that is shown once and was not copied. */
export type Loss = 'typed' | 'secret';

/** Asks the reader whether to leave it. True: leave. */
type Ask = (loss: Loss) => Promise<boolean>;

/**
 * What somebody has typed and not saved. A form counts from the first key in it until its submit starts work, and again
 * if that work fails; a page that knows better says so by `AskToStay`. Leaving the page asks, whether by a link, by keys
 * or by the browser.
 */
class Unsaved {
  #ask: Ask = () => Promise.resolve(true);
  readonly #pages = new Map<EventTarget, { isChanged: () => boolean; loss: Loss }>();
  /** The forms with something typed: not sent, or sent to work that has not ended. */
  readonly #forms = new Map<HTMLFormElement, 'typed' | 'sent'>();
  /** The elements of work that is under way, one for each. */
  readonly #working: unknown[] = [];

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
    const isSearch = path.some((node) => node instanceof HTMLElement && node.role === 'search');
    if (!form || isSearch || path.some((node) => this.#pages.has(node))) return;
    this.#forms.set(form, 'typed');
    // Not told outside of the shadow root that holds the form.
    form.addEventListener('submit', this.#submitted);
  };

  /** Comes after the form's own listener: a form that found a mistake has started no work, and is not sent. */
  readonly #submitted = ({ currentTarget: form }: Event): void => {
    if (!(form instanceof HTMLFormElement) || !this.#forms.has(form)) return;
    if (this.#working.some((host) => isWithin(form, host))) this.#forms.set(form, 'sent');
  };

  /** The work of this element begins. */
  began(host: unknown): void {
    this.#working.push(host);
  }

  /** The work of this element has ended; what the forms in it sent is not saved if it failed. */
  ended(host: unknown, isDone: boolean): void {
    this.#working.splice(this.#working.indexOf(host), 1);
    for (const [form, state] of this.#forms) {
      if (state !== 'sent' || !isWithin(form, host)) continue;
      if (isDone) this.#forms.delete(form);
      else this.#forms.set(form, 'typed');
    }
  }

  knows(page: EventTarget, isChanged: () => boolean, loss: Loss): void {
    this.#pages.set(page, { isChanged, loss });
  }

  forget(page: EventTarget): void {
    this.#pages.delete(page);
  }

  isAny(): boolean {
    for (const form of this.#forms.keys())
      if (!form.isConnected || isInClosedDialog(form)) this.#forms.delete(form);
    const isTyped = [...this.#forms.values()].includes('typed');
    return isTyped || this.#changed().length > 0;
  }

  #changed(): Loss[] {
    return [...this.#pages.values()].filter(({ isChanged }) => isChanged()).map(({ loss }) => loss);
  }

  /** Asks, if there is anything to lose; what is given up then is forgotten. */
  async mayLeave(): Promise<boolean> {
    if (!this.isAny()) return true;
    if (!(await this.#ask(this.#changed().includes('secret') ? 'secret' : 'typed'))) return false;
    for (const [form, state] of this.#forms) if (state === 'typed') this.#forms.delete(form);
    return true;
  }

  /** Whether a click on this link leaves a form by a button of its own, such as Cancel: that was meant. */
  isWayOut(event: Event): boolean {
    return event
      .composedPath()
      .some((node) => node instanceof HTMLFormElement && this.#forms.get(node) === 'typed');
  }
}

/** Whether a node is inside of an element, shadow roots included. */
function isWithin(node: Node, element: unknown): boolean {
  for (let at: Node | null = node; at; at = at instanceof ShadowRoot ? at.host : at.parentNode)
    if (at === element) return true;
  return false;
}

/** A dialog that was closed has saved what was typed in it, or was cancelled; its form may stay in the page. */
function isInClosedDialog(form: Element): boolean {
  for (let at: Node | null = form; at; at = shownIn(at)) if (at instanceof HTMLDialogElement) return !at.open;
  return false;
}

/** The node around this one on the screen: the slot that it is shown in, else its parent. */
function shownIn(node: Node): Node | null {
  if (node instanceof ShadowRoot) return node.host;
  return (node instanceof Element ? node.assignedSlot : null) ?? node.parentNode;
}

export const unsaved = new Unsaved();

/** For a button that changes what its form holds: that counts as typing in the form. */
export function countAsTyped({ currentTarget }: Event): void {
  currentTarget?.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
}

/** For a page that knows whether something typed is not saved: leaving it asks then, and only then. */
export class AskToStay implements ReactiveController {
  readonly #host: ReactiveControllerHost & EventTarget;
  readonly #isChanged: () => boolean;
  readonly #loss: Loss;

  constructor(host: ReactiveControllerHost & EventTarget, isChanged: () => boolean, loss: Loss = 'typed') {
    this.#host = host;
    this.#isChanged = isChanged;
    this.#loss = loss;
    host.addController(this);
  }

  hostConnected(): void {
    unsaved.knows(this.#host, this.#isChanged, this.#loss);
  }

  hostDisconnected(): void {
    unsaved.forget(this.#host);
  }
}
