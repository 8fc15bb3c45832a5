import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connections, type Connection } from '../config/values.ts';
import { writeAtomic } from '../files/atomic.ts';

/** What the configuration says of the connection: the value, and where it stands (`default`, a file, a variable, a flag). */
export interface ConfiguredConnection {
  connection: Connection;
  source: string;
}

/** How a job has changed who connects to whom. It counts as long as the configuration says what it said then. */
export interface ChosenConnection {
  configured: ConfiguredConnection;
  connection: Connection;
  /** The way to which the agent goes back if the present one does not prove itself. */
  before: Connection;
  changedAt: string;
  jobId: string;
  /** When the present way had proved itself; null: not yet. */
  settledAt: string | null;
  /** A job tries to go there: the manager may think that it has succeeded already. */
  trying: Connection | null;
}

const fileOf = (dataDir: string): string => join(dataDir, 'connection.json');

/**
 * What a job chose under this configuration; null: none did, or somebody has changed the configuration since. A file that
 * cannot be read counts as none, for the configuration is always good.
 */
export function readChosen(dataDir: string, configured: ConfiguredConnection): ChosenConnection | null {
  try {
    const chosen = JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as ChosenConnection;
    const isOfNow =
      chosen.configured.connection === configured.connection &&
      chosen.configured.source === configured.source;
    return isOfNow && connections.includes(chosen.connection) ? chosen : null;
  } catch {
    return null;
  }
}

/** Durable when it resolves. */
export const writeChosen = (dataDir: string, chosen: ChosenConnection): Promise<void> =>
  writeAtomic(fileOf(dataDir), `${JSON.stringify(chosen)}\n`);
