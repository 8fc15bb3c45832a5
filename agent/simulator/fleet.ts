import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the manager was told when the hosts of a directory enrolled: they answer there or nowhere. */
export interface FleetPlace {
  address: string;
  /** Of the first process; each further one has the next. */
  port: number;
  processes: number;
}

const fileOf = (dir: string): string => join(dir, 'fleet.json');

/** The place of this directory's hosts, or null when none was ever prepared here. */
export async function readFleet(dir: string): Promise<FleetPlace | null> {
  try {
    return JSON.parse(await readFile(fileOf(dir), 'utf8')) as FleetPlace;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export async function writeFleet(dir: string, place: FleetPlace): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await writeFile(fileOf(dir), `${JSON.stringify(place)}\n`, { mode: 0o600 });
}

/** The host at this place of the list is served by this process. */
export const partOf = (index: number, { processes }: Pick<FleetPlace, 'processes'>): number =>
  index % processes;
