/** Things with names, one of each kind, as a tool keeps them that makes a manager what its files say. */
import * as assert from 'uvu/assert';
import type { PluginTest } from '#sdk/testing.ts';

/** Something with a name, and what a tool wants of it. */
export interface Kind {
  path: string;
  /** The list that it is in, and the key of its items. */
  list: string;
  items: string;
  body: Record<string, unknown>;
  /** What of the body a later call cannot give. */
  fixed?: string[];
}

export const NAME = 'Größe ﬁne 1';
/** What serves them, besides what a test has by itself. */
export const FEATURES: readonly string[] = [
  'settings',
  'approvals',
  'health-checks',
  'maintenance-windows',
  'notifications',
  'policies',
  'reports',
  'saved-views',
];

export async function kindsOf(kit: PluginTest): Promise<Kind[]> {
  const [host] = kit.hosts;
  const group = await made(kit, '/api/v1/groups', { name: 'Owner', host_ids: [host?.id] });
  const times = { timezone: 'UTC', rrule: 'DTSTART:20260118T020000\nRRULE:FREQ=WEEKLY;BYDAY=SU' };
  const window = { name: NAME, ...times, duration_secs: 7_200 };
  const windowsOf = (owner: string): Kind => {
    const path = `/api/v1/${owner}/maintenance-windows`;
    return { path, list: path, items: 'windows', body: window };
  };
  const kind = (path: string, items: string, body: object, fixed?: string[]): Kind => ({
    path: `/api/v1/${path}`,
    list: `/api/v1/${path}`,
    items,
    body: { name: NAME, ...body },
    ...(fixed ? { fixed } : {}),
  });
  return [
    kind('groups', 'groups', { description: 'Those', rule: RULE }),
    windowsOf(`hosts/${host?.id}`),
    windowsOf(`groups/${group.id}`),
    kind('freezes', 'freezes', { timezone: 'UTC', starts_at: '2090-01-01T00:00:00.000Z', duration_secs: 60 }),
    kind(
      'policies',
      'policies',
      {
        timezone: 'UTC',
        rrule: 'DTSTART:20260101T023000\nRRULE:FREQ=DAILY',
        target: { group_ids: [group.id] },
        paused: true,
      },
      ['paused'],
    ),
    kind(
      `hosts/${host?.id}/health-checks`,
      'checks',
      { kind: 'service', service_name: 'nginx', enabled: false },
      ['kind'],
    ),
    kind(
      `groups/${group.id}/health-checks`,
      'checks',
      { kind: 'service', service_name: 'nginx', enabled: false },
      ['kind'],
    ),
    kind('webhooks', 'webhooks', { url: 'https://chat.example.org/a/secret', enabled: false }),
    kind('notification-rules', 'rules', { facts: ['job.failed'], recipients: ['ops@example.org'] }),
    kind('approval-rules', 'rules', { operations: ['reboot'], enabled: false }),
    kind('report-schedules', 'schedules', {
      report_type: 'compliance',
      format: 'csv',
      period: 'last_month',
      timezone: 'UTC',
      rrule: 'DTSTART:20260101T070000\nRRULE:FREQ=MONTHLY;BYMONTHDAY=1',
      recipients: ['audit@example.org'],
    }),
    kind('saved-views', 'views', { page: '/hosts', query: 'severity=critical' }, ['page']),
  ];
}

const RULE = { match: 'any', conditions: [{ field: 'fqdn', operator: 'contains', value: '.' }] };

/** Makes it, or fails. */
export async function made(kit: PluginTest, path: string, body: object): Promise<{ id: string }> {
  const answer = await kit.call('POST', path, { body });
  assert.is(answer.status, 201, `${path}: ${JSON.stringify(answer.body)}`);
  return answer.body as { id: string };
}
