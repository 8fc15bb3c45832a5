/** For the suite of all features' parts: a manager that people configured, and an empty one with its hosts. */
import { settingsFeature } from '../../server/core/settings/plugin.ts';
import { createPluginTest, type PluginTest } from '#sdk/testing.ts';
import { dialect, freshDatabase, type FreshDatabase } from '../../test/support/databases.ts';
import { approvalsPlugin } from '../approvals/plugin.ts';
import { healthChecksPlugin } from '../health-checks/plugin.ts';
import { maintenanceWindowsPlugin } from '../maintenance-windows/plugin.ts';
import { notificationsPlugin } from '../notifications/plugin.ts';
import { policiesPlugin } from '../policies/plugin.ts';
import { reportsPlugin } from '../reports/plugin.ts';
import { usersPlugin } from '../users/plugin.ts';
import { must } from './configuration.testing.ts';
import { configurationPlugin } from './plugin.ts';

/** Two managers of the same hosts, with databases of their own. */
export interface World {
  places: FreshDatabase[];
  /** The manager that people configured, on SQLite. */
  from: PluginTest;
  /** An empty one with the same hosts. */
  to: PluginTest;
}

export const WEEKLY = 'DTSTART:20260118T020000\nRRULE:FREQ=WEEKLY;BYDAY=SU';

/** Opens both managers, each on a database of its own. */
export async function setUp(world: World): Promise<void> {
  world.places = [];
  world.from = await manager('sqlite', world.places);
  world.to = await manager(dialect, world.places);
  // Both managers have the same machines.
  const rows = (await world.from.ctx.db.reader('hosts_hosts').select('fqdn', 'machine_id')) as {
    fqdn: string;
    machine_id: string;
  }[];
  for (const { fqdn, machine_id } of rows)
    await world.to.ctx.tx((tx) => tx.knex('hosts_hosts').where({ fqdn }).update({ machine_id }));
}

export async function tearDown({ from, to, places }: World): Promise<void> {
  await from.stop();
  await to.stop();
  for (const place of places) await place.cleanup();
}

async function manager(kind: 'sqlite' | 'mariadb', places: FreshDatabase[]): Promise<PluginTest> {
  const place = await freshDatabase(kind);
  places.push(place);
  return createPluginTest({
    plugins: [
      settingsFeature,
      usersPlugin,
      maintenanceWindowsPlugin,
      healthChecksPlugin,
      approvalsPlugin,
      policiesPlugin,
      notificationsPlugin,
      reportsPlugin,
      configurationPlugin,
    ],
    databaseUrl: place.address.url,
    hosts: 2,
    config: { secretKey: 'ab'.repeat(32) },
  });
}

/** Makes one of everything, and two of one name where those may be. */
export async function furnish(kit: PluginTest): Promise<void> {
  const [first, second] = kit.hosts.map(({ id }) => id);
  const v1 = '/api/v1';
  const group = await must<{ id: string }>(kit, 'POST', `${v1}/groups`, { name: 'Web', host_ids: [first] });
  const rule = { match: 'all', conditions: [{ field: 'tag', operator: 'equals', value: 'env=prod' }] };
  const ruled = await must<{ id: string }>(kit, 'POST', `${v1}/groups`, { name: 'Prod', rule });
  const window = { name: 'Night', timezone: 'Europe/Berlin', rrule: WEEKLY, duration_secs: 7_200 };
  await must(kit, 'POST', `${v1}/hosts/${first}/maintenance-windows`, window);
  await must(kit, 'POST', `${v1}/hosts/${first}/maintenance-windows`, {
    ...window,
    name: 'Evening',
    days_after: 3,
    duration_secs: 3_600,
  });
  await must(kit, 'POST', `${v1}/groups/${group.id}/maintenance-windows`, { ...window, enabled: false });
  const freeze = {
    name: 'Year',
    timezone: 'UTC',
    starts_at: '2027-12-20T00:00:00.000Z',
    duration_secs: 864_000,
  };
  await must(kit, 'POST', `${v1}/freezes`, freeze);
  await must(kit, 'POST', `${v1}/freezes`, { ...freeze, group_id: ruled.id });
  const checks = `${v1}/hosts/${second}/health-checks`;
  await must(kit, 'POST', checks, { kind: 'service', name: 'nginx', service_name: 'nginx.service' });
  await must(kit, 'POST', checks, {
    kind: 'http',
    name: 'page',
    url: 'http://10.20.30.40/x',
    expected_status: 204,
    interval_secs: 60,
  });
  await must(kit, 'POST', `${v1}/groups/${group.id}/health-checks`, {
    kind: 'http',
    name: 'page',
    url: 'https://{fqdn}/health',
    timeout_secs: 5,
  });
  const policy = { timezone: 'UTC', rrule: WEEKLY, mode: 'security', reboot: 'if_required' };
  await must(kit, 'POST', `${v1}/policies`, {
    ...policy,
    name: 'Prod',
    target: { group_ids: [ruled.id], tags: ['b', 'a'], host_ids: [second] },
    waves: [{ count: 1, soak_secs: 60 }, { percent: 50 }],
    exclude: ['kernel'],
    paused: true,
  });
  await must(kit, 'POST', `${v1}/policies`, {
    ...policy,
    name: 'Filtered',
    target: { filter: { group_id: group.id, has_security: true } },
  });
  const report = { report_type: 'compliance', format: 'pdf', timezone: 'UTC', recipients: ['a@example.org'] };
  await must(kit, 'POST', `${v1}/report-schedules`, {
    ...report,
    name: 'Web monthly',
    period: 'last_month',
    group_id: group.id,
    rrule: WEEKLY,
  });
  await must(kit, 'POST', `${v1}/report-schedules`, {
    ...report,
    name: 'All',
    period: 'last_days',
    rrule: WEEKLY,
    enabled: false,
  });
  const hook = await must<{ id: string }>(kit, 'POST', `${v1}/webhooks`, {
    name: 'Chat',
    url: 'https://chat.example.org/hooks/tell-nobody?token=hush',
  });
  await must(kit, 'POST', `${v1}/notification-rules`, {
    name: 'Web team',
    facts: ['job.paused', 'job.failed'],
    recipients: ['web@example.org'],
    group_ids: [group.id],
    webhook_ids: [hook.id],
  });
}
