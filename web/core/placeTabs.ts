/** A page of the place that the shown page belongs to. */
export interface PlaceTab {
  href: string;
  label: string;
  isHere: boolean;
}

/** The tabs of a place: the shell knows them, and the head of the page shows them under its title. Fires `change`. */
class PlaceTabs extends EventTarget {
  /** What the place is called: “Access”. */
  label = '';
  tabs: readonly PlaceTab[] = [];

  set(label: string, tabs: readonly PlaceTab[]): void {
    if (label === this.label && JSON.stringify(tabs) === JSON.stringify(this.tabs)) return;
    Object.assign(this, { label, tabs });
    this.dispatchEvent(new Event('change'));
  }
}

export const placeTabs = new PlaceTabs();
