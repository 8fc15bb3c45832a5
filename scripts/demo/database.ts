import path from 'node:path';
import Sqlite from 'better-sqlite3';

const HOUR_MS = 3_600_000;
const HOURS = 7 * 24;

interface Figures {
  hosts_total: number;
  hosts_by_health: { unreachable: number };
  hosts_with_security: number;
  hosts_reboot_required: number;
  patches_total: number;
  patches_security_total: number;
}

/** Writes the past into the manager's own database, because it would take the API a week. */
export class Database {
  readonly #db: Sqlite.Database;

  constructor(dataDir: string) {
    this.#db = new Sqlite(path.join(dataDir, 'fleetmend.sqlite'), { timeout: 10_000 });
  }

  close(): void {
    this.#db.close();
  }

  /** Makes the manager poll this host at its next round, and not a minute later. */
  pollNow(hostId: string): void {
    this.#db.prepare('update hosts_hosts set next_poll_at = 0, next_health_at = 0 where id = ?').run(hostId);
  }

  /** Writes a week of hourly figures that end in those of now. */
  writeHistory(now: Figures): void {
    const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    const insert = this.#db.prepare(
      `insert into fleet_snapshots (hour, hosts_total, hosts_unreachable, hosts_with_security,
        patches_security_total, patches_total, hosts_reboot_required) values (?, ?, ?, ?, ?, ?, ?)
        on conflict (hour) do update set hosts_total = excluded.hosts_total,
        hosts_unreachable = excluded.hosts_unreachable, hosts_with_security = excluded.hosts_with_security,
        patches_security_total = excluded.patches_security_total, patches_total = excluded.patches_total,
        hosts_reboot_required = excluded.hosts_reboot_required`,
    );
    this.#db.transaction(() => {
      for (let ago = HOURS - 1; ago >= 0; ago -= 1) insert.run(hour - ago * HOUR_MS, ...pastOf(now, ago));
    })();
  }
}

/**
 * The figures of an hour in the past: patches come out, are installed in two nights, come out again; the rest is as it
 * is now.
 */
function pastOf(now: Figures, hoursAgo: number): number[] {
  const all = now.hosts_total;
  const steps = (list: Steps, present: number): number =>
    hoursAgo === 0 ? present : Math.min(all, list.find(([hours]) => hoursAgo >= hours)?.[1] ?? present);
  const security = steps(SECURITY, now.hosts_with_security);
  const reboots = steps(REBOOTS, now.hosts_reboot_required);
  const lost = steps(UNREACHABLE, now.hosts_by_health.unreachable);
  return [all, lost, security, security * 3, security * 3 + all, reboots];
}

/** From this many hours ago on there were this many hosts, until the next row. */
type Steps = readonly (readonly [hoursAgo: number, hosts: number])[];
const SECURITY: Steps = [
  [150, 4],
  [118, 6],
  [96, 11],
  [74, 13],
  [70, 9],
  [50, 5],
  [46, 2],
  [20, 1],
  [12, 7],
  [6, 13],
  [1, 14],
];
const REBOOTS: Steps = [
  [150, 2],
  [74, 1],
  [50, 5],
  [30, 4],
  [8, 2],
];
const UNREACHABLE: Steps = [
  [130, 0],
  [126, 2],
  [44, 0],
  [40, 1],
  [3, 0],
];
