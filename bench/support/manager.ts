import { managerFlags } from '../../scripts/packages/files.ts';
import { ADMIN_PASSWORD, createManager } from '../../test/support/manager.ts';
import type { ManagerProcess } from '../../test/support/manager.ts';
import { freePort } from '../../test/support/ports.ts';

export interface ManagerOptions {
  dataDir: string;
  listen?: string;
  port?: number;
  env?: Record<string, string>;
  /** Flags besides those of `npm start`. */
  nodeFlags?: readonly string[];
}

/**
 * Starts what `npm start` runs: a process of its own, with its own log; answers are not checked. Signed in as admin.
 */
export async function startManager({
  dataDir,
  listen,
  port,
  env,
  nodeFlags = [],
}: ManagerOptions): Promise<ManagerProcess> {
  const manager = await createManager({
    dataDir,
    ...(listen === undefined ? {} : { listen }),
    port: port ?? (await freePort()),
    nodeFlags: [...managerFlags, ...nodeFlags],
    env: { FLEETMEND_VALIDATE_RESPONSES: 'false', ...env },
  });
  await manager.start();
  await manager.signIn();
  return manager;
}

/** Starts a manager once on an empty directory, so that database, authority and admin are there. */
export async function prepareManager(dataDir: string): Promise<void> {
  const manager = await startManager({ dataDir });
  await manager.stop();
}

export { ADMIN_PASSWORD };
