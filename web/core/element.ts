import { LitElement, type CSSResultGroup, type PropertyValues } from 'lit';
import { base } from '../styles/base.ts';
import { controls } from '../styles/controls.ts';
import { layout } from '../styles/layout.ts';

/**
 * Base class of our components: first the shared style sheets (one object each in the whole document), then their own.
 */
export abstract class FmElement extends LitElement {
  static override styles: CSSResultGroup = [base, controls, layout];
}

/** Base class of our pages, with the values that the router hands over. */
export abstract class FmPage extends FmElement {
  static override properties: Record<string, object> = {
    params: { attribute: false },
    query: { attribute: false },
  };

  /** From the path: `/hosts/:id` gives `{ id }`. */
  declare params: Readonly<Record<string, string>>;
  /** From the address; a new object whenever it changes. Write it with `setQuery`. */
  declare query: URLSearchParams;
  /** While true the page is not rendered. What it shows follows from who is signed in, and just now nobody is. */
  isHeld = false;

  constructor() {
    super();
    this.params = {};
    this.query = new URLSearchParams();
  }

  protected override shouldUpdate(_changed: PropertyValues): boolean {
    return !this.isHeld;
  }
}

/** Defines an element unless it is defined already: two bundles may hold it. */
export function define(tag: string, type: CustomElementConstructor): void {
  if (!customElements.get(tag)) customElements.define(tag, type);
}
