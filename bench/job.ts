import { setTimeout as sleep } from 'node:timers/promises';
import { agentPackage } from '../test/support/packages.ts';
import { enrollmentToken, startAgent } from '../test/support/fleet.ts';
import { controllerAddress, lab, pathInHost } from '../test/support/lab.ts';
import type { HostProcess } from '../test/support/hostProcess.ts';
import type { LabHost } from '../test/support/lab.ts';
import type { ManagerProcess } from '../test/support/manager.ts';
import type { Bench, Figure } from './bench.ts';
import { startManager } from './support/manager.ts';
import { cpuMicros, hostCpuMicros, timesMicros, untilAtRest } from './support/proc.ts';
import { withDirectory } from './support/temporary.ts';

const hostCount = 20;
const maxRatio = 1.6;
const packages = {
  'lab-hello': '1.1',
  'lab-sec': '1.0-1+deb12u1',
  'lab-both': '1.2',
  'lab-parent': '1.1',
  'lab-held': '1.1',
  'lab-vendor': '1.1',
  'lab-epoch': '1:1.0-1+b1',
  'lab-svc': '1.1',
};
const names = Object.keys(packages);
const jobLimitMs = 120_000;
/** Often enough for the figure, and seldom enough to be no part of it. */
const askEveryMs = 50;
/** By then the agents' own start is over; a job in the field meets agents that have run for days. */
const ended = new Set(['completed', 'partial', 'failed', 'cancelled']);

export const job: Bench = {
  name: 'job',
  about: `${hostCount} lab hosts: lists refreshed and ${names.length} packages upgraded by one job, beside apt alone`,
  inLab: true,
  run: (say) =>
    withDirectory(async (dataDir) => {
      await lab.startRepo('t1');
      try {
        const hosts = await bootHosts();
        say('apt alone, once for the caches and once measured');
        await measureApt(hosts);
        const before = await measureApt(hosts);
        say('starting and enrolling the agents');
        const manager = await startManager({ dataDir, listen: controllerAddress, port: 8443 });
        const agents = await enrollAll(manager, hosts);
        say('the job');
        const whole = await measureJob(manager, hosts);
        await Promise.all(agents.map((agent) => agent.kill('TERM')));
        await manager.stop();
        say('apt alone once more');
        for (const host of hosts) await host.reset();
        const after = await measureApt(hosts);
        return { figures: figuresOf(whole, [before, after]) };
      } finally {
        await lab.down();
      }
    }),
};

interface Cost {
  ms: number;
  /** CPU time of one host on average, the manager's share included. */
  cpuMs: number;
}

/** Compares with the mean of apt before and after the job: a machine that gets slower meanwhile is slower for both. */
function figuresOf(whole: Cost, alone: readonly Cost[]): Figure[] {
  const mean = (kind: keyof Cost) => alone.reduce((sum, cost) => sum + cost[kind], 0) / alone.length;
  const name = 'apt alone';
  return [
    {
      name: `${hostCount} hosts, POST to completed`,
      value: whole.ms / 1_000,
      unit: 's',
      base: { name, value: mean('ms') / 1_000 },
      target: { of: 'ratio', max: maxRatio },
    },
    {
      name: 'CPU for one host, its share of the manager included',
      value: whole.cpuMs,
      unit: 'ms',
      base: { name, value: mean('cpuMs') },
    },
  ];
}

async function bootHosts(): Promise<LabHost[]> {
  const addresses = Array.from({ length: hostCount }, (_, index) => index + 11);
  return Promise.all(addresses.map((last) => lab.up(`bench${last}`, `10.77.0.${last}`)));
}

/** Runs what an administrator types, on all hosts at once; resets the hosts afterwards. */
async function measureApt(hosts: readonly LabHost[]): Promise<Cost> {
  const update = 'apt-get -q update';
  const options = '-y -q -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold';
  const upgrade = `apt-get ${options} install --only-upgrade ${names.join(' ')}`;
  const script = `{ ${update} && ${upgrade}; } >/dev/null && times`;
  const env = { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
  const startedAt = performance.now();
  const told = await Promise.all(hosts.map((host) => host.run(['sh', '-c', script], { env })));
  const ms = performance.now() - startedAt;
  await assertUpgraded(hosts);
  for (const host of hosts) await host.reset();
  return { ms, cpuMs: told.map(timesMicros).reduce((sum, one) => sum + one, 0) / hosts.length / 1_000 };
}

async function enrollAll(manager: ManagerProcess, hosts: readonly LabHost[]): Promise<HostProcess[]> {
  // Makes the lists so old that every agent refreshes them before it patches, as apt alone does.
  const lists = 'touch -d "2 days ago" /var/lib/apt/lists /var/lib/apt/lists/*';
  await Promise.all(hosts.map((host) => host.run(['sh', '-c', lists])));
  const token = await enrollmentToken(manager, hosts.length);
  const env = { FLEETMEND_AGENT_REFRESH_INTERVAL_SECS: '0' };
  // What administrators install: the executable of the packages.
  const argv = [pathInHost(await agentPackage('exe'))];
  const agents = await Promise.all(hosts.map((host) => startAgent(host, manager, token, env, argv)));
  await Promise.all(agents.map((agent) => agent.waitForOutput(/"event":"listening"/, 60_000)));
  const polled = (list: { hosts: { patches_polled_at: string | null }[] }): boolean =>
    list.hosts.length === hosts.length && list.hosts.every((host) => host.patches_polled_at !== null);
  await manager.until('/api/v1/hosts', polled);
  await untilAtRest(manager.pid);
  return agents;
}

/** Measures from the POST until the API says that the job has ended. */
async function measureJob(manager: ManagerProcess, hosts: readonly LabHost[]): Promise<Cost> {
  const { hosts: listed } = await manager.must<{ hosts: { id: string }[] }>('GET', '/api/v1/hosts');
  const request = {
    operation: 'patch',
    mode: 'selected',
    packages: names.map((name) => ({ name })),
    target: { host_ids: listed.map(({ id }) => id) },
  };
  const spent = async (): Promise<number> => {
    const each = await Promise.all(hosts.map(hostCpuMicros));
    return (each.reduce((sum, one) => sum + one, 0) + cpuMicros(manager.pid)) / hosts.length / 1_000;
  };
  const before = await spent();
  const startedAt = performance.now();
  const created = await manager.must<{ id: string }>('POST', '/api/v1/jobs', request);
  const state = await untilEnded(manager, created.id, startedAt);
  const ms = performance.now() - startedAt;
  const cpuMs = (await spent()) - before;
  if (state !== 'completed') {
    const told = await manager.must('GET', `/api/v1/jobs/${created.id}`);
    throw new Error(`the job ended ${state}: ${JSON.stringify(told).slice(0, 4_000)}`);
  }
  await assertUpgraded(hosts);
  return { ms, cpuMs };
}

async function untilEnded(manager: ManagerProcess, jobId: string, startedAt: number): Promise<string> {
  while (performance.now() - startedAt < jobLimitMs) {
    const { state } = await manager.must<{ state: string }>('GET', `/api/v1/jobs/${jobId}`);
    if (ended.has(state)) return state;
    await sleep(askEveryMs);
  }
  return `not within ${jobLimitMs} ms`;
}

/** Throws unless dpkg says that the whole upgrade was done on every host. */
async function assertUpgraded(hosts: readonly LabHost[]): Promise<void> {
  const format = '${Package}=${Version}\n';
  await Promise.all(
    hosts.map(async (host) => {
      const text = await host.run(['dpkg-query', '-W', '-f', format, ...names]);
      const wrong = Object.entries(packages).filter(
        ([name, version]) => !text.includes(`${name}=${version}\n`),
      );
      if (wrong.length > 0) throw new Error(`${host.name} was not upgraded: ${text}`);
    }),
  );
}
