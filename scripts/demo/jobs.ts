import { untilEnded, type WireJob } from '../../test/support/fleet.ts';
import type { ManagerProcess } from '../../test/support/manager.ts';
import type { DemoBackend } from './packages.ts';

/** Ids of jobs, one for each state that a job can come to. */
export interface DemoJobs {
  completed: string;
  partial: string;
  plan: string;
  running: string;
  /** Short name of the host that failed in `partial`. */
  failedHost: string;
}

interface Parts {
  hostId(name: string): string;
  backend(name: string): DemoBackend | undefined;
}

const FAILED_HOST = 'db3';
const FAILURE = {
  code: 'SCRIPT_FAILED',
  message: 'postgresql-client-17: the post-installation script ended with 1',
};
const DAY_MS = 86_400_000;

/** Runs a week's work in seconds: jobs that ended well and in part, a plan that waits, one that is running. */
export async function runDemoJobs(manager: ManagerProcess, parts: Parts): Promise<DemoJobs> {
  const start = (body: Record<string, unknown>, hosts: readonly string[]): Promise<WireJob> => {
    const target = { host_ids: hosts.map((name) => parts.hostId(name)) };
    return manager.must<WireJob>('POST', '/api/v1/jobs', {
      operation: 'patch',
      target,
      respect_windows: false,
      ...body,
    });
  };
  const failing = parts.backend(FAILED_HOST);
  if (failing) failing.failNext = { failure: FAILURE, changed: true };
  const [completed, partial] = await Promise.all([
    start({ mode: 'security', name: 'Security patches, web' }, ['web1', 'web2', 'web3', 'web4']),
    start({ mode: 'all', name: 'All patches, databases' }, ['db1', 'db2', FAILED_HOST]),
  ]);
  await Promise.all([untilEnded(manager, completed), untilEnded(manager, partial)]);
  const plan = await start({ mode: 'all', dry_run: true, name: 'Patch night, everything else' }, [
    'app1',
    'app2',
    'app3',
    'mail',
    'build1',
    'build2',
    'files',
  ]);
  await untilEnded(manager, plan);
  const scheduleAt = new Date(Date.now() + DAY_MS).toISOString();
  await start({ mode: 'all', name: 'The rest of the web', schedule_at: scheduleAt }, ['web1', 'web2']);
  await start({ mode: 'all', name: 'All patches, spare databases', respect_windows: true }, ['db4', 'db5']);
  const running = await startRunning(start, parts);
  await manager.until<WireJob>(`/api/v1/jobs/${running.id}`, isUnderWay);
  return {
    completed: completed.id,
    partial: partial.id,
    plan: plan.id,
    running: running.id,
    failedHost: FAILED_HOST,
  };
}

const HALTS: readonly (readonly [string, number])[] = [
  ['build2', 0.8],
  ['files', 0.45],
  ['app3', 0.6],
];

function startRunning(
  start: (body: Record<string, unknown>, hosts: readonly string[]) => Promise<WireJob>,
  { backend }: Parts,
): Promise<WireJob> {
  for (const [name, share] of HALTS) {
    const one = backend(name);
    if (one) one.haltAt = share;
  }
  return start({ mode: 'security', name: 'OpenSSH, at once' }, ['build1', ...HALTS.map(([name]) => name)]);
}

/** True once one host is done; the others stand where they halt. */
const isUnderWay = ({ hosts }: WireJob): boolean =>
  hosts.some(({ state }) => state === 'completed' || state === 'succeeded');
