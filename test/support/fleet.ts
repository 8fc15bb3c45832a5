import { bundleInHost } from './bundle.ts';
import type { HostProcess } from './hostProcess.ts';
import { lab, type LabHost, type UpOptions } from './lab.ts';
import type { ManagerProcess } from './manager.ts';

/** The parts of the contract's shapes that these tests read. */
export interface WireHost {
  id: string;
  fqdn: string;
  machine_id: string;
  ip_address: string;
  health_status: string;
  patches_total: number | null;
  patches_security: number | null;
  patches_polled_at: string | null;
  connected_since: string | null;
  agent_version: string | null;
  os_name: string | null;
}

export interface WireJobHost {
  host_id: string;
  fqdn: string;
  state: string;
  reason: string | null;
  attempt: number;
  next_attempt_at: string | null;
  agent_job_id: string | null;
  error: { code: string; message: string; retryable: boolean } | null;
  plan: {
    install: { name: string }[];
    upgrade: { name: string; from: string; to: string }[];
    kept_back: { name: string; reason: string; message: string }[];
  } | null;
  plan_hash: string | null;
  changes: { name: string; arch: string; from: string | null; to: string | null }[];
  reversible: { verdict: string; reasons: { code: string }[] } | null;
  message: string | null;
}

export interface WireJob {
  id: string;
  state: string;
  operation: string;
  counts: Record<string, number>;
  hosts: WireJobHost[];
}

export interface FleetHost {
  lab: LabHost;
  agent: HostProcess;
  host: WireHost;
}

export const ENDED = new Set(['completed', 'partial', 'failed', 'cancelled']);

/** How the agents of this run are reached; see `connections` in CONTRIBUTING.md. */
export const connection = process.env.TEST_CONNECTION === 'dial' ? 'dial' : 'listen';

/** How a test starts the agent of this checkout in a host. */
export const agentArgv = async (): Promise<string[]> => ['node', await bundleInHost('agent/main.ts')];

/** Starts the agent inside a lab host, from its sources or by `argv`; with a token it enrolls by itself. */
export async function startAgent(
  host: LabHost,
  manager: ManagerProcess,
  token: string | null,
  env: Record<string, string> = {},
  argv?: string[],
): Promise<HostProcess> {
  return host.spawn(argv ?? (await agentArgv()), {
    env: {
      FLEETMEND_AGENT_MANAGER_URL: manager.url,
      FLEETMEND_AGENT_ADVERTISE_ADDRESS: host.address,
      FLEETMEND_AGENT_CONNECTION: connection,
      FLEETMEND_KERNEL_RELEASE: '6.1.0-90-lab',
      ...(token === null ? {} : { FLEETMEND_AGENT_ENROLLMENT_TOKEN: token }),
      ...env,
    },
  });
}

/** A one-time token that approves up to `count` hosts. */
export async function enrollmentToken(manager: ManagerProcess, count = 1): Promise<string> {
  const made = await manager.must<{ token: string }>('POST', '/api/v1/admin/enrollment-tokens', {
    max_uses: count,
    expires_in_secs: 3_600,
  });
  return made.token;
}

/** Boots a lab host, enrolls its agent by token, and waits until the manager has read its patches. */
export async function enrollHost(
  manager: ManagerProcess,
  token: string,
  name: string,
  address: string,
  { env, ...options }: UpOptions & { env?: Record<string, string> } = {},
): Promise<FleetHost> {
  const host = await lab.up(name, address, options);
  await host.run(['apt-get', '-qq', '-o', 'APT::Update::Error-Mode=any', 'update']);
  const agent = await startAgent(host, manager, token, env);
  await agent.untilListening();
  return { lab: host, agent, host: await untilPolled(manager, host) };
}

/** Waits until the manager has enrolled this host and read its patches. */
export async function untilPolled(manager: ManagerProcess, { name, address }: LabHost): Promise<WireHost> {
  const polled = (list: { hosts: WireHost[] }): boolean =>
    list.hosts.some((item) => item.ip_address === address && item.patches_polled_at !== null);
  const { hosts } = await manager.until<{ hosts: WireHost[] }>('/api/v1/hosts', polled);
  const found = hosts.find((item) => item.ip_address === address);
  if (!found) throw new Error(`${name} is not in the list`);
  return found;
}

export const jobPath = (job: { id: string }): string => `/api/v1/jobs/${job.id}`;

export function untilEnded(
  manager: ManagerProcess,
  job: { id: string },
  timeoutMs = 90_000,
): Promise<WireJob> {
  return manager.until<WireJob>(jobPath(job), ({ state }) => ENDED.has(state), timeoutMs);
}

export function jobHostOf(job: WireJob, host: Pick<FleetHost, 'host'>): WireJobHost {
  const found = job.hosts.find(({ host_id }) => host_id === host.host.id);
  if (!found) throw new Error(`${host.host.fqdn} is not in the job`);
  return found;
}
