import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createManager, type ManagerProcess } from '../test/support/manager.ts';
import { startDemoFleet, type DemoFleet } from './demo/fleet.ts';
import type { QuickstartOptions } from './quickstartOptions.mjs';
import { ClearError, rejectOn, say, stopSignal } from './quickstartProgress.ts';

const NOTICE = 'Demonstration: the hosts are simulated, and all of it is removed when it ends.';

/**
 * Starts a manager with a simulated fleet in a temporary directory, stays in the foreground until Ctrl-C and removes
 * everything; returns the exit code. This machine is neither looked at nor changed.
 */
export async function runDemo({ listen, port }: QuickstartOptions): Promise<number> {
  const signal = stopSignal();
  const dir = await mkdtemp(path.join(tmpdir(), 'fleetmend-demo-'));
  const adminPassword = `demo-${randomBytes(6).toString('hex')}`;
  const manager = await createManager({
    listen,
    port,
    dataDir: path.join(dir, 'manager'),
    adminPassword,
    env: { FLEETMEND_NOTICE: NOTICE, FLEETMEND_CONFIG: '/dev/null', FLEETMEND_VALIDATE_RESPONSES: 'false' },
  });
  let fleet: DemoFleet | null = null;
  try {
    const begun = begin(manager, dir);
    await Promise.race([begun, rejectOn(signal)]);
    fleet = await begun;
    say(accessText(manager.url, adminPassword));
    say(`Running at ${manager.url}; Ctrl-C stops it and removes everything.`);
    await Promise.race([
      rejectOn(signal),
      manager.ended().then((code) => {
        throw new ClearError(`the manager ended unexpectedly (${code}):\n${manager.warnings}`);
      }),
    ]);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    if (signal.aborted) say('\nstopping ...');
    await fleet?.stop();
    await manager.stop();
    await rm(dir, { recursive: true, force: true, maxRetries: 3 });
  }
  say('stopped, and removed');
  return 0;
}

async function begin(manager: ManagerProcess, dir: string): Promise<DemoFleet> {
  say('starting a manager with a simulated fleet ...');
  await manager.start();
  await manager.signIn();
  return startDemoFleet(manager, dir, { say: (what) => say(`  ${what}`) });
}

const accessText = (url: string, password: string): string =>
  [
    '',
    `  Web UI    ${url}`,
    `  API       ${url}/api/docs`,
    '  User      admin',
    `  Password  ${password}`,
    '',
  ].join('\n');
