/** What this browser keeps of a person's choices; where storage is blocked, until the reload. */
export interface TextStore {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

const inMemory = new Map<string, string>();

/** localStorage, and beside it what it refused to take. */
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
      // storage is blocked, so nothing is there
    }
  },
};

/** Stored JSON, parsed with care: another version, or a person, may have written it. */
export function readJson(store: TextStore, name: string): unknown {
  try {
    return JSON.parse(store.getItem(name) ?? 'null') as unknown;
  } catch {
    return null;
  }
}
