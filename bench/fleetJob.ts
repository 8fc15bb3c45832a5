import { setTimeout as sleep } from 'node:timers/promises';
import { behavioursOf, parseScript } from '../agent/simulator/script.ts';
import type { WireJob, WireJobHost } from '../test/support/fleet.ts';
import { expectedOf, wrongEnds } from '../test/support/troubledJob.ts';
import type { Expected } from '../test/support/troubledJob.ts';
import type { Figure } from './bench.ts';
import type { Bed } from './fleetTypes.ts';
import { cpuMicros } from './support/proc.ts';

const hosts = 1_000;
const atOnce = 200;
const jobLimitMs = 240_000;
const askEveryMs = 250;
const ended = ['completed', 'failed', 'timedout'];

/** Trouble that ends without a wait of many minutes; the other kinds are in test/simulatorJob.test.ts. */
export const script = JSON.stringify({
  packages: { installed: 400, patches: 40, security: 10, named: ['openssl', 'linux-image'] },
  rules: [
    { share: 0.1, package_ms: 500 },
    { share: 0.02, lie: 'versions' },
    { share: 0.05, fail: { package: 'openssl' } },
    { share: 0.02, fail: { code: 'LOCK_HELD', when: 'before', times: 1 } },
    { share: 0.02, reboot: 'refused' },
  ],
});

/**
 * Runs a patch job that restarts every host, over hosts with scripted failures and lies; throws unless each ends as it
 * must.
 */
export async function jobFigures({ manager, db, say }: Bed, names: readonly string[]): Promise<Figure[]> {
  say(`a job over ${hosts} hosts`);
  const expected = expectedById(names, idsByName(db));
  const cpuBefore = cpuMicros(manager.pid);
  const startedAt = performance.now();
  const { id } = await manager.must<WireJob>('POST', '/api/v1/jobs', {
    operation: 'patch',
    mode: 'all',
    reboot: 'always',
    max_parallel: atOnce,
    target: { host_ids: [...expected.keys()] },
  });
  await untilOnly(db, id, [...ended, 'retry_wait']);
  const elapsedMs = performance.now() - startedAt;
  const micros = cpuMicros(manager.pid) - cpuBefore;
  // Skips the minute of waiting before a retry, which is no work.
  db.prepare(`update patching_job_hosts set next_attempt_at = 1 where state = 'retry_wait'`).run();
  await untilOnly(db, id, ended);
  const job = {
    ...(await manager.must<WireJob>('GET', `/api/v1/jobs/${id}`)),
    hosts: await allHosts(manager, id),
  };
  const wrong = wrongEnds(job, expected);
  if (wrong.length > 0)
    throw new Error(`the job ended otherwise than scripted: ${wrong.slice(0, 5).join('; ')}`);
  const counts = Object.entries(job.counts).filter(([, count]) => count > 0);
  say(`  ${counts.map(([state, count]) => `${count} ${state}`).join(', ')}`);
  return [
    {
      name: `job over ${hosts} hosts, ${atOnce} at once, each restarted`,
      value: elapsedMs / 1_000,
      unit: 's',
    },
    {
      name: `job over ${hosts} hosts: CPU of the manager per host`,
      value: micros / hosts / 1_000,
      unit: 'ms',
    },
  ];
}

/** All hosts of the job, page by page: the job itself shows only the first hundred. */
async function allHosts(manager: Bed['manager'], jobId: string): Promise<WireJobHost[]> {
  const hosts: WireJobHost[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: JobHostsPage = await manager.must('GET', `/api/v1/jobs/${jobId}/hosts?limit=200${more}`);
    hosts.push(...page.hosts);
    cursor = page.next_cursor;
  }
  return hosts;
}

interface JobHostsPage {
  hosts: WireJobHost[];
  next_cursor: string | null;
}

/** The expected ends of the first tenth of the hosts, by their numbers, as the simulator counts them. */
function expectedById(names: readonly string[], idOf: (name: string) => string): Map<string, Expected> {
  const behaviourOf = behavioursOf(parseScript(script).rules, names);
  return new Map(names.slice(0, hosts).map((name) => [idOf(name), expectedOf(behaviourOf(name))]));
}

/**
 * Waits until all hosts are in one of these states. Reads the rows, because the API tells of all hosts each time, which
 * would be part of the figure.
 */
async function untilOnly(db: Bed['db'], jobId: string, states: readonly string[]): Promise<void> {
  const marks = states.map(() => '?').join();
  const others = db.prepare(
    `select count(*) as left from patching_job_hosts where job_id = ? and state not in (${marks})`,
  );
  const deadline = performance.now() + jobLimitMs;
  for (;;) {
    const { left } = others.get(jobId, ...states) as { left: number };
    if (left === 0) return;
    if (performance.now() > deadline) throw new Error(`${left} hosts of the job are not at an end`);
    await sleep(askEveryMs);
  }
}

function idsByName(db: Bed['db']): (name: string) => string {
  const rows = db.prepare('select id, fqdn from hosts_hosts where live = 1').all() as {
    id: string;
    fqdn: string;
  }[];
  const ids = new Map(rows.map(({ id, fqdn }) => [fqdn.split('.')[0], id]));
  return (name) => ids.get(name) ?? '';
}
