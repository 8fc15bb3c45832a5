import { createHash } from 'node:crypto';
import { AppError, validationError } from '#server/shared/wire/appError.ts';
import { toWire } from '#server/shared/wire/names.ts';
import type { AgentHandler } from '../handler.ts';
import type { Clock } from '../../clock.ts';
import type { HealthProblem } from '../../host/healthProblem.ts';
import type { HostFacts } from '../../host/facts.ts';
import { connectionRequest, rebootRequest } from './jobRequests.ts';
import type { Connection } from '../../config/values.ts';
import type { RebootBody } from './jobRequests.ts';
import { startJob } from './startJob.ts';
import type { StartDeps } from './startJob.ts';

/** Raised by one with each addition to the contract. */
const API_LEVEL = 1;

const CHANGES = ['install', 'update', 'remove', 'patch', 'hold', 'refresh', 'reboot', 'rollback'];
/** What it knows, also where it may change nothing: a call for a change is then refused with that reason. */
const KNOWS = [
  'cancel',
  'dry_run',
  'plan_hash',
  'plan_hash_packages',
  'security_only',
  'strict_sources',
  'repair',
  'certificate',
  'trust',
  'stream',
  'follow',
  'agent_update',
];
const SERVICE_NAME = /^[A-Za-z0-9_][A-Za-z0-9:_.@\\-]{0,254}$/;
const MAX_PROBLEMS = 50;

export interface SystemRouteDeps extends StartDeps {
  host: HostFacts;
  clock: Clock;
  agentVersion: string;
  bootId: () => string;
  problems: () => Promise<HealthProblem[]>;
  /** Whether jobs can change who connects to whom. */
  canChangeConnection: boolean;
  /** Capabilities to leave out; see AgentDeps. */
  lacks?: () => readonly string[];
}

type Operation = 'getHealth' | 'getSystemInfo' | 'getServiceStatus' | 'rebootSystem' | 'changeConnection';

/** What this agent can do on this host: no changes without root, no services without systemd. */
function capabilitiesOf({ backend, host, canChangeConnection, lacks }: SystemRouteDeps): string[] {
  const own = canChangeConnection ? ['connection'] : [];
  const all = [...(backend.privileged ? CHANGES : []), ...KNOWS, ...own];
  const missing = lacks?.() ?? [];
  return [...all, ...(host.hasServices ? ['service_status'] : [])].filter((one) => !missing.includes(one));
}

/** What `getHealth` answers, but for what changes by itself. */
async function healthOf(deps: SystemRouteDeps): Promise<object> {
  const problems = (await deps.problems()).slice(0, MAX_PROBLEMS);
  return {
    ...commonOf(deps),
    status: problems.length === 0 ? 'ok' : 'degraded',
    problems: problems.map(({ code, message }) => ({ code, message: message.slice(0, 4096) })),
  };
}

const commonOf = (deps: SystemRouteDeps): object => ({
  agent_version: deps.agentVersion,
  boot_id: deps.bootId(),
  api_level: API_LEVEL,
  capabilities: capabilitiesOf(deps),
});

/** See Agent.healthMark. */
export const healthMarkOf = async (deps: SystemRouteDeps): Promise<string> =>
  createHash('sha256')
    .update(JSON.stringify(await healthOf(deps)))
    .digest('base64url');

/** Handlers of the tag `system`. */
export function systemRoutes(deps: SystemRouteDeps): Record<Operation, AgentHandler> {
  const { backend, host, clock } = deps;
  const startedAtMs = clock.now().getTime();
  return {
    async getHealth() {
      const data = {
        ...(await healthOf(deps)),
        uptime_secs: Math.max(0, Math.floor((clock.now().getTime() - startedAtMs) / 1000)),
        running_job_id: deps.tasks.runningJobId,
      };
      return { status: 200, data };
    },

    async getSystemInfo() {
      const [facts, reboot, proxies] = await Promise.all([
        host.facts(),
        backend.rebootState(),
        // A configuration that cannot be read is a problem of its own, and keeps nothing else back.
        backend.proxies().catch(() => null),
      ]);
      const data = {
        ...toWire(facts),
        ...commonOf(deps),
        package_manager: backend.name,
        reboot_required: reboot.required,
        reboot_reasons: reboot.reasons.slice(0, 500),
        ...(proxies === null ? {} : { package_proxies: proxies }),
      };
      return { status: 200, data };
    },

    async getServiceStatus({ params }) {
      const name = params['name'] ?? '';
      if (!SERVICE_NAME.test(name)) {
        throw validationError([{ path: '/path/name', message: 'must be the name of a systemd unit' }]);
      }
      if (!host.hasServices) throw new AppError('UNSUPPORTED', { message: 'This host has no systemd.' });
      return { status: 200, data: toWire(await host.service(name)) };
    },

    rebootSystem: (call) => startJob(call, rebootRequest(call.body as RebootBody), deps),

    changeConnection: (call) =>
      startJob(call, connectionRequest(call.body as { connection: Connection }), deps, async () => {
        if (!deps.canChangeConnection)
          throw new AppError('UNSUPPORTED', { message: 'This agent cannot change how it is reached.' });
      }),
  };
}
