// tier: night
// needs: lab
// images: deb12-t0
// connections: listen, dial
// time-limit: 300
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  enrollHost,
  enrollmentToken,
  jobHostOf,
  jobPath,
  startAgent,
  untilEnded,
  type FleetHost,
  type WireJob,
} from './support/fleet.ts';
import { controllerAddress, lab } from './support/lab.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';
import { assertWhole, inTheMiddle, patchSlowly } from './support/slowJob.ts';
import { waitFor } from './support/wait.ts';

const test = suite('kill -9 in the middle of a job');
let manager: ManagerProcess;
let host: FleetHost;

test.before.each(async () => {
  await lab.startRepo('t1');
  manager = await createManager({ listen: controllerAddress });
  await manager.start();
  await manager.signIn();
  host = await enrollHost(manager, await enrollmentToken(manager), 'slow', '10.77.0.11');
  await host.lab.writeFile('/etc/lab-slow', '6\n');
});

test.after.each(async () => {
  await manager.stop();
  await host.lab.down();
  await lab.down();
});

test('the manager: the job ends correctly after its restart, and nothing was applied twice', async () => {
  const job = await patchSlowly(manager, host);
  await inTheMiddle(host);
  await manager.kill();
  await manager.start();
  await manager.signIn();
  const ended = await untilEnded(manager, job, 90_000);
  assert.is(ended.state, 'completed');
  assert.is(jobHostOf(ended, host).attempt, 1);
  await assertWhole(manager, host, { job, secs: 6 });
});

test('the agent: the package manager goes on undisturbed, and the job ends with its log whole', async () => {
  // The script waits until it is told how many seconds to take.
  await host.lab.run(['sh', '-c', 'rm /etc/lab-slow; mkfifo /etc/lab-slow']);
  const job = await patchSlowly(manager, host);
  await inTheMiddle(host);
  await host.agent.kill();
  await waitFor(async () => (await host.lab.exec(['pgrep', '-f', 'lab-slow[.]postinst'])).code === 0, {
    what: 'apt, still running',
  });
  await host.lab.run(['sh', '-c', 'echo 6 >/etc/lab-slow']);
  host.agent = await startAgent(host.lab, manager, null);
  const ended = await untilEnded(manager, job, 90_000);
  assert.is(ended.state, 'completed');
  assert.is(await host.lab.dpkgVersion('lab-slow'), '1.1');
  await assertWhole(manager, host, { job, secs: 6 });
});

test('the host itself (power cut): the agent repairs, and the job says what happened', async () => {
  const job = await patchSlowly(manager, host);
  await inTheMiddle(host);
  await host.lab.cut();
  await host.lab.boot();
  host.agent = await startAgent(host.lab, manager, null);
  const now = await manager.until<WireJob>(
    jobPath(job),
    (seen) => jobHostOf(seen, host).state === 'retry_wait',
    90_000,
  );
  assert.is(jobHostOf(now, host).error?.code, 'INTERRUPTED');
  assert.is(await host.lab.dpkgStatus('lab-slow'), 'ii', 'the repair configured what was half done');
});

test('the host in the middle of an approved plan: its next attempt is let do what is left, by the hash alone', async () => {
  const target = { host_ids: [host.host.id] };
  const packages = [{ name: 'lab-slow' }, { name: 'lab-hello' }];
  const spec = { operation: 'patch', mode: 'selected', packages, target, dry_run: true };
  const planned = await untilEnded(manager, await manager.must<WireJob>('POST', '/api/v1/jobs', spec));
  const job = await manager.must<WireJob>('POST', '/api/v1/jobs', { from_plan_job_id: planned.id });
  await inTheMiddle(host);
  await host.lab.cut();
  await host.lab.boot();
  await host.lab.writeFile('/etc/lab-slow', '0\n');
  host.agent = await startAgent(host.lab, manager, null);
  const ended = await untilEnded(manager, job, 180_000);
  const { state, attempt, error, plan_hash } = jobHostOf(ended, host);
  assert.equal([state, attempt, error], ['completed', 2, null]);
  assert.is(plan_hash, jobHostOf(planned, host).plan_hash);
  for (const { name } of packages) {
    assert.is(await host.lab.dpkgVersion(name), '1.1', name);
    assert.is(await host.lab.dpkgStatus(name), 'ii', name);
  }
});

test.run();
