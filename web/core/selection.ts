import type { IconName } from '../icons/icons.ts';

/** What is selected on the page, and what can be done with it now. */
export interface Selection {
  /** “3 selected hosts”. */
  what: string;
  actions: readonly { label: string; icon: IconName; run(): void }[];
}

let source: (() => Selection | null) | null = null;

/**
 * Lets the palette offer what can be done with what is selected. `read` is asked when the palette opens; null: nothing
 * is selected. Returns what ends it, for the time when the page is left.
 */
export function offerSelection(read: () => Selection | null): () => void {
  source = read;
  return () => {
    if (source === read) source = null;
  };
}

export const selectionNow = (): Selection | null => source?.() ?? null;
