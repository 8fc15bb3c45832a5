import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostServerName } from '../server/contract/names.ts';
import { lab, projectInHost } from '../test/support/lab.ts';
import type { HostProcess, LabHost } from '../test/support/lab.ts';
import type { Bench, Figure } from './bench.ts';
import { writeBareServer } from './coldStart.ts';
import { createAuthority, enrollOffline, issuePair } from './support/authority.ts';
import type { KeyAndCertificate } from './support/authority.ts';
import { callOnce, untilAnswered } from './support/https.ts';
import { residentMb } from './support/proc.ts';
import { withDirectory } from './support/temporary.ts';

const hostId = '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21';
const packages = 1_600;
/** Long enough for the collector to come round after the start, and after the list. */
const idleMs = 4_000;
const agentDir = '/var/lib/fleetmend-agent';
const bareDir = '/srv/bare';

export const agentMemory: Bench = {
  name: 'agentMemory',
  about: `resident memory of the agent, idle and after a patch list of ${packages} packages`,
  inLab: true,
  run: (say) =>
    withDirectory(async (dir) => {
      const authority = await createAuthority();
      await enrollOffline(dir, authority, hostId);
      const manager = await issuePair(authority, { kind: 'manager' });
      const served = await issuePair(authority, { kind: 'host', hostId });
      await lab.startRepo();
      const host = await lab.up('padded', '10.77.0.11');
      say(`padding the host with ${packages} packages that have an update each`);
      await pad(host);
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

function figuresOf(agent: Memory, bare: Memory): Figure[] {
  const base = (value: number): Figure['base'] => ({ name: 'bare HTTPS server', value });
  return [
    { name: 'agent, idle', value: agent.idleMb, unit: 'MB', base: base(bare.idleMb) },
    {
      name: `agent, right after a list of ${packages}`,
      value: agent.afterListMb,
      unit: 'MB',
      base: base(bare.afterListMb),
    },
    { name: `agent, ${idleMs / 1000} s later`, value: agent.restedMb, unit: 'MB', base: base(bare.restedMb) },
  ];
}

async function measureAgent(host: LabHost, tls: KeyAndCertificate): Promise<Memory> {
  const agent = await host.spawn(['node', `${projectInHost}/agent/main.ts`], {
    env: { FLEETMEND_KERNEL_RELEASE: '6.1.0-90-lab', FLEETMEND_AGENT_REFRESH_INTERVAL_SECS: '0' },
  });
  const memory = await measure(host, agent, tls, ['/health', '/api/v1/patches']);
  const { data } = JSON.parse(memory.list) as { data: { total: number } };
  if (data.total < packages) throw new Error(`the list holds ${data.total} patches instead of ${packages}`);
  return memory;
}

async function measureBare(host: LabHost, tls: KeyAndCertificate): Promise<Memory> {
  const script = `${projectInHost}/bench/processes/bareServer.mjs`;
  const server = await host.spawn(['node', script, bareDir, '0.0.0.0', '9443']);
  return measure(host, server, tls, ['/', '/']);
}

async function measure(
  host: LabHost,
  server: HostProcess,
  tls: KeyAndCertificate,
  [first, second]: readonly [string, string],
): Promise<Memory> {
  const call = { host: host.address, port: 9443, servername: hostServerName(hostId), tls };
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
  await server.kill();
  return { idleMb, afterListMb, restedMb, list };
}

/** Packages that dpkg believes to be installed, and a repository of one list that has a newer version of each. */
async function pad(host: LabHost): Promise<void> {
  const names = Array.from({ length: packages }, (_, index) => `pad-${String(index).padStart(4, '0')}`);
  const status = await host.readFile('/var/lib/dpkg/status');
  const fields =
    'Section: misc\nPriority: optional\nMaintainer: Pad <pad@example.invalid>\nArchitecture: all';
  const about = 'Installed-Size: 12\nDescription: padding\n stands for a package\n';
  const installed = names.map(
    (name) => `Package: ${name}\nStatus: install ok installed\n${fields}\nVersion: 1.0-1\n${about}`,
  );
  await host.writeFile('/var/lib/dpkg/status', `${status.trimEnd()}\n\n${installed.join('\n')}\n`);
  await host.run([
    'sh',
    '-c',
    `cd /var/lib/dpkg/info && for i in $(seq -f pad-%04g 0 ${packages - 1}); do : >$i.list; done`,
  ]);
  const offered = names.map((name) => {
    const file = `Filename: ./${name}.deb\nSize: 1024\nSHA256: ${'0'.repeat(64)}`;
    return `Package: ${name}\n${fields}\nVersion: 1.1-1\n${file}\n${about}`;
  });
  await host.writeFile('/srv/pad/Packages', `${offered.join('\n')}\n`);
  await host.writeFile('/etc/apt/sources.list.d/pad.list', 'deb [trusted=yes] file:/srv/pad ./\n');
  await host.run(['apt-get', '-qq', 'update']);
}

const identityFiles = ['identity/agent.key', 'identity/agent.crt', 'identity/ca.pem'];

async function copyInto(host: LabHost, from: string, to: string, files = identityFiles): Promise<void> {
  for (const file of files)
    await host.writeFile(`${to}/${file}`, readFileSync(path.join(from, file), 'utf8'), '600');
}
