import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The address and ports that the manager learnt when the hosts of a directory enrolled: it calls them only there. */
export interface FleetPlace {
  address: string;
  /** The port of the first process; each further process has the next one. */
  port: number;
  processes: number;
}

const fileOf = (dir: string): string => join(dir, 'fleet.json');

/** The place of this directory's hosts; null when no fleet was set up here. */
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

/** The process that serves the host at this place of the list. */
export const partOf = (index: number, { processes }: Pick<FleetPlace, 'processes'>): number =>
  index % processes;
