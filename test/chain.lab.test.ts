// needs: lab, faketime
// images: deb12-t0
// connections: listen, dial
// time-limit: 300
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { WebSocket } from 'ws';
import {
  connection,
  enrollHost,
  enrollmentToken,
  jobHostOf,
  jobPath,
  untilEnded,
  type FleetHost,
  type WireJob,
} from './support/fleet.ts';
import { controllerAddress, lab } from './support/lab.ts';
import { followJob, liveUrl } from './support/liveJob.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';

const PACKAGES = ['lab-hello', 'lab-sec', 'lab-failpost', 'lab-conf'];
const OLD = { 'lab-hello': '1.0', 'lab-sec': '1.0-1', 'lab-failpost': '1.0', 'lab-conf': '1.0' };
const NEW = { 'lab-hello': '1.1', 'lab-sec': '1.0-1+deb12u1', 'lab-failpost': '1.1', 'lab-conf': '1.1' };

const test = suite('the whole chain');
let manager: ManagerProcess;
let fine: FleetHost;
let locked: FleetHost;
let broken: FleetHost;

/** The versions that dpkg itself reports inside the host. */
async function versionsIn({ lab: host }: FleetHost): Promise<Record<string, string>> {
  const text = await host.run([
    'dpkg-query',
    '-W',
    '-f',
    '${Package}=${Version}=${db:Status-Abbrev}\n',
    ...PACKAGES,
  ]);
  const rows = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('='));
  assert.equal(
    rows.filter(([, , status]) => status?.trim() !== 'ii'),
    [],
    'every package is installed whole',
  );
  return Object.fromEntries(rows.map(([name, version]) => [name, version])) as Record<string, string>;
}

/** The checksum of every file of the packages. */
function checksumsIn({ lab: host }: FleetHost): Promise<string> {
  const script = `dpkg -L ${PACKAGES.join(' ')} | sort -u | while read f; do [ -f "$f" ] && [ ! -L "$f" ] && sha256sum "$f"; done; true`;
  return host.run(['sh', '-c', script]);
}

const create = (hosts: FleetHost[], more: object = {}): Promise<WireJob> =>
  manager.must<WireJob>('POST', '/api/v1/jobs', {
    operation: 'patch',
    mode: 'selected',
    packages: PACKAGES.map((name) => ({ name })),
    target: { host_ids: hosts.map(({ host }) => host.id) },
    rollback_on_failure: true,
    ...more,
  });

test.before(async () => {
  await lab.startRepo('t1');
  manager = await createManager({ listen: controllerAddress, faketime: process.env.TEST_FAKETIME_LIB });
  await manager.start();
  await manager.signIn();
  const token = await enrollmentToken(manager, 3);
  [fine, locked, broken] = await Promise.all([
    enrollHost(manager, token, 'fine', '10.77.0.11'),
    enrollHost(manager, token, 'locked', '10.77.0.12'),
    enrollHost(manager, token, 'broken', '10.77.0.13'),
  ]);
  for (const { lab: host } of [fine, locked]) await host.writeFile('/etc/lab-ok', '');
});

test.after(async () => {
  await manager.stop();
  await lab.down();
});

test('the hosts are known with what they report of themselves', async () => {
  const { body } = await manager.call<{
    hosts: {
      fqdn: string;
      patches_security: number;
      health_status: string;
      connection: string;
      connected_since: string | null;
    }[];
    total: number;
  }>('GET', '/api/v1/hosts?sort=fqdn');
  assert.is(body.total, 3);
  assert.equal(
    body.hosts.map(({ fqdn, health_status }) => `${fqdn} ${health_status}`),
    ['broken healthy', 'fine healthy', 'locked healthy'],
  );
  assert.ok(body.hosts.every(({ patches_security }) => patches_security >= 2));
  for (const host of body.hosts)
    assert.equal([host.connection, host.connected_since !== null], [connection, connection === 'dial']);
  const sockets = await fine.lab.run(['cat', '/proc/net/tcp', '/proc/net/tcp6']);
  // Port 9443, in the state of a listener.
  assert.is(/:24E3 \S+ 0A /.test(sockets), connection === 'listen', 'whether the agent listens');
});

test('one job: one host succeeds, one retries after a held lock, one is rolled back to its exact versions', async () => {
  const lock = await locked.lab.holdDpkgLock();
  const before = await broken.lab.dpkgVersions();
  assert.equal(await versionsIn(broken), OLD);
  const job = await create([fine, locked, broken]);

  const waiting = await manager.until<WireJob>(
    jobPath(job),
    (now) => jobHostOf(now, locked).state === 'retry_wait',
    60_000,
  );
  assert.is(jobHostOf(waiting, locked).error?.code, 'LOCK_HELD');
  assert.is(jobHostOf(waiting, locked).attempt, 1);
  await lock.kill();
  await manager.setClockAhead(65);

  const ended = await untilEnded(manager, job);
  assert.is(ended.state, 'partial');
  assert.equal(
    [fine, locked, broken].map((host) => jobHostOf(ended, host).state),
    ['completed', 'completed', 'rolled_back'],
  );
  assert.is(jobHostOf(ended, locked).attempt, 2);
  assert.is(jobHostOf(ended, broken).error?.code, 'SCRIPT_FAILED');
  assert.match(jobHostOf(ended, broken).error?.message ?? '', /lab-failpost/);
  assert.equal(await versionsIn(fine), NEW);
  assert.equal(await versionsIn(locked), NEW);
  assert.equal(await versionsIn(broken), OLD);
  assert.equal(await broken.lab.dpkgVersions(), before, 'every other package is as it was too');
});

test('with the old versions gone everywhere the rollback uses packages built of the installed files, and says partly', async () => {
  await broken.lab.run(['apt-get', 'clean']);
  await broken.lab.run(['sh', '-c', 'rm -rf /var/lib/fleetmend-agent/stash/*']);
  const before = { versions: await broken.lab.dpkgVersions(), files: await checksumsIn(broken) };
  const ended = await untilEnded(manager, await create([broken]));
  const outcome = jobHostOf(ended, broken);
  assert.is(outcome.state, 'rolled_back');
  assert.is(outcome.reversible?.verdict, 'partly');
  assert.ok(outcome.reversible?.reasons.some(({ code }) => code === 'UNSIGNED_STASH'));
  assert.equal(await broken.lab.dpkgVersions(), before.versions);
  assert.is(await checksumsIn(broken), before.files);
});

test('a finished job is rolled back by a job of its own', async () => {
  const install = await untilEnded(
    manager,
    await manager.must<WireJob>('POST', '/api/v1/jobs', {
      operation: 'patch',
      mode: 'selected',
      packages: [{ name: 'lab-epoch' }],
      target: { host_ids: [fine.host.id] },
    }),
  );
  assert.is(install.state, 'completed');
  assert.is(await fine.lab.dpkgVersion('lab-epoch'), '1:1.0-1+b1');
  const undone = await untilEnded(
    manager,
    await manager.must<WireJob>('POST', `${jobPath(install)}/rollback`),
  );
  assert.equal([undone.operation, undone.state], ['rollback', 'completed']);
  assert.is(await fine.lab.dpkgVersion('lab-epoch'), '1:1.0~rc2-1');
});

test('a plan is approved by its hash and run exactly', async () => {
  const target = { host_ids: [fine.host.id, locked.host.id] };
  const plan = await untilEnded(
    manager,
    await manager.must<WireJob>('POST', '/api/v1/jobs', {
      operation: 'patch',
      mode: 'security',
      dry_run: true,
      target,
    }),
  );
  assert.is(plan.state, 'completed');
  assert.ok(jobHostOf(plan, fine).plan_hash);
  assert.is(await fine.lab.dpkgVersion('lab-both'), '1.0', 'a plan changes nothing');
  const run = await untilEnded(
    manager,
    await manager.must<WireJob>('POST', '/api/v1/jobs', { from_plan_job_id: plan.id }),
  );
  assert.is(run.state, 'completed');
  assert.is(await fine.lab.dpkgVersion('lab-both'), '1.1', 'the security version, not the higher candidate');
  const planned = jobHostOf(plan, fine)
    .plan?.upgrade.map(({ name, to }) => `${name}=${to}`)
    .sort();
  assert.equal(
    jobHostOf(run, fine)
      .changes.filter(({ from }) => from !== null)
      .map(({ name, to }) => `${name}=${to}`)
      .sort(),
    planned,
  );
});

test('bad input gets a clear error and changes nothing', async () => {
  const { total } = await manager.must<{ total: number }>('GET', '/api/v1/jobs');
  const good = {
    operation: 'patch',
    mode: 'selected',
    packages: [{ name: 'lab-hello' }],
    target: { host_ids: [fine.host.id] },
  };
  const refused: [string, string, unknown, number, string][] = [
    ['POST', '/api/v1/jobs', { ...good, force: true }, 400, 'VALIDATION_FAILED'],
    ['POST', '/api/v1/jobs', { ...good, target: { host_ids: ['not-a-uuid'] } }, 400, 'VALIDATION_FAILED'],
    ['POST', '/api/v1/jobs', JSON.stringify(good).slice(0, -5), 400, 'MALFORMED_JSON'],
    ['POST', '/api/v1/jobs', { ...good, name: 'x'.repeat(10_000_000) }, 413, 'PAYLOAD_TOO_LARGE'],
    ['POST', '/api/v1/jobs', { ...good, waves: [{ count: 2 }] }, 400, 'VALIDATION_FAILED'],
    ['POST', '/api/v1/jobs', { ...good, target: { host_ids: [] } }, 400, 'VALIDATION_FAILED'],
    ['GET', '/api/v1/hosts/not-a-uuid', undefined, 400, 'VALIDATION_FAILED'],
    ['GET', '/api/v1/jobs?sort=name;drop', undefined, 400, 'VALIDATION_FAILED'],
    ['GET', '/api/v1/hosts/01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21', undefined, 404, 'HOST_NOT_FOUND'],
  ];
  for (const [method, path, body, status, code] of refused) {
    const answer = await manager.call<{ error: { code: string; message: string } }>(method, path, body);
    assert.equal([answer.status, answer.body.error.code], [status, code], `${method} ${path} ${code}`);
  }
  assert.is((await manager.must<{ total: number }>('GET', '/api/v1/jobs')).total, total);
});

test('a job is followed live from its first event to its last, none lost and none twice', async () => {
  const job = await create([fine], { packages: [{ name: 'lab-vendor' }] });
  const url = await liveUrl(manager);
  const seen = await followJob(url, job);
  assert.equal(
    seen.map(({ seq }) => seq),
    seen.map((_, index) => index + 1),
  );
  assert.equal([...new Set(seen.map(({ kind }) => kind))].sort(), [
    'job.host.updated',
    'job.log',
    'job.updated',
  ]);
  const reused = await new Promise((resolve) => {
    const second = new WebSocket(url, { rejectUnauthorized: false });
    second.on('error', (error) => resolve(error.message));
    second.on('open', () => resolve('opened'));
  });
  assert.match(String(reused), /40[13]/, 'a ticket is taken once');
});

test('hostile package names are refused and change nothing', async () => {
  const before = await fine.lab.dpkgVersions();
  for (const name of [
    'jq-',
    'lab-hello-',
    'jq*',
    '-oDPkg::Pre-Invoke::=id',
    './x.deb',
    'lab-hello/bookworm',
    'a b',
  ]) {
    const answer = await manager.call<{ error?: { code: string }; id: string }>('POST', '/api/v1/jobs', {
      operation: 'remove',
      packages: [{ name }],
      target: { host_ids: [fine.host.id] },
    });
    if (answer.status === 400) continue;
    const ended = await untilEnded(manager, answer.body);
    assert.is(ended.state, 'failed', name);
    assert.is(jobHostOf(ended, fine).error?.code, 'PACKAGE_NOT_FOUND', name);
  }
  assert.equal(await fine.lab.dpkgVersions(), before);
});

test("no certificate, an unknown one and another host's are refused by an agent on every route", async () => {
  const identity = '/var/lib/fleetmend-agent/identity';
  const key = (await locked.lab.run(['sh', '-c', `ls ${identity}/*.key`])).trim().split('\n')[0] ?? '';
  const cert =
    (await locked.lab.run(['sh', '-c', `ls ${identity}/*.crt`]))
      .trim()
      .split('\n')
      .find((file) => file.endsWith('agent.crt')) ?? '';
  const script = `
    const https = require('https'), fs = require('fs');
    const own = { key: fs.readFileSync('${key}'), cert: fs.readFileSync('${cert}') };
    const call = (path, tls) => new Promise((done) => {
      https.get({ host: '${fine.lab.address}', port: 9443, path, rejectUnauthorized: false, ...tls }, (r) => { r.resume(); done(String(r.statusCode)); }).on('error', () => done('refused'));
    });
    (async () => {
      for (const path of ['/health', '/api/v1/system/info', '/api/v1/patches', '/api/v1/packages', '/api/v1/jobs', '/api/v1/ws/jobs', '/nothing'])
        console.log(path, await call(path, {}), await call(path, own));
    })();`;
  const lines = (await locked.lab.run(['node', '-e', script])).trim().split('\n');
  assert.is(lines.length, 7);
  for (const line of lines) assert.match(line, /^\/\S* refused (403|refused)$/);
});

test.run();
