// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- an ambient file cannot be imported
/// <reference path="../../server/shared/pki/forgeAsn1.d.ts" />
import { generateKeyPairSync } from 'node:crypto';
import path from 'node:path';
import { pino } from 'pino';
import { enrollSimulated } from '../../agent/simulator/enroll.ts';
import { startSimulator, type Simulator } from '../../agent/simulator/simulator.ts';
import { createCsr } from '../../server/shared/pki/csr.ts';
import type { WireHost } from '../../test/support/fleet.ts';
import type { ManagerProcess } from '../../test/support/manager.ts';
import { freePort } from '../../test/support/ports.ts';
import { DEMO_HOSTS, demoFacts, fqdnOf, LOST_HOST, machineIdOf } from './hosts.ts';
import { runDemoJobs, type DemoJobs } from './jobs.ts';
import { DemoBackend } from './packages.ts';
import { writePast } from './past.ts';
import { setUpSite } from './site.ts';

export interface DemoFleet {
  jobs: DemoJobs;
  /** Id of the host with this short name. */
  hostId(name: string): string;
  stop(): Promise<void>;
}

interface DemoOptions {
  /** Told what is being done, before it is. */
  say?: (what: string) => void;
}

/**
 * Starts a fleet of two hundred hosts to look at, on a manager that is started and signed in: the agents are real except
 * for their packages, the jobs are real, the two months before are written into the database.
 */
export async function startDemoFleet(
  manager: ManagerProcess,
  dir: string,
  { say = () => undefined }: DemoOptions = {},
): Promise<DemoFleet> {
  const backends = new Map<string, DemoBackend>();
  const simulators: Simulator[] = [];
  const start = async (names: readonly string[]): Promise<Simulator> => {
    const simulator = await startAgents({ manager, dir, names, backends });
    simulators.push(simulator);
    return simulator;
  };
  const stop = async (): Promise<void> => {
    for (const backend of backends.values()) backend.release();
    await Promise.all(simulators.map((simulator) => simulator.stop()));
  };
  try {
    say(`${DEMO_HOSTS.length + 1} hosts enroll ...`);
    const lost = await start([LOST_HOST.name]);
    await start(DEMO_HOSTS.map(({ name }) => name));
    say('their patches are read ...');
    await manager.until<Counts>('/api/v1/status/fleet', areRead, READ_LIMIT_MS);
    simulators.splice(simulators.indexOf(lost), 1);
    await lost.stop();
    say('two months of patch nights are written ...');
    const now = await manager.must<Parameters<typeof writePast>[1]>('GET', '/api/v1/status/fleet');
    await manager.stop();
    await writePast(manager.dataDir, now);
    await manager.start();
    const hostId = await idsOf(manager);
    say('groups, windows and policies are set up, and jobs run ...');
    await setUpSite(manager, hostId);
    await askToEnroll(manager, 'edge1');
    await makeToken(manager, 'Data centre 2', 20);
    const jobs = await runDemoJobs(manager, { hostId, backend: (name) => backends.get(name) });
    await manager.until<{ health_status: string }>(
      `/api/v1/hosts/${hostId(LOST_HOST.name)}`,
      ({ health_status: health }) => health === 'unreachable',
    );
    return { jobs, hostId, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** On a busy machine; a quiet one needs a tenth. */
const READ_LIMIT_MS = 180_000;

interface Counts {
  hosts_total: number;
  hosts_security_unknown: number;
}

const areRead = ({ hosts_total: total, hosts_security_unknown: unknown }: Counts): boolean =>
  total === DEMO_HOSTS.length + 1 && unknown === 0;

async function idsOf(manager: ManagerProcess): Promise<(name: string) => string> {
  const { hosts } = await manager.must<{ hosts: WireHost[] }>('GET', '/api/v1/hosts?limit=500');
  const ids = new Map(hosts.map(({ fqdn, id }) => [fqdn, id]));
  return (name) => ids.get(fqdnOf(name)) ?? '';
}

interface Agents {
  manager: ManagerProcess;
  dir: string;
  names: readonly string[];
  backends: Map<string, DemoBackend>;
}

async function startAgents({ manager, dir, names, backends }: Agents): Promise<Simulator> {
  const log = pino({ level: 'silent' });
  const folder = path.join(dir, 'agents');
  const [address, port] = ['127.0.0.1', await freePort()];
  const token = await makeToken(manager, names.length === 1 ? 'Backup' : 'Data centre 1', names.length);
  const where = { dir: folder, names, hostOf: demoFacts, log };
  const { signal } = new AbortController();
  await enrollSimulated({ ...where, managerUrl: manager.url, token, address, port, signal });
  const backendOf = (name: string): DemoBackend => {
    const backend = new DemoBackend(name);
    backends.set(name, backend);
    return backend;
  };
  return startSimulator({ ...where, listen: address, port, backendOf });
}

async function makeToken(manager: ManagerProcess, name: string, uses: number): Promise<string> {
  const body = { name, max_uses: uses, expires_in_secs: 86_400 };
  return (await manager.must<{ token: string }>('POST', '/api/v1/admin/enrollment-tokens', body)).token;
}

/** A host that asks without a token, and so waits for an administrator. */
async function askToEnroll(manager: ManagerProcess, name: string): Promise<void> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { status, body } = await manager.call(
    'POST',
    '/api/v1/enroll',
    {
      machine_id: machineIdOf(name),
      fqdn: fqdnOf(name),
      ip_address: '127.0.0.1',
      os_details: { os_family: 'debian', name: 'Ubuntu 24.04.1 LTS', arch: 'arm64' },
      csr_pem: createCsr(privateKey, fqdnOf(name)),
    },
    null,
  );
  if (status !== 201) throw new Error(`enrolling answered ${status}: ${JSON.stringify(body)}`);
}
