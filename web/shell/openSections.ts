import { browserStore, readJson, type TextStore } from '../core/browserStore.ts';
import { SECTIONS, type Section } from '../core/page.ts';

const OPENED = 'fleetmend.openSections';

/**
 * Which sections of the navigation are open: the one of the page on the screen, and those that this person opened,
 * which this browser stores. On a page of no section, such as the profile, the last one stays open.
 */
export class OpenSections {
  readonly #store: TextStore;
  readonly #opened: Set<Section>;
  #here: Section = SECTIONS[0];
  /** The page's section was folded by hand; it opens again after a page of another section. */
  #isHereFolded = false;

  constructor(store: TextStore = browserStore) {
    this.#store = store;
    const kept = readJson(store, OPENED);
    this.#opened = new Set(SECTIONS.filter((section) => Array.isArray(kept) && kept.includes(section)));
  }

  /** Notes the section of the page on the screen; null: it has none. */
  arrive(section: Section | null): void {
    if (section === null || section === this.#here) return;
    this.#here = section;
    this.#isHereFolded = false;
  }

  isOpen(section: Section): boolean {
    return section === this.#here ? !this.#isHereFolded : this.#opened.has(section);
  }

  /**
   * Opens or folds a section by hand: an opened one stays open on other pages and after a reload, until it is folded.
   */
  toggle(section: Section): void {
    const isOpening = !this.isOpen(section);
    if (section === this.#here) this.#isHereFolded = !isOpening;
    if (isOpening) this.#opened.add(section);
    else this.#opened.delete(section);
    const opened = SECTIONS.filter((one) => this.#opened.has(one));
    if (opened.length === 0) this.#store.removeItem(OPENED);
    else this.#store.setItem(OPENED, JSON.stringify(opened));
  }
}
