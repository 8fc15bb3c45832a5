/** What the reader switched on or off, by the columns' keys; what is not named is as the table has it. */
export type ColumnChoice = Readonly<Record<string, boolean>>;

const PREFIX = 'fleetmend.columns.';

/** The choice that this browser keeps for a table; empty where it keeps none, or nothing can be kept. */
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

/** Keeps it; where storage is blocked, it holds until the reload. */
export function keepChoice(name: string, choice: ColumnChoice): void {
  try {
    if (Object.keys(choice).length === 0) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(choice));
  } catch {
    // blocked or full
  }
}
