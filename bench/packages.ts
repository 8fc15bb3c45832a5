import path from 'node:path';
import type { ManagerProcess } from '../test/support/manager.ts';
import type { Bench, Figure } from './bench.ts';
import { startBare } from './support/bareHandler.ts';
import { Caller, costOf } from './support/caller.ts';
import { prepareManager, startManager } from './support/manager.ts';
import { residentMbOf, untilAtRest } from './support/proc.ts';
import { seedHosts } from './support/seedHosts.ts';
import { ASKED, PACKAGES_OF_HOST, seedPackages, type FleetOfPackages } from './support/seedPackages.ts';
import { withDirectory } from './support/temporary.ts';

const TARGET_MS = 20;
const SEARCH_TARGET_MS = 50;
const TYPICAL_BYTES = 1_000;
const WORST_BYTES = 100_000;

interface Fleet {
  size: number;
  fleet: FleetOfPackages;
  isJudged: boolean;
}

/** The fleets that are asked questions; of `foreign` only the size in the database is measured. */
const fleets: readonly Fleet[] = [
  { size: 1_000, fleet: 'typical', isJudged: false },
  { size: 10_000, fleet: 'typical', isJudged: true },
  { size: 10_000, fleet: 'different', isJudged: true },
];
const WORDS: Readonly<Record<FleetOfPackages, string>> = {
  typical: 'typical',
  different: 'no two lists equal',
  foreign: 'nothing shared',
};

export const packages: Bench = {
  name: 'packages',
  about: `questions over the packages of a fleet, ${PACKAGES_OF_HOST} a host, and the search over everything`,
  async run(say) {
    const figures: Figure[] = [];
    const details: Record<string, number> = {};
    for (const fleet of fleets)
      await withDirectory(async (dir) => {
        say(`${fleet.size} hosts, ${WORDS[fleet.fleet]}`);
        const measured = await measure(dir, fleet);
        figures.push(...measured.figures);
        Object.assign(details, measured.details);
      });
    await withDirectory(async (dir) => {
      say('1000 hosts, nothing shared');
      const foreign: Fleet = { size: 1_000, fleet: 'foreign', isJudged: true };
      await prepareManager(path.join(dir, 'manager'));
      figures.push(await sizeOf(path.join(dir, 'manager'), foreign));
    });
    return { figures, details };
  },
};

/** Prepares a manager without hosts. Resolves with the memory of its process, in MB, once it was asked for packages. */
async function prepare(dataDir: string): Promise<number> {
  await prepareManager(dataDir);
  const manager = await startManager({ dataDir });
  try {
    await manager.must('GET', '/api/v1/packages');
    return residentMbOf(manager.pid);
  } finally {
    await manager.stop();
  }
}

/** Fills the database of a manager without hosts, and tells how many bytes the packages take of it. */
async function sizeOf(dataDir: string, { size, fleet, isJudged }: Fleet): Promise<Figure> {
  await seedHosts(dataDir, size);
  const { bytes } = await seedPackages(dataDir, fleet);
  const name = `${size} hosts, ${WORDS[fleet]}: in the database, a host`;
  const max = fleet === 'typical' ? TYPICAL_BYTES : WORST_BYTES;
  return {
    name,
    value: bytes / size,
    unit: 'bytes',
    ...(isJudged ? { target: { of: 'value', max } as const } : {}),
  };
}

interface Question {
  name: string;
  path: string;
  maxMs: number;
}

async function questionsFor(manager: ManagerProcess): Promise<Question[]> {
  const { hosts } = await manager.must<{ hosts: { id: string }[] }>('GET', '/api/v1/hosts?limit=2&tag=web');
  const [one, two] = hosts.map(({ id }) => id);
  const rule = { match: 'all', conditions: [{ field: 'tag', operator: 'equals', value: 'web' }] };
  const group = await manager.must<{ id: string }>('POST', '/api/v1/groups', { name: 'web', rule });
  const { name, below, search, own } = ASKED;
  const of = (what: string, resource: string, maxMs = TARGET_MS): Question => ({
    name: what,
    path: `/api/v1${resource}`,
    maxMs,
  });
  const q = encodeURIComponent;
  return [
    of('hosts with X below Y', `/packages/hosts?name=${q(name)}&version_below=${q(below)}`),
    of('the same, by version', `/packages/hosts?name=${q(name)}&version_below=${q(below)}&sort=-version`),
    of('hosts with X, all', `/packages/hosts?name=${q(own)}`),
    of('versions of X', `/packages/versions?name=${q(name)}`),
    of('packages', '/packages'),
    of('packages by name', `/packages?search=${search}`),
    of('packages with an update', '/packages?pending=true'),
    of('packages of half of the fleet', `/packages?group_id=${group.id}`),
    of('packages of a host', `/hosts/${one}/packages`),
    of('two hosts compared', `/hosts/${one}/packages/differences?other_host_id=${two}`),
    of('differences in half of the fleet', `/groups/${group.id}/package-differences`),
    of('search, many', '/search?search=ssl', SEARCH_TARGET_MS),
    of('search, a host', '/search?search=srv-a', SEARCH_TARGET_MS),
    of('search, nothing', '/search?search=nothing-is-called-so', SEARCH_TARGET_MS),
  ];
}

async function measure(
  dir: string,
  fleet: Fleet,
): Promise<{ figures: Figure[]; details: Record<string, number> }> {
  const dataDir = path.join(dir, 'manager');
  const named = (what: string): string => `${fleet.size} hosts, ${WORDS[fleet.fleet]}: ${what}`;
  const before = await prepare(dataDir);
  const size = await sizeOf(dataDir, fleet);
  const manager = await startManager({ dataDir });
  const api = new Caller(manager.url, manager.accessToken);
  try {
    const questions = await questionsFor(manager);
    // The manager began to read the lists when it started to listen; this waits for the rest.
    const firstMs = await api.once('/api/v1/packages');
    await untilAtRest(manager.pid);
    const memory = residentMbOf(manager.pid) - before;
    const bare = await startBare(
      path.join(dir, 'bare'),
      manager,
      questions.map((one) => one.path),
    );
    const figures: Figure[] = [size, { name: named('memory of the lists'), value: memory, unit: 'MB' }];
    const details: Record<string, number> = { [named('the first question, right after the start')]: firstMs };
    try {
      for (const [at, question] of questions.entries()) {
        const base = { name: 'bare express handler', value: (await costOf(bare, `/${at}`)).cpuMs };
        const { cpuMs: value, p50Ms } = await costOf({ caller: api, pid: manager.pid }, question.path);
        details[`${named(question.name)}, p50 ms`] = p50Ms;
        const target = { of: 'value', max: question.maxMs } as const;
        const figure: Figure = { name: named(question.name), value, unit: 'ms CPU', base };
        figures.push(fleet.isJudged ? { ...figure, target } : figure);
      }
    } finally {
      await bare.stop();
    }
    return { figures, details };
  } finally {
    await api.close();
    await manager.stop();
  }
}
