import type { ManagerProcess } from '../../test/support/manager.ts';
import { DISTRIBUTIONS } from './distributions.ts';

const DAY_MS = 86_400_000;
const ZONE = 'Europe/Berlin';
const night = (days: string, hour: string): string =>
  `DTSTART:20260105T${hour}0000\nRRULE:FREQ=WEEKLY;BYDAY=${days}`;

/** What people have set up around the hosts: groups with windows, policies in waves, a freeze, checks, colleagues. */
export async function setUpSite(manager: ManagerProcess, hostId: (name: string) => string): Promise<void> {
  const make = async (resource: string, body: object): Promise<string> =>
    (await manager.must<{ id: string }>('POST', `/api/v1/${resource}`, body)).id;
  const byName = (name: string, ...names: readonly string[]): Promise<string> =>
    make('groups', {
      name,
      rule: {
        match: 'any',
        conditions: names.map((value) => ({ field: 'fqdn', operator: 'starts_with', value })),
      },
    });
  const canaries = await make('groups', {
    name: 'Canaries',
    description: 'One host of each kind; everything is tried here first.',
    host_ids: CANARIES.map(hostId),
  });
  const web = await byName('Web', 'web', 'proxy', 'cache');
  const apps = await byName('Applications', 'app', 'queue');
  const databases = await byName('Databases', 'db');
  const build = await byName('Build and files', 'build', 'files');
  for (const [group, name, rrule] of [
    [web, 'Web, Wednesday night', night('WE', '02')],
    [apps, 'Applications, Thursday night', night('TH', '02')],
    [databases, 'Databases, Sunday morning', night('SU', '03')],
  ] as const)
    await make(`groups/${group}/maintenance-windows`, { name, timezone: ZONE, rrule, duration_secs: 10_800 });
  const year = new Date().getUTCFullYear();
  await make('freezes', {
    name: 'End of the year',
    timezone: ZONE,
    starts_at: `${year + 1}-12-18T12:00:00.000Z`,
    duration_secs: 17 * 86_400,
  });
  const waves = [{ count: 2, soak_secs: 3_600 }, { percent: 20, soak_secs: 3_600 }, { percent: 75 }];
  for (const [name, group_id, rrule, mode] of [
    ['Security patches, web', web, night('WE', '02'), 'security'],
    ['Security patches, applications', apps, night('TH', '02'), 'security'],
    ['All patches, build and files', build, night('SA', '22'), 'all'],
  ] as const)
    await make('policies', {
      name,
      timezone: ZONE,
      rrule,
      target: { group_ids: [group_id] },
      mode,
      reboot: 'if_required',
      failure_budget_percent: 5,
      waves,
    });
  await make('policies', {
    name: 'Canaries, each night',
    paused: true,
    timezone: ZONE,
    rrule: 'DTSTART:20260105T010000\nRRULE:FREQ=DAILY',
    target: { group_ids: [canaries] },
    mode: 'security',
  });
  await manager.must('POST', `/api/v1/hosts/${hostId('db1')}/health-checks`, {
    kind: 'service',
    name: 'PostgreSQL',
    service_name: 'postgresql',
  });
  for (const name of CANARIES)
    await manager.must('PUT', `/api/v1/hosts/${hostId(name)}`, { tags: ['canary'] });
  await importDataSets(manager);
}

const CANARIES = ['web1', 'app1', 'db1', 'build1'];

/** Made-up scores and a made-up catalogue for the CVEs of the demo hosts. */
async function importDataSets(manager: ManagerProcess): Promise<void> {
  const cves = new Set(
    Object.values(DISTRIBUTIONS).flatMap(({ updates }) =>
      updates.flatMap((one: { advisory?: { cves: string[] } }) => one.advisory?.cves ?? []),
    ),
  );
  const today = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS).toISOString();
  const lines = [...cves].map((cve, index) => `${cve},${(0.91 / (index + 1)).toFixed(5)},0.9${index % 10}`);
  const epss = `#model_version:v2025.03.14,score_date:${today}\ncve,epss,percentile\n${lines.join('\n')}\n`;
  const kev = {
    catalogVersion: today.slice(0, 10).replaceAll('-', '.'),
    dateReleased: today,
    count: 1,
    vulnerabilities: [
      {
        cveID: 'CVE-2024-6387',
        vendorProject: 'OpenBSD',
        product: 'OpenSSH',
        vulnerabilityName: 'OpenSSH regreSSHion (for the demonstration)',
        dateAdded: new Date(Date.now() - 3 * DAY_MS).toISOString().slice(0, 10),
        shortDescription: 'A race in the signal handler of sshd.',
        requiredAction: 'Apply the updates of the vendor.',
        dueDate: new Date(Date.now() + 18 * DAY_MS).toISOString().slice(0, 10),
        knownRansomwareCampaignUse: 'Unknown',
        notes: '',
      },
    ],
  };
  for (const [kind, file] of [
    ['epss', epss],
    ['kev', JSON.stringify(kev)],
  ] as const) {
    const { status, body } = await manager.call(
      'PUT',
      `/api/v1/exposure/data-sets/${kind}`,
      file,
      undefined,
      {
        'content-type': 'application/octet-stream',
      },
    );
    if (status > 299) throw new Error(`importing ${kind} answered ${status}: ${JSON.stringify(body)}`);
  }
}
