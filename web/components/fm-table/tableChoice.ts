/** Which columns the reader switched on or off, by key; the others stay as the table has them. */
export type ColumnChoice = Readonly<Record<string, boolean>>;

const PREFIX = 'fleetmend.columns.';

/** The choice that this browser has stored for a table; empty if there is none, or storage is blocked. */
export function readChoice(name: string): ColumnChoice {
  if (name === '') return {};
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter(([, isOn]) => typeof isOn === 'boolean'));
  } catch {
    return {};
  }
}

/** Stores the choice; where storage is blocked, it lasts until the reload. */
export function keepChoice(name: string, choice: ColumnChoice): void {
  try {
    if (Object.keys(choice).length === 0) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(choice));
  } catch {
    // storage is blocked or full
  }
}
