/** What the manager does by itself, put off by a day, so that nothing of it falls into what is measured. */
import { setTimeout as sleep } from 'node:timers/promises';
import type Database from 'better-sqlite3';

const putOffMs = 86_400_000;
const pauseMs = 10;
const knownLimitMs = 120_000;

/** No host is due for a poll. */
export function putOffPolls(db: Database.Database): void {
  db.prepare('update hosts_hosts set next_poll_at = ? where live = 1').run(Date.now() + putOffMs);
}

/**
 * Puts off the reading of packages. They are read once a day, one host after the other: the first lists of a new fleet
 * are no part of its polls.
 */
export async function putOffPackages(db: Database.Database, hosts: number): Promise<void> {
  const known = db.prepare('select count(*) as known from packages_hosts where live = 1');
  const deadline = performance.now() + knownLimitMs;
  while ((known.get() as { known: number }).known < hosts) {
    if (performance.now() > deadline)
      throw new Error('the manager does not know that packages are to be read');
    await sleep(pauseMs);
  }
  db.prepare('update packages_hosts set next_at = ? where live = 1').run(Date.now() + putOffMs);
}
