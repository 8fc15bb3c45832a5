import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostServerName } from '../server/shared/pki/names.ts';
import { agentPackage } from '../test/support/packages.ts';
import { lab, pathInHost, projectInHost } from '../test/support/lab.ts';
import type { HostProcess } from '../test/support/hostProcess.ts';
import type { LabHost } from '../test/support/lab.ts';
import type { Bench, Figure } from './bench.ts';
import { writeBareServer } from './coldStart.ts';
import { copyInto, pad } from './support/agentHost.ts';
import { createAuthority, leafOf } from '../server/core/agents/pki/pki.testing.ts';
import { enrollOffline } from './support/authority.ts';
import type { KeyAndCertificate } from './support/authority.ts';
import { callOnce, KeptConnection, untilAnswered } from './support/https.ts';
import { residentMb, threadsCpuMicros } from './support/proc.ts';
import { withDirectory } from './support/temporary.ts';

const hostId = '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21';
const packages = 1_600;
/** Long enough for a garbage collection after the start, and after the list. */
const idleMs = 4_000;
/** A time without calls, to see what timers cost. */
const restMs = 20_000;
const calls = 200;
const agentDir = '/var/lib/fleetmend-agent';
const bareDir = '/srv/bare';

export const agentMemory: Bench = {
  name: 'agentMemory',
  about: `memory and CPU of the packaged agent: idle, and with a patch list of ${packages} packages`,
  inLab: true,
  run: (say) =>
    withDirectory(async (dir) => {
      const authority = await createAuthority();
      await enrollOffline(dir, authority, hostId);
      const manager = await leafOf(authority, { kind: 'manager' });
      const served = await leafOf(authority, { kind: 'host', hostId });
      await lab.startRepo();
      const host = await lab.up('padded', '10.77.0.11');
      say(`padding the host with ${packages} packages that have an update each`);
      await pad(host, packages);
      await copyInto(host, dir, agentDir);
      try {
        const agent = await measureAgent(host, manager);
        writeBareServer(path.join(dir, 'bare'), served, agent.list);
        await copyInto(host, path.join(dir, 'bare'), bareDir, ['key', 'cert', 'ca', 'body']);
        const bare = await measureBare(host, manager);
        return { figures: figuresOf(agent, bare) };
      } finally {
        await lab.down();
      }
    }),
};

interface Memory {
  idleMb: number;
  afterListMb: number;
  restedMb: number;
  list: string;
}

interface Footprint extends Memory {
  /** CPU while there are no calls, as a share of one core. */
  restPercent: number;
  healthMicros: number;
  unchanged: { ms: number; micros: number };
}

function figuresOf(agent: Footprint, bare: Memory): Figure[] {
  const base = (value: number): Figure['base'] => ({ name: 'bare HTTPS server', value });
  const idlePercent =
    agent.restPercent + (100 * agent.healthMicros) / 60e6 + (100 * agent.unchanged.micros) / 1_800e6;
  return [
    {
      name: 'agent, idle',
      value: agent.idleMb,
      unit: 'MB',
      base: base(bare.idleMb),
      target: { of: 'ratio', max: 1.2 },
    },
    {
      name: `agent, right after a list of ${packages}`,
      value: agent.afterListMb,
      unit: 'MB',
      base: base(bare.afterListMb),
    },
    { name: `agent, ${idleMs / 1000} s later`, value: agent.restedMb, unit: 'MB', base: base(bare.restedMb) },
    {
      name: 'agent, CPU at default polling',
      value: idlePercent,
      unit: '% of a core',
      target: { of: 'value', max: 0.1 },
    },
    {
      name: `agent, unchanged list of ${packages} (304)`,
      value: agent.unchanged.ms,
      unit: 'ms',
      target: { of: 'value', max: 5 },
    },
    { name: 'agent, unchanged list: CPU', value: agent.unchanged.micros / 1000, unit: 'ms' },
  ];
}

async function measureAgent(host: LabHost, tls: KeyAndCertificate): Promise<Footprint> {
  const executable = await agentPackage('exe');
  // Drops the executable from the page cache, as after a restart of the host: what was just written lies there in
  // larger pieces, and maps more.
  execFileSync('dd', [`if=${executable}`, 'iflag=nocache', 'count=0', 'status=none']);
  const agent = await host.spawn([pathInHost(executable)], {
    env: { FLEETMEND_KERNEL_RELEASE: '6.1.0-90-lab', FLEETMEND_AGENT_REFRESH_INTERVAL_SECS: '0' },
  });
  const memory = await measure(host, agent, tls, ['/health', '/api/v1/patches']);
  const { data } = JSON.parse(memory.list) as { data: { total: number } };
  if (data.total < packages) throw new Error(`the list holds ${data.total} patches instead of ${packages}`);
  try {
    return { ...memory, ...(await measureCpu(host, agent, tls)) };
  } finally {
    await agent.kill();
  }
}

/**
 * The cost of a connection that the manager keeps open: at rest, asked for health, and for a list that has not changed.
 */
async function measureCpu(
  host: LabHost,
  agent: HostProcess,
  tls: KeyAndCertificate,
): Promise<Pick<Footprint, 'restPercent' | 'healthMicros' | 'unchanged'>> {
  const connection = new KeptConnection(callTo(host, tls));
  const spent = async (work: () => Promise<unknown>): Promise<number> => {
    const before = await threadsCpuMicros(host, agent.pid);
    await work();
    return (await threadsCpuMicros(host, agent.pid)) - before;
  };
  try {
    const { etag } = await connection.get('/api/v1/patches');
    if (!etag) throw new Error('the list has no ETag');
    const rest = await spent(() => sleep(restMs));
    const health = await spent(() => repeat(calls, () => connection.get('/health')));
    let ms = 0;
    const unchanged = await spent(async () => {
      const startedAt = performance.now();
      await repeat(calls, async () => {
        const { status } = await connection.get('/api/v1/patches', { 'if-none-match': etag });
        if (status !== 304) throw new Error(`an unchanged list was answered with ${status}`);
      });
      ms = (performance.now() - startedAt) / calls;
    });
    return {
      restPercent: (100 * rest) / (restMs * 1000),
      healthMicros: health / calls,
      unchanged: { ms, micros: unchanged / calls },
    };
  } finally {
    connection.close();
  }
}

async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < times; i += 1) await work();
}

const callTo = (host: LabHost, tls: KeyAndCertificate) => ({
  host: host.address,
  port: 9443,
  servername: hostServerName(hostId),
  tls,
});

async function measureBare(host: LabHost, tls: KeyAndCertificate): Promise<Memory> {
  const script = `${projectInHost}/bench/processes/bareServer.mjs`;
  const server = await host.spawn(['node', script, bareDir, '0.0.0.0', '9443']);
  const memory = await measure(host, server, tls, ['/', '/']);
  await server.kill();
  return memory;
}

async function measure(
  host: LabHost,
  server: HostProcess,
  tls: KeyAndCertificate,
  [first, second]: readonly [string, string],
): Promise<Memory> {
  const call = callTo(host, tls);
  const residentNow = async (): Promise<number> =>
    residentMb(await host.run(['cat', `/proc/${server.pid}/status`]));
  await server.waitForOutput(/"event":"listening"/);
  await untilAnswered({ ...call, path: first });
  await sleep(idleMs);
  const idleMb = await residentNow();
  const { body: list } = await callOnce({ ...call, path: second });
  const afterListMb = await residentNow();
  await sleep(idleMs);
  const restedMb = await residentNow();
  return { idleMb, afterListMb, restedMb, list };
}
