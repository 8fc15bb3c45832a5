// tier: night
// needs: lab
// images: deb12sd-t0
// time-limit: 900
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { agentPackage } from './support/packages.ts';
import { enrollmentToken, jobHostOf, jobPath, untilEnded, type WireJob } from './support/fleet.ts';
import { controllerAddress, lab } from './support/lab.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';
import { enrollServiceHost, keepServiceHost, resetServiceHost, type ServiceHost } from './support/service.ts';

const test = suite('an agent that the manager updates');
const NEXT = '0.1.1';
let manager: ManagerProcess;
let served: string;
let own: ServiceHost;
/** The host's disk after the enrollment, as a layer. */
let enrolled: string;

/** What the manager serves: this package, under its own name. `changes`: of its line in the manifest. */
async function serve(file: string, changes: object = {}): Promise<void> {
  const name = path.basename(file);
  copyFileSync(file, path.join(served, name));
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
  const one = {
    name,
    format: 'deb',
    arch: process.arch,
    version: NEXT,
    sizeBytes: statSync(file).size,
    sha256,
  };
  writeFileSync(path.join(served, 'manifest.json'), JSON.stringify({ files: [{ ...one, ...changes }] }));
}

const update = (more: object = {}): Promise<WireJob> =>
  manager.must<WireJob>('POST', '/api/v1/jobs', {
    operation: 'agent_update',
    target: { host_ids: [own.host.id] },
    ...more,
  });

const ended = async (job: WireJob) => jobHostOf(await untilEnded(manager, job, 300_000), own);

const installed = async (): Promise<string> =>
  (
    await own.lab.run([
      'dpkg-query',
      '--show',
      '--showformat',
      '${Version} ${db:Status-Abbrev}',
      'fleetmend-agent',
    ])
  ).trim();

const running = async (): Promise<string> =>
  JSON.parse(await own.lab.run(['fleetmend-agent', 'status', '--json'])).version;

async function logOf(job: WireJob): Promise<string> {
  const { logs } = await manager.must<{ logs: { text: string }[] }>(
    'GET',
    `${jobPath(job)}/hosts/${own.host.id}/log?limit=500`,
  );
  return logs.map(({ text }) => text.trim()).join('\n');
}

test.before(async () => {
  served = mkdtempSync(path.join(tmpdir(), 'fleetmend-served-'));
  await lab.startRepo('t1');
  manager = await createManager({ listen: controllerAddress, env: { FLEETMEND_PACKAGES_DIR: served } });
  await manager.start();
  await manager.signIn();
  own = await enrollServiceHost(manager, await enrollmentToken(manager), 'own', '10.77.0.11', {
    diskSize: '2g',
  });
  enrolled = await keepServiceHost(own.lab);
});

test.before.each(() => resetServiceHost(own.lab, enrolled));

test.after(async () => {
  await manager?.stop();
  await lab.down();
  rmSync(served, { recursive: true, force: true });
});

test('planned, approved and run, it ends with the new agent at work; a rollback brings the old one back', async () => {
  await serve(await agentPackage('deb', NEXT));
  const plan = await update({ dry_run: true });
  const planned = await ended(plan);
  assert.is(planned.state, 'completed', JSON.stringify(planned.error));
  assert.is(await installed(), '0.1.0 ii');
  const run = await manager.must<WireJob>('POST', '/api/v1/jobs', { from_plan_job_id: plan.id });
  const done = await ended(run);
  assert.is(done.state, 'completed', `${JSON.stringify(done)}\n${await logOf(run)}`);
  assert.is(await installed(), '0.1.1 ii');
  assert.is(await running(), NEXT);
  const again = await ended(await update());
  assert.equal([again.state, again.reason], ['completed', 'NOTHING_TO_DO']);

  const back = await manager.must<WireJob>('POST', `${jobPath(run)}/rollback`, {});
  assert.is((await ended(back)).state, 'completed', await logOf(back));
  assert.is(await installed(), '0.1.0 ii');
  assert.is(await running(), '0.1.0');
});

test.run();
