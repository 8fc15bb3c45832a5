import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { isFocusNowhere } from '../../core/focus.ts';

interface Table extends ReactiveControllerHost, HTMLElement {
  readonly renderRoot: HTMLElement | DocumentFragment;
}

/**
 * Keeps the focus on an element in a row while the rows render again. The browser takes it from an element that is
 * moved, disabled or removed; the next key would then do nothing. The element gets the focus back as soon as it can
 * have it; if it is gone, the table gets it.
 */
export class RowFocus implements ReactiveController {
  readonly #table: Table;
  #held: HTMLElement | null = null;
  #isRendering = false;

  constructor(table: Table) {
    this.#table = table;
    table.addController(this);
    // If the reader moves the focus elsewhere by a click or a key, it is not given back.
    table.addEventListener('focusout', () => {
      if (!this.#isRendering && !this.#held?.matches(':disabled')) this.#held = null;
    });
  }

  hostUpdate(): void {
    this.#isRendering = true;
    const active = this.#active();
    if (active?.closest('.rows')) this.#held = active;
    else if (!isFocusNowhere()) this.#held = null;
  }

  hostUpdated(): void {
    this.#isRendering = false;
    const held = this.#held;
    if (!held || this.#active() === held) return;
    if (!isFocusNowhere()) this.#held = null;
    else if (!held.isConnected) {
      this.#held = null;
      this.#table.focus({ preventScroll: true });
    } else if (!held.matches(':disabled')) held.focus({ preventScroll: true });
  }

  hostDisconnected(): void {
    this.#held = null;
  }

  #active(): HTMLElement | null {
    const { activeElement } = this.#table.renderRoot as ShadowRoot;
    return activeElement instanceof HTMLElement ? activeElement : null;
  }
}
