import { preferences } from '../../core/preferences.ts';

/** Which columns the reader switched on or off, by key; the others stay as the table has them. */
export type ColumnChoice = Readonly<Record<string, boolean>>;

/** How high the rows are, by name; `usual` is the height that the page gives the table. */
export const DENSITIES = { compact: 0.875, usual: 1, relaxed: 1.25 } as const;
export type Density = keyof typeof DENSITIES;

/** What a reader has chosen for a table; the manager keeps it with the account. */
export interface TableChoice {
  columns: ColumnChoice;
  density: Density;
}

export const NO_CHOICE: TableChoice = { columns: {}, density: 'usual' };

/** The choice for the table of this name; none for '', and where what is kept is not readable. */
export function readChoice(name: string): TableChoice {
  if (name === '') return NO_CHOICE;
  try {
    const { columns = {}, density = 'usual' } = JSON.parse(
      preferences.get(`table.${name}`) ?? '{}',
    ) as Partial<TableChoice>;
    const known = Object.entries(columns).filter(([, isOn]) => typeof isOn === 'boolean');
    return { columns: Object.fromEntries(known), density: density in DENSITIES ? density : 'usual' };
  } catch {
    return NO_CHOICE;
  }
}

export function keepChoice(name: string, { columns, density }: TableChoice): void {
  const isNone = Object.keys(columns).length === 0 && density === 'usual';
  preferences.set(`table.${name}`, isNone ? null : JSON.stringify({ columns, density }));
}
