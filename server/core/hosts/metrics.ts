import type { Context } from '#server/kernel/boot/feature.ts';
import { managerRelease } from '#server/kernel/version.ts';
import { compareDebian } from '#server/shared/versions/debian.ts';
import type { Figures } from '#server/kernel/metrics.ts';
import { fleetFigures } from './service/figures.ts';

const HEALTHS = ['healthy', 'degraded', 'unreachable', 'unknown'];
const SEVERITIES = ['critical', 'important', 'moderate', 'low', 'unrated'];
const AGES = ['same', 'older', 'newer', 'unknown'] as const;

/** What Prometheus is told of the hosts: all live ones, as the front page counts them. */
export function hostsMetrics(ctx: Pick<Context, 'db' | 'clock' | 'metrics'>): void {
  const { reader } = ctx.db;
  ctx.metrics.queue('polls', () => pollsWaiting(ctx));
  ctx.metrics.gauges(
    {
      hosts: { help: 'Hosts by their health.', labels: { health: HEALTHS } },
      hosts_security_pending: {
        help: 'Hosts with pending security patches, by the most severe of them.',
        labels: { severity: SEVERITIES },
      },
      hosts_security_unknown: { help: 'Hosts of which it is not known whether they lack security patches.' },
      hosts_never_polled: { help: 'Hosts whose list of patches was never read.' },
      hosts_reboot_required: { help: 'Hosts that have to be restarted.' },
      patches_pending: { help: 'Pending patches over all hosts.', labels: { kind: ['security', 'other'] } },
      group_changes_waiting: { help: 'Changes of group membership that wait for a decision.' },
      agents: {
        help: "Hosts by the version of their agent, against this manager's.",
        labels: { version: AGES },
      },
      poll_lag_seconds: {
        help: 'For how long the host has been due that waits longest to be polled, in seconds.',
      },
    },
    async () => {
      const figures = await fleetFigures(reader, 'all', ctx.clock.now());
      const { hostsByHealth, hostsBySeverity, patchesSecurityTotal: security } = figures;
      return {
        hosts: counted('health', hostsByHealth),
        hosts_security_pending: counted('severity', hostsBySeverity),
        hosts_security_unknown: figures.hostsSecurityUnknown,
        hosts_never_polled: figures.hostsNeverPolled,
        hosts_reboot_required: figures.hostsRebootRequired,
        patches_pending: counted('kind', { security, other: figures.patchesTotal - security }),
        group_changes_waiting: figures.groupChangesWaiting,
        agents: counted('version', await agentsByAge(ctx)),
        poll_lag_seconds: await pollLagSecs(ctx),
      };
    },
  );
}

const counted = (label: string, counts: Readonly<Record<string, number>>): Figures =>
  Object.entries(counts).map(([value, count]) => [{ [label]: value }, count] as const);

async function agentsByAge({ db }: Pick<Context, 'db'>): Promise<Record<(typeof AGES)[number], number>> {
  const rows = (await db
    .reader('hosts_hosts')
    .where('live', 1)
    .groupBy('agent_version')
    .select('agent_version as version')
    .count({ hosts: '*' })) as { version: string | null; hosts: number | string }[];
  const counts = { same: 0, older: 0, newer: 0, unknown: 0 };
  for (const { version, hosts } of rows) counts[ageOf(version)] += Number(hosts);
  return counts;
}

function ageOf(version: string | null): (typeof AGES)[number] {
  if (version === null) return 'unknown';
  const order = compareDebian(version, managerRelease());
  if (order === 0) return 'same';
  return order < 0 ? 'older' : 'newer';
}

/** Hosts that are due to be polled and are not being polled at this moment: those have a lease. */
const duePolls = ({ db }: Pick<Context, 'db'>, nowMs: number) =>
  db
    .reader('hosts_hosts')
    .where('live', 1)
    .where('next_poll_at', '<=', nowMs)
    .where((free) => free.whereNull('poll_lease_until').orWhere('poll_lease_until', '<', nowMs));

async function pollsWaiting(ctx: Pick<Context, 'db'>): Promise<number> {
  const due = duePolls(ctx, (await ctx.db.now()).getTime());
  const row = (await due.count({ hosts: '*' }).first()) as { hosts: number | string } | undefined;
  return Number(row?.hosts ?? 0);
}

async function pollLagSecs(ctx: Pick<Context, 'db'>): Promise<number> {
  const nowMs = (await ctx.db.now()).getTime();
  const row = (await duePolls(ctx, nowMs).min({ due: 'next_poll_at' }).first()) as
    | { due: number | string | null }
    | undefined;
  const due = row?.due ?? null;
  return due === null ? 0 : Math.max(0, (nowMs - Number(due)) / 1_000);
}
