import path from 'node:path';
import { pino } from 'pino';
import { openDatabase } from '../../server/kernel/db/open.ts';
import { insertClosed, insertNight, type PastChange } from '../../test/support/pastNight.ts';
import { DEMO_HOSTS, demoHost, distributionOf, LOST_HOST } from './hosts.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEKS = 9;
/** Every other week a night fails on some hosts, on 2 of 100, and never on the canaries. */
const isFailed = (at: number, week: number): boolean =>
  week % 2 === 0 && at > 3 && (at + week * 31) % 100 < 2;

/** The nights of a week: on which hosts, and when in hours after the week began on a Monday. */
const NIGHTS = [
  { name: 'Security patches, canaries', prefixes: ['web1', 'app1', 'db1'], isExact: true, afterHours: 26 },
  { name: 'Security patches, web', prefixes: ['web', 'proxy', 'cache'], isExact: false, afterHours: 50 },
  { name: 'Security patches, applications', prefixes: ['app', 'queue'], isExact: false, afterHours: 74 },
  {
    name: 'All patches, the rest',
    prefixes: ['db', 'build', 'files', 'mail'],
    isExact: false,
    afterHours: 146,
  },
] as const;

interface Figures {
  hosts_total: number;
  hosts_by_health: { unreachable: number };
  hosts_with_security: number;
  hosts_reboot_required: number;
  patches_total: number;
  patches_security_total: number;
}

/**
 * Gives the fleet of a manager that is stopped two months of history, because it would take the API two months: the
 * hourly figures, a night a week for each part of the fleet, and what these nights closed. `now`: its present figures.
 */
export async function writePast(dataDir: string, now: Figures): Promise<void> {
  const file = path.join(dataDir, 'fleetmend.sqlite');
  const db = await openDatabase({ file, log: pino({ level: 'silent' }) });
  try {
    const rows = (await db.knex('hosts_hosts').whereNotNull('live').select('id', 'fqdn')) as Row[];
    const hosts = rows.map((row) => ({ ...row, name: row.fqdn.split('.')[0] ?? '' }));
    await db.knex.transaction(async (trx) => {
      await trx('hosts_hosts')
        .where('fqdn', 'like', `${LOST_HOST.name}.%`)
        .update({ next_poll_at: 0, next_health_at: 0 });
      for (let hoursAgo = WEEKS * 7 * 24 - 1; hoursAgo >= 0; hoursAgo -= 1)
        await trx('fleet_snapshots').insert(pastOf(now, hoursAgo)).onConflict('hour').merge();
      for (let week = WEEKS; week > 0; week -= 1)
        for (const night of NIGHTS) {
          const startedAtMs = mondayMs() - week * 7 * DAY_MS + night.afterHours * HOUR_MS;
          const chosen = hosts.filter(({ name }) => isIn(night, name));
          const failed = chosen.flatMap((_, at) => (isFailed(at, week) ? [at] : []));
          await insertNight(trx, {
            name: night.name,
            startedAtMs,
            lastsMs: (20 + (week % 3) * 12) * 60_000,
            by: 'olga',
            hosts: chosen.map((host) => ({ ...host, changes: changesOf(host.name, week) })),
            failed,
          });
          const patched = chosen.filter((_, at) => !failed.includes(at));
          await trx('hosts_hosts')
            .whereIn(
              'id',
              patched.map(({ id }) => id),
            )
            .update({ last_patched_at: startedAtMs });
          await insertClosed(
            trx,
            patched.map(({ id, name }) => ({
              ...closedOf(name, week),
              hostId: id,
              openedAtMs: startedAtMs - (2 + (week % 5)) * DAY_MS,
              closedAtMs: startedAtMs,
              dueAtMs: startedAtMs + 5 * DAY_MS,
            })),
          );
        }
    });
  } finally {
    await db.close();
  }
}

interface Row {
  id: string;
  fqdn: string;
}

const isIn = ({ prefixes, isExact }: (typeof NIGHTS)[number], name: string): boolean =>
  prefixes.some((prefix) => (isExact ? name === prefix : new RegExp(`^${prefix}\\d*$`).test(name)));

function mondayMs(): number {
  const day = new Date();
  day.setUTCHours(0, 0, 0, 0);
  return day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS;
}

/** Which packages a week's night changed; versions of a time before those that are installed now. */
function changesOf(name: string, week: number): PastChange[] {
  const { arch, updates } = distributionOf(demoHost(name));
  return updates
    .filter((_, index) => (index + week) % 3 === 0)
    .map((update) => ({
      name: update.name,
      arch,
      from: olderBy(update.from, week + 1),
      to: olderBy(update.from, week),
    }));
}

const olderBy = (version: string, weeks: number): string => `${version}~${100 - weeks}`;

function closedOf(name: string, week: number): { name: string; arch: string; cve: string } {
  const { arch, updates } = distributionOf(demoHost(name));
  return {
    name: updates[week % updates.length]?.name ?? 'openssl',
    arch,
    cve: `CVE-2024-${20_000 + week * 10 + (name.length % 3)}`,
  };
}

/** The figures of an hour: patches come out all week, and the nights install them; then the present. */
function pastOf(now: Figures, hoursAgo: number): Record<string, number> {
  const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - hoursAgo * HOUR_MS;
  const all = now.hosts_total;
  const intoWeek = ((((hour - mondayMs()) % (7 * DAY_MS)) + 7 * DAY_MS) % (7 * DAY_MS)) / HOUR_MS;
  const waiting = DEMO_HOSTS.filter(({ name }) => {
    const night = NIGHTS.findLast((one) => isIn(one, name));
    const since = intoWeek - (night?.afterHours ?? 0);
    // What came out since the night before last reaches a host's list on some day of the week.
    return (
      (since < 0 ? since + 168 : since) >
      40 + ((name.length * 37 + name.charCodeAt(name.length - 1) * 13) % 120)
    );
  }).length;
  const present = hoursAgo === 0;
  const security = present ? now.hosts_with_security : waiting;
  return {
    hour,
    hosts_total: all,
    hosts_unreachable: present
      ? now.hosts_by_health.unreachable
      : intoWeek % 50 < 6
        ? 2
        : hoursAgo < 40
          ? 1
          : 0,
    hosts_with_security: security,
    patches_security_total: present ? now.patches_security_total : security * 3,
    patches_total: present ? now.patches_total : security * 3 + all,
    hosts_reboot_required: present ? now.hosts_reboot_required : Math.round(security / 9),
  };
}
