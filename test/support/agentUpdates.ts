/** Updates of agents by their manager: what it serves, and what became of them on the host. */
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { jobPath, type WireJob } from './fleet.ts';
import type { ManagerProcess } from './manager.ts';
import type { ServiceHost } from './service.ts';

/** The version after that of this checkout, to which the tests update. */
export const NEXT = '0.1.1';

/**
 * Makes this package the only one that a manager with this `packages_dir` serves, under its own name. `changes`: of its
 * line in the manifest.
 */
export function serveAgent(folder: string, file: string, changes: object = {}): void {
  const name = path.basename(file);
  if (file !== path.join(folder, name)) copyFileSync(file, path.join(folder, name));
  const one = {
    name,
    format: name.endsWith('.rpm') ? 'rpm' : 'deb',
    arch: process.arch,
    version: NEXT,
    sizeBytes: statSync(file).size,
    sha256: createHash('sha256').update(readFileSync(file)).digest('hex'),
  };
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify({ files: [{ ...one, ...changes }] }));
}

export const updateAgent = (manager: ManagerProcess, { host }: ServiceHost, more: object = {}) =>
  manager.must<WireJob>('POST', '/api/v1/jobs', {
    operation: 'agent_update',
    target: { host_ids: [host.id] },
    ...more,
  });

/** Version and state of the agent's package, as dpkg knows them: `0.1.0 ii`. */
export async function installedAgent({ lab }: ServiceHost): Promise<string> {
  const format = '${Version} ${db:Status-Abbrev}';
  return (await lab.run(['dpkg-query', '--show', '--showformat', format, 'fleetmend-agent'])).trim();
}

/** The version of the agent that answers on its status socket; throws when none does. */
export async function runningAgent({ lab }: ServiceHost): Promise<string> {
  return (JSON.parse(await lab.run(['fleetmend-agent', 'status', '--json'])) as { version: string }).version;
}

/** The log of the job on that host, as the manager has it. */
export async function logOf(manager: ManagerProcess, job: WireJob, { host }: ServiceHost): Promise<string> {
  const { logs } = await manager.must<{ logs: { text: string }[] }>(
    'GET',
    `${jobPath(job)}/hosts/${host.id}/log?limit=500`,
  );
  return logs.map(({ text }) => text.trim()).join('\n');
}
