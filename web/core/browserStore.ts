/** A person's choices, stored in this browser; where storage is blocked, they last until the reload. */
export interface TextStore {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

const inMemory = new Map<string, string>();

/** localStorage, and in memory what it refused to take. */
export const browserStore: TextStore = {
  getItem(name) {
    const kept = inMemory.get(name);
    if (kept !== undefined) return kept;
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  setItem(name, value) {
    inMemory.delete(name);
    try {
      localStorage.setItem(name, value);
    } catch {
      inMemory.set(name, value);
    }
  },
  removeItem(name) {
    inMemory.delete(name);
    try {
      localStorage.removeItem(name);
    } catch {
      // storage is blocked, so nothing is stored
    }
  },
};

/** Parses stored JSON with care: another version, or a person, may have written it. */
export function readJson(store: TextStore, name: string): unknown {
  try {
    return JSON.parse(store.getItem(name) ?? 'null') as unknown;
  } catch {
    return null;
  }
}
