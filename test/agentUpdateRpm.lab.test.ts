// tier: night
// needs: lab
// images: el9-t0, suse-t0, deb12sd
// time-limit: 900
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { agent } from '#scripts/packages/agent.ts';
import { makePackages } from '#scripts/packages/make.ts';
import { NEXT, serveAgent, updateAgent } from './support/agentUpdates.ts';
import { agentPackage } from './support/packages.ts';
import { enrollmentToken, jobHostOf, jobPath, untilEnded, type WireJob } from './support/fleet.ts';
import { controllerAddress, lab, pathInHost } from './support/lab.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';
import { enrollServiceHost, type ServiceHost } from './support/service.ts';

const test = suite('agents on rpm systems that the manager updates');
const kept = '/var/lib/fleetmend-agent/agent-packages';
let manager: ManagerProcess;
let served: string;

/** The next package, with a program that ends at its start in place of the agent. */
async function broken(): Promise<string> {
  const outDir = mkdtempSync(path.join(served, 'broken-'));
  const text = '#!/bin/sh\necho lab: I am broken >&2\nexit 1\n';
  const prepare = async (): Promise<void> =>
    writeFileSync(path.join(outDir, 'fleetmend-agent'), text, { mode: 0o755 });
  const options = { outDir, version: NEXT, formats: ['rpm'] as const, isFast: true, say: () => undefined };
  const made = await makePackages({ ...agent, formats: ['rpm'], prepare }, options);
  return path.join(outDir, made[0]?.name ?? '');
}

test.before(async () => {
  served = mkdtempSync(path.join(tmpdir(), 'fleetmend-served-'));
  await lab.startRepo('t1', 'rpm');
  manager = await createManager({ listen: controllerAddress, env: { FLEETMEND_PACKAGES_DIR: served } });
  await manager.start();
  await manager.signIn();
});

test.after(async () => {
  await manager?.stop();
  await lab.down();
  rmSync(served, { recursive: true, force: true });
});

const subjects = [
  { image: 'el9-systemd', address: '10.77.0.11' },
  { image: 'suse-systemd', address: '10.77.0.12' },
] as const;

for (const { image, address } of subjects) {
  test(`${image}: what the installer kept is the way back, of a rollback and of the watchdog`, async () => {
    const own: ServiceHost = await enrollServiceHost(
      manager,
      await enrollmentToken(manager),
      image.slice(0, 4).replaceAll('-', ''),
      address,
      { image, diskSize: '2g' },
    );
    const update = (more: object = {}): Promise<WireJob> => updateAgent(manager, own, more);
    const ended = async (job: WireJob) => jobHostOf(await untilEnded(manager, job, 300_000), own);
    const installed = async (): Promise<string> =>
      (await own.lab.run(['rpm', '-q', 'fleetmend-agent'])).trim();
    const before = await installed();

    serveAgent(served, await agentPackage('rpm', NEXT));
    const unkept = await manager.must<WireJob>('GET', jobPath(await update({ dry_run: true })));
    const told = await ended(unkept);
    assert.is(told.reversible?.verdict ?? 'no', 'no', JSON.stringify(told));

    await own.lab.run(['mkdir', '-p', '-m', '700', kept]);
    await own.lab.run(['cp', pathInHost(await agentPackage('rpm')), `${kept}/fleetmend-agent-0.1.0-1.rpm`]);
    const run = await update();
    const done = await ended(run);
    assert.is(done.state, 'completed', JSON.stringify(done));
    assert.is(done.reversible?.verdict, 'yes');
    assert.match(await installed(), `fleetmend-agent-${NEXT}-1`);
    const undone = await ended(await manager.must<WireJob>('POST', `${jobPath(run)}/rollback`, {}));
    assert.is(undone.state, 'completed', JSON.stringify(undone));
    assert.is(await installed(), before);

    serveAgent(served, await broken());
    const failed = await ended(await update());
    assert.equal(
      [failed.state, failed.error?.code],
      ['failed', 'AGENT_UPDATE_PUT_BACK'],
      JSON.stringify(failed),
    );
    assert.match(failed.error?.message ?? '', 'lab: I am broken');
    assert.is(await installed(), before);
    await own.lab.down();
  });
}

test.run();
