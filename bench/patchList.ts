import { hostServerName } from '../server/shared/pki/names.ts';
import { agentPackage } from '../test/support/packages.ts';
import { lab, pathInHost } from '../test/support/lab.ts';
import type { HostProcess } from '../test/support/hostProcess.ts';
import type { LabHost } from '../test/support/lab.ts';
import type { Bench, Figure } from './bench.ts';
import { copyInto, pad } from './support/agentHost.ts';
import { createAuthority, leafOf } from '../server/core/agents/pki/pki.testing.ts';
import { enrollOffline } from './support/authority.ts';
import { callOnce, untilAnswered } from './support/https.ts';
import type { Call } from './support/https.ts';
import { childrenCpuMicros, threadsCpuMicros, timesMicros } from './support/proc.ts';
import { median } from './support/stats.ts';
import { withDirectory } from './support/temporary.ts';

const hostId = '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21';
const packages = 1_600;
const maxRatio = 1.3;
const rounds = 7;
const agentDir = '/var/lib/fleetmend-agent';

/**
 * The commands by which apt itself says all that the list holds: what is installed, sources, what an upgrade takes,
 * sizes.
 */
const aptSays = (plan: string): string => `
names=$(dpkg-query -W -f '\${Package}\\n')
apt-cache policy
apt-cache policy -- $names
apt-get -q -y ${plan} --with-new-pkgs upgrade
apt-cache show -- $(seq -f pad-%04g=1.1-1 0 ${packages - 1})`;
const bases = [
  { name: 'apt alone', script: aptSays('-s'), isJudged: true },
  // The agent gets the plan out of a hook, so apt need not simulate what dpkg would do.
  { name: "the agent's calls of apt alone", script: aptSays('--print-uris'), isJudged: false },
] as const;

export const patchList: Bench = {
  name: 'patchList',
  about: `a whole patch list of ${packages} packages by the packaged agent, beside apt alone`,
  inLab: true,
  run: (say) =>
    withDirectory(async (dir) => {
      const authority = await createAuthority();
      await enrollOffline(dir, authority, hostId);
      const tls = await leafOf(authority, { kind: 'manager' });
      await lab.startRepo();
      try {
        const host = await lab.up('padded', '10.77.0.11');
        say(`padding the host with ${packages} packages that have an update each`);
        await pad(host, packages);
        await copyInto(host, dir, agentDir);
        const agent = await host.spawn([pathInHost(await agentPackage('exe'))], {
          env: { FLEETMEND_KERNEL_RELEASE: '6.1.0-90-lab', FLEETMEND_AGENT_REFRESH_INTERVAL_SECS: '0' },
        });
        await agent.waitForOutput(/"event":"listening"/);
        const call = { host: host.address, port: 9443, servername: hostServerName(hostId), tls };
        await untilAnswered({ ...call, path: '/health' });
        return { figures: await measure(host, agent, call) };
      } finally {
        await lab.down();
      }
    }),
};

interface Cost {
  ms: number;
  cpuMs: number;
}

/** Measures in turns, so that a machine that gets slower meanwhile is slower for all of them. */
async function measure(host: LabHost, agent: HostProcess, call: Omit<Call, 'path'>): Promise<Figure[]> {
  const whole: Cost[] = [];
  const alone: Cost[][] = bases.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    const cost = await listCost(host, agent, call);
    const costs: Cost[] = [];
    for (const { script } of bases) costs.push(await commandCost(host, script));
    // The first round only fills the caches.
    if (round === 0) continue;
    whole.push(cost);
    for (const [index, one] of costs.entries()) alone[index]?.push(one);
  }
  return bases.flatMap((base, index) => figuresOf(whole, alone[index] ?? [], base));
}

function figuresOf(
  agent: readonly Cost[],
  alone: readonly Cost[],
  { name, isJudged }: { name: string; isJudged: boolean },
): Figure[] {
  return (['ms', 'cpuMs'] as const).map((kind) => ({
    name: `whole list of ${packages}: ${kind === 'ms' ? 'time' : 'CPU'} (p50 of ${rounds})`,
    value: median(agent.map((cost) => cost[kind])),
    unit: 'ms',
    base: { name, value: median(alone.map((cost) => cost[kind])) },
    ...(isJudged ? { target: { of: 'ratio' as const, max: maxRatio } } : {}),
  }));
}

/** Has the whole list made anew: a file that the agent watches gets another time, as after any change of a package. */
async function listCost(host: LabHost, agent: HostProcess, call: Omit<Call, 'path'>): Promise<Cost> {
  await host.run(['touch', '/var/lib/apt/extended_states']);
  const cpu = async (): Promise<number> =>
    (await threadsCpuMicros(host, agent.pid)) + (await childrenCpuMicros(host, agent.pid));
  const before = await cpu();
  const startedAt = performance.now();
  const { status, body } = await callOnce({ ...call, path: '/api/v1/patches' });
  const ms = performance.now() - startedAt;
  const { data } = JSON.parse(body) as { data: { total: number } };
  if (status !== 200 || data.total < packages)
    throw new Error(`the list was answered ${status}, ${data?.total}`);
  return { ms, cpuMs: ((await cpu()) - before) / 1_000 };
}

/** Times the script inside the host, so that entering it is not part of the figure. */
async function commandCost(host: LabHost, script: string): Promise<Cost> {
  const timed = `from=$(date +%s%N)\n{ ${script}\n} >/dev/null 2>&1 || exit 1\nto=$(date +%s%N)\necho $(( (to - from) / 1000 ))\ntimes`;
  const text = await host.run(['sh', '-c', timed], { env: { LC_ALL: 'C' } });
  const [micros = ''] = text.trim().split('\n');
  return { ms: Number(micros) / 1_000, cpuMs: timesMicros(text) / 1_000 };
}
