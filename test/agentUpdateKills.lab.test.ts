// tier: night
// needs: lab
// images: deb12sd-t0
// time-limit: 1800
// An agent that is killed, or whose host loses its power, at any moment of its own update. TEST_SEED chooses the moments.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  installedAgent,
  logOf,
  NEXT,
  runningAgent,
  serveAgent,
  updateAgent,
} from './support/agentUpdates.ts';
import { enrollmentToken, jobHostOf, untilEnded, type WireHost, type WireJob } from './support/fleet.ts';
import { controllerAddress, lab } from './support/lab.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';
import { agentPackage } from './support/packages.ts';
import { seeded } from './support/random.ts';
import { AGENT_UNIT, enrollServiceHost, keepServiceHost, resetServiceHost } from './support/service.ts';
import type { ServiceHost } from './support/service.ts';
import { waitFor } from './support/wait.ts';

const test = suite('an agent that dies in the middle of its own update');
const FORMER = '0.1.0';
const SEED = Number(process.env['TEST_SEED'] ?? 41);
const ROUNDS = 5;
/** Between two blows of one update. */
const BLOWS_MS = 4_000;
let manager: ManagerProcess;
let served: string;
let own: ServiceHost;
let enrolled: string;
/** So long an update takes that nothing disturbs. */
let usualMs: number;

test.before(async () => {
  served = mkdtempSync(path.join(tmpdir(), 'fleetmend-served-'));
  serveAgent(served, await agentPackage('deb', NEXT));
  await lab.startRepo('t1');
  manager = await createManager({ listen: controllerAddress, env: { FLEETMEND_PACKAGES_DIR: served } });
  await manager.start();
  await manager.signIn();
  const options = { diskSize: '2g' };
  own = await enrollServiceHost(manager, await enrollmentToken(manager), 'own', '10.77.0.11', options);
  enrolled = await keepServiceHost(own.lab);
  await resetServiceHost(own.lab, enrolled);
  const since = Date.now();
  const undisturbed = await untilEnded(manager, await updateAgent(manager, own), 300_000);
  assert.is(undisturbed.state, 'completed');
  usualMs = Date.now() - since;
});

test.before.each(() => resetServiceHost(own.lab, enrolled));

test.after(async () => {
  await manager?.stop();
  await lab.down();
  rmSync(served, { recursive: true, force: true });
});

/** SIGKILL of the agent alone; its unit starts it again. */
async function killAgent(): Promise<void> {
  await own.lab.exec(['systemctl', 'kill', '--kill-whom=main', '--signal=KILL', AGENT_UNIT]);
}

async function cutPower(): Promise<void> {
  await own.lab.cut();
  await own.lab.boot();
}

/** How often dpkg has finished installing that version, by its own log; the agent of the image is not in it. */
async function installations(version: string): Promise<number> {
  const log = await own.lab.readFile('/var/log/dpkg.log');
  const isEnd = (line: string): boolean =>
    line.includes(' status installed fleetmend-agent:') && line.endsWith(` ${version}`);
  return log.split('\n').filter(isEnd).length;
}

/** Resolves once the host is healthy with the agent that is installed, and no process of the update is left. */
async function untilHealthy(told: string): Promise<void> {
  const isDone = async (): Promise<boolean> => {
    const { stdout } = await own.lab.exec(['systemctl', 'list-units', '--no-legend', 'fleetmend-job-*']);
    const version = await runningAgent(own).catch(() => null);
    return stdout.trim() === '' && `${version} ii` === (await installedAgent(own));
  };
  await waitFor(isDone, { timeoutMs: 150_000, everyMs: 500, what: `a healthy agent: ${told}` });
  await manager.until<WireHost>(
    `/api/v1/hosts/${own.host.id}`,
    ({ health_status: state }) => state === 'healthy',
    90_000,
  );
}

/** Fails unless the verdict is what the host shows, and each version was installed as often as that says. */
async function judge(job: WireJob, told: string): Promise<void> {
  const { state, error, changes } = jobHostOf(await untilEnded(manager, job, 420_000), own);
  const said = `${told}: ${state} ${error?.code} ${error?.message}\n${await logOf(manager, job, own)}`;
  await untilHealthy(said);
  const installed = (await installedAgent(own)).split(' ')[0] ?? '';
  assert.is(state === 'completed', installed === NEXT, said);
  if (changes.length > 0) assert.is(changes.at(-1)?.to, installed, said);
  assert.is(
    await installations(NEXT),
    installed === NEXT || error?.code === 'AGENT_UPDATE_PUT_BACK' ? 1 : 0,
    said,
  );
  assert.is(await installations(FORMER), error?.code === 'AGENT_UPDATE_PUT_BACK' ? 2 : 1, said);
  // And the way is free: the next one brings it there, or finds it there.
  const next = jobHostOf(await untilEnded(manager, await updateAgent(manager, own), 300_000), own);
  assert.is(next.state, 'completed', `the next one after ${told}: ${next.error?.message}`);
  assert.equal([await installedAgent(own), await runningAgent(own)], [`${NEXT} ii`, NEXT]);
}

for (const [what, blow] of [
  ['SIGKILL', killAgent],
  ['a power cut', cutPower],
] as const)
  for (let round = 0; round < ROUNDS; round += 1)
    test(`${what}, round ${round}: a healthy agent, a true verdict, and nothing installed twice`, async () => {
      const random = seeded(SEED * 1_000 + round);
      const blows: number[] = [];
      const since = Date.now();
      const job = await updateAgent(manager, own);
      // One blow of the first rounds, then up to three.
      const count = round < 3 ? 1 : 1 + Math.floor(random() * 3);
      await sleep(random() * usualMs);
      for (let nth = 0; nth < count; nth += 1) {
        if (nth > 0) await sleep(random() * BLOWS_MS);
        blows.push(Date.now() - since);
        await blow();
      }
      await judge(job, `${what} at ${blows.join(', ')} ms of ${usualMs} (seed ${SEED}, round ${round})`);
    });

test.run();
