import path from 'node:path';
import type { Bench, Figure } from './bench.ts';
import { startBare } from './support/bareHandler.ts';
import { Caller, costOf } from './support/caller.ts';
import { prepareManager, startManager } from './support/manager.ts';
import { seedHosts, seedJobs } from './support/seedHosts.ts';
import { untilAtRest } from './support/proc.ts';
import { withDirectory } from './support/temporary.ts';

const sizes = [1_000, 10_000];
const targetMs = 10;
/** Of a search, which runs at every pause in somebody's typing. */
const searchTargetMs = 5;
const timesEach = 5;
const timesWorst = 51;

const sorts = [
  'fqdn',
  'display_name',
  'ip_address',
  'health_status',
  'patches_total',
  'patches_security',
  'patches_severity',
  'reboot_required',
  'last_seen_at',
  'os_name',
  'agent_version',
  'last_patched_at',
  'created_at',
].flatMap((name) => [name, `-${name}`]);

const filters = [
  '',
  'search=srv-',
  'search=dc3.example',
  'search=nothing-has-this',
  'tag=web',
  'tag=nothing',
  ...['healthy', 'degraded', 'unreachable', 'unknown'].map((status) => `health_status=${status}`),
  ...['debian', 'suse'].map((family) => `os_family=${family}`),
  'has_security=true',
  'has_security=false',
  'reboot_required=true',
  'reboot_required=false',
  'min_severity=critical',
  'min_severity=low',
  'has_problems=true',
  'maintenance_mode=true',
  'os_name=Rocky%20Linux%209.4',
  'agent_version=0.1.2',
  'health_status=degraded&os_family=debian&tag=db&has_security=true&reboot_required=false&search=dc1',
];

const fleetPath = '/api/v1/status/fleet';
/** As many as a search looks through. */
const jobs = 1_000;

/** Beside a plain list of hosts: both go through the same pipeline, so their ratio holds on a busy machine too. */
const besideHosts = {
  'search, hosts': '/api/v1/search?search=srv-a',
  'search, jobs': '/api/v1/search?search=night',
  'search, nothing': '/api/v1/search?search=nothing-is-called-so',
  'hosts of a common tag': '/api/v1/hosts?limit=50&tag=web',
  'tags, systems and versions': '/api/v1/host-values',
};

export const lists: Bench = {
  name: 'lists',
  about: 'host list (50 rows, every sort with every filter), fleet status, search and tags, over HTTPS',
  async run(say) {
    const figures: Figure[] = [];
    const details: Record<string, number> = {};
    for (const size of sizes)
      await withDirectory(async (dir) => {
        say(`${size} hosts`);
        const measured = await measureSize(dir, size);
        figures.push(...measured.figures);
        for (const [what, ms] of Object.entries(measured.all)) details[`${size} hosts: ${what}`] = ms;
      });
    return { figures, details };
  },
};

interface Measured {
  figures: Figure[];
  all: Record<string, number>;
}

async function measureSize(dir: string, size: number): Promise<Measured> {
  const dataDir = path.join(dir, 'manager');
  await prepareManager(dataDir);
  await seedHosts(dataDir, size);
  await seedJobs(dataDir, jobs);
  const manager = await startManager({ dataDir });
  const api = new Caller(manager.url, manager.accessToken);
  try {
    await untilAtRest(manager.pid);
    const all = await measureAll(api, size);
    const judged = worstOf(size, all);
    const paths = judged.map((one) => one.path);
    const bare = await startBare(path.join(dir, 'bare'), manager, paths);
    try {
      const figures = await compare(judged, api, bare.caller, size);
      return { figures: [...figures, ...(await searches({ caller: api, pid: manager.pid }, size))], all };
    } finally {
      await bare.stop();
    }
  } finally {
    await api.close();
    await manager.stop();
  }
}

/** The p50 of each query. */
async function measureAll(api: Caller, size: number): Promise<Record<string, number>> {
  // Warms up: the first calls of a process meet code that is not compiled yet.
  await api.p50('/api/v1/hosts', timesWorst);
  const all: Record<string, number> = {};
  for (const query of queriesFor(size)) all[query] = await api.p50(`/api/v1/hosts${query}`, timesEach);
  return all;
}

/** Every sort with every filter; at the smaller size every sort without a filter, and every filter with one sort. */
function queriesFor(size: number): string[] {
  const isLargest = size === Math.max(...sizes);
  return filters.flatMap((filter) => {
    const chosen = filter === '' || isLargest ? sorts : ['fqdn'];
    return chosen.map((sort) => `?limit=50&sort=${sort}${filter && `&${filter}`}`);
  });
}

async function searches(asked: { caller: Caller; pid: number }, size: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, resource] of Object.entries(besideHosts)) {
    const list = await costOf(asked, '/api/v1/hosts?limit=50');
    const { cpuMs: value } = await costOf(asked, resource);
    const base = { name: 'plain list of hosts', value: list.cpuMs };
    const figure: Figure = { name: `${size} hosts, ${name}`, value, unit: 'ms CPU', base };
    const target = { of: 'value', max: searchTargetMs } as const;
    figures.push(name.startsWith('search') && size === Math.min(...sizes) ? { ...figure, target } : figure);
  }
  return figures;
}

interface Judged {
  name: string;
  path: string;
}

/** The queries that the table shows: the slowest of each group, measured again more often. */
function worstOf(size: number, all: Readonly<Record<string, number>>): Judged[] {
  const worst = (queries: readonly string[]): string =>
    queries.reduce((one, other) => ((all[other] ?? 0) > (all[one] ?? 0) ? other : one));
  const hasFilter = (query: string): boolean => query.split('&').length > 2;
  const queries = Object.keys(all);
  const plain = worst(queries.filter((query) => !hasFilter(query)));
  const filtered = worst(queries.filter(hasFilter));
  const shown = (query: string): string => query.replace('?limit=50&', '');
  return [
    { name: `${size} hosts, slowest sort (${shown(plain)})`, path: `/api/v1/hosts${plain}` },
    { name: `${size} hosts, slowest filter (${shown(filtered)})`, path: `/api/v1/hosts${filtered}` },
    { name: `${size} hosts, fleet status`, path: fleetPath },
  ];
}

async function compare(
  judged: readonly Judged[],
  api: Caller,
  bare: Caller,
  size: number,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [index, { name, path: resource }] of judged.entries()) {
    await bare.p50(`/${index}`, timesEach);
    const base = { name: 'bare express handler', value: await bare.p50(`/${index}`, timesWorst) };
    const figure: Figure = { name, value: await api.p50(resource, timesWorst), unit: 'ms', base };
    figures.push(
      size === Math.max(...sizes) ? { ...figure, target: { of: 'value', max: targetMs } } : figure,
    );
  }
  return figures;
}
