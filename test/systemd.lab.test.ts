// needs: lab
// images: deb12sd-t0
// time-limit: 400
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { enrollmentToken, jobHostOf, jobPath, untilEnded, type WireJob } from './support/fleet.ts';
import { controllerAddress, lab } from './support/lab.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';
import {
  AGENT_UNIT,
  enrollServiceHost,
  keepServiceHost,
  REBOOT_ASKED,
  resetServiceHost,
  unitProperty,
  type ServiceHost,
} from './support/service.ts';
import { waitFor } from './support/wait.ts';

const test = suite('the agent as a sandboxed service of systemd');
let manager: ManagerProcess;
let host: ServiceHost;
/** The host's disk after the enrollment, as a layer. */
let enrolled: string;

const create = (body: object): Promise<WireJob> =>
  manager.must<WireJob>('POST', '/api/v1/jobs', { target: { host_ids: [host.host.id] }, ...body });

const patch = (names: string[], more: object = {}): Promise<WireJob> =>
  create({
    operation: 'patch',
    mode: 'selected',
    packages: names.map((name) => ({ name })),
    ...more,
  });

async function assertCompleted(job: WireJob): Promise<WireJob> {
  const ended = await untilEnded(manager, job);
  assert.is(ended.state, 'completed', JSON.stringify(jobHostOf(ended, host).error));
  return ended;
}

/** How often dpkg's own log says that the package was upgraded. */
async function upgradesOf(name: string): Promise<number> {
  const log = await host.lab.readFile('/var/log/dpkg.log');
  return log.split('\n').filter((line) => line.includes(` upgrade ${name}:all 1.0 1.1`)).length;
}

async function logTexts(job: WireJob): Promise<string[]> {
  const { logs } = await manager.must<{ logs: { text: string }[] }>(
    'GET',
    `${jobPath(job)}/hosts/${host.host.id}/log?limit=500`,
  );
  return logs.map(({ text }) => text.trim());
}

const slowFile = '/etc/lab-slow';

/** Makes the slow maintainer script wait until it is told how many seconds to take. */
const holdScript = (): Promise<string> => host.lab.run(['sh', '-c', `rm -f ${slowFile}; mkfifo ${slowFile}`]);

const releaseScript = (secs: number): Promise<string> =>
  host.lab.run(['sh', '-c', `echo ${secs} >${slowFile}`]);

/** The pid of the slow maintainer script, once it runs. */
function slowScript(): Promise<string> {
  // The brackets keep the pattern from matching the command line that carries it.
  const find = (): Promise<{ stdout: string }> => host.lab.exec(['pgrep', '-f', 'lab-slow[.]postinst']);
  return waitFor(async () => (await find()).stdout.split('\n')[0] || null, {
    timeoutMs: 60_000,
    what: 'the slow postinst',
  });
}

const agentPid = (): Promise<string> => unitProperty(host.lab, AGENT_UNIT, 'MainPID');

const bootId = (): Promise<string> => host.lab.readFile('/proc/sys/kernel/random/boot_id');

test.before(async () => {
  await lab.startRepo('t1');
  manager = await createManager({ listen: controllerAddress });
  await manager.start();
  await manager.signIn();
  host = await enrollServiceHost(manager, await enrollmentToken(manager), 'unit', '10.77.0.11');
  await host.lab.writeFile(slowFile, '4\n');
  enrolled = await keepServiceHost(host.lab);
});

/** Each test begins on the disk as it was after the enrollment. */
test.before.each(() => resetServiceHost(host.lab, enrolled));

test.after(async () => {
  await manager?.stop();
  await lab.down();
});

test('a transaction runs as a transient unit, outside the sandbox that holds the agent', async () => {
  await host.lab.run(['systemctl', 'start', 'lab-svc']);
  const runBefore = await unitProperty(host.lab, 'lab-svc', 'InvocationID');
  await holdScript();
  const job = await patch(['lab-svc', 'lab-slow', 'lab-hello', 'lab-debconf']);
  const script = await slowScript();
  const agentJobId = (await manager.must<WireJob>('GET', jobPath(job))).hosts[0]?.agent_job_id;
  const unit = `fleetmend-job-${agentJobId}-transaction.service`;
  assert.match(await host.lab.readFile(`/proc/${script}/cgroup`), `/${unit}`);
  assert.is(await unitProperty(host.lab, unit, 'Transient'), 'yes');
  const mountsOf = (pid: string): Promise<string> => host.lab.run(['readlink', `/proc/${pid}/ns/mnt`]);
  assert.is(await mountsOf(script), await mountsOf('1'));
  assert.is.not(await mountsOf(await agentPid()), await mountsOf('1'));
  const { code, stderr } = await host.lab.exec([
    'nsenter',
    '-t',
    await agentPid(),
    '-m',
    'touch',
    '/etc/x',
    '/usr/x',
  ]);
  assert.is(code, 1);
  assert.match(stderr, "'/etc/x': Read-only");
  await releaseScript(0);

  await assertCompleted(job);
  for (const name of ['lab-svc', 'lab-slow', 'lab-hello', 'lab-debconf']) {
    assert.is(await host.lab.dpkgVersion(name), '1.1', name);
    assert.is(await host.lab.dpkgStatus(name), 'ii', name);
  }
  assert.is(await host.lab.readFile('/usr/share/lab/lab-hello'), '1.1\n');
  assert.is(await host.lab.readFile('/etc/lab-debconf.answer'), 'dflt\n');
  assert.is(await unitProperty(host.lab, 'lab-svc', 'Description'), 'lab service 1.1');
  assert.is(await unitProperty(host.lab, 'lab-svc', 'ActiveState'), 'active');
  assert.is.not(await unitProperty(host.lab, 'lab-svc', 'InvocationID'), runBefore);
  assert.is(await unitProperty(host.lab, unit, 'LoadState'), 'not-found', 'nothing is left of the unit');
});

test('a rollback from the sandbox restores versions, automatic marks and deleted conffiles', async () => {
  const marks = await host.lab.run(['apt-mark', 'showauto']);
  const versions = await host.lab.dpkgVersions();
  const job = await assertCompleted(await patch(['lab-app', 'lab-hello', 'lab-parent']));
  assert.is(await host.lab.dpkgVersion('lab-lib'), '2.0');
  assert.is(await host.lab.run(['apt-mark', 'showauto']), marks);
  await host.lab.run(['apt-get', 'clean']);
  await assertCompleted(await manager.must<WireJob>('POST', `${jobPath(job)}/rollback`));
  assert.equal(await host.lab.dpkgVersions(), versions);
  assert.is(await host.lab.run(['apt-mark', 'showauto']), marks);
});

test('a package with a setuid file that nobody offers any more is stored and restored from the sandbox', async () => {
  const build = `mkdir -p /tmp/p/DEBIAN /tmp/p/opt/own && cd /tmp && echo x >p/opt/own/suid && chmod 4750 p/opt/own/suid
    printf 'Package: own\\nVersion: 1\\nArchitecture: all\\nMaintainer: x <x@x>\\nDescription: x\\n' >p/DEBIAN/control
    dpkg-deb -b p own.deb >/dev/null && dpkg -i own.deb >/dev/null`;
  await host.lab.run(['sh', '-c', build]);
  const look = () => host.lab.run(['stat', '-c', '%A %U %s %Y', '/opt/own/suid']);
  const earlier = await look();
  const job = await assertCompleted(await create({ operation: 'remove', packages: [{ name: 'own' }] }));
  assert.is((await host.lab.exec(['ls', '/opt/own'])).code, 2);
  assert.equal(
    (await logTexts(job)).filter((text) => text.startsWith('stash: ')),
    [],
  );
  await assertCompleted(await manager.must<WireJob>('POST', `${jobPath(job)}/rollback`));
  assert.is(await look(), earlier);
  assert.match(earlier, /^-rwsr-x--- root/);
});

test('the agent killed with all of its unit: apt goes on, and no line is lost or doubled', async () => {
  await holdScript();
  const job = await patch(['lab-slow', 'lab-hello']);
  const script = await slowScript();
  const before = await agentPid();
  // Its exit code does not matter: it is 1 when a process ends while systemd goes through those of the unit.
  await host.lab.exec(['systemctl', 'kill', '-s', 'KILL', AGENT_UNIT]);
  await host.lab.run(['kill', '-0', script]);
  await releaseScript(4);
  const ended = await assertCompleted(job);
  assert.is.not(await agentPid(), before);
  assert.is(jobHostOf(ended, host).attempt, 1);
  assert.equal([await upgradesOf('lab-slow'), await upgradesOf('lab-hello')], [1, 1]);
  assert.equal([await host.lab.dpkgStatus('lab-slow'), await host.lab.dpkgStatus('lab-hello')], ['ii', 'ii']);
  const texts = await logTexts(job);
  assert.equal(
    texts.filter((text) => /^slow \d\/4/.test(text)),
    ['slow 0/4', 'slow 1/4', 'slow 2/4', 'slow 3/4'],
  );
  assert.is(texts.filter((text) => text.startsWith('Unpacking lab-hello')).length, 1);
});

test('the agent restarted while it plans begins anew, and no attempt is lost', async () => {
  const slowQuery = '#!/bin/sh\ncase "$*" in *--print-uris*) sleep 5 ;; esac\nexec /usr/bin/apt-get "$@"\n';
  await host.lab.writeFile('/usr/local/bin/apt-get', slowQuery, '755');
  const job = await patch(['lab-slow', 'lab-hello']);
  await manager.until<WireJob>(jobPath(job), (now) => jobHostOf(now, host).state === 'running');
  const planning = async (): Promise<boolean> =>
    (await host.lab.exec(['pgrep', '-f', 'local/bin/apt-get .*--print-uri[s]'])).code === 0;
  await waitFor(planning, { what: 'the query of the plan' });
  await host.lab.run(['systemctl', 'restart', AGENT_UNIT]);
  const ended = await assertCompleted(job);
  assert.is(jobHostOf(ended, host).attempt, 1);
  assert.is(await upgradesOf('lab-slow'), 1);
});

test('the agent stopped for good and started later judges what went on without it', async () => {
  const job = await patch(['lab-slow', 'lab-hello']);
  await slowScript();
  await host.lab.run(['systemctl', 'stop', AGENT_UNIT]);
  const running = async (): Promise<boolean> => (await host.lab.exec(['pgrep', '-x', 'apt-get'])).code === 0;
  await waitFor(async () => !(await running()), { what: 'the end of apt' });
  await host.lab.run(['systemctl', 'start', AGENT_UNIT]);
  const ended = await assertCompleted(job);
  assert.is(jobHostOf(ended, host).attempt, 1);
  assert.is(await upgradesOf('lab-slow'), 1);
});

test('a package that ends the agent from its postinst is installed all the same', async () => {
  const before = await agentPid();
  await assertCompleted(await patch(['lab-agentkill', 'lab-hello']));
  assert.is.not(await agentPid(), before);
  assert.equal(
    [await host.lab.dpkgStatus('lab-agentkill'), await host.lab.dpkgVersion('lab-agentkill')],
    ['ii', '1.1'],
  );
  assert.is(await upgradesOf('lab-agentkill'), 1);
});

/** Waits until a job asks for a restart, and restarts the host. */
async function restartWhenAsked(job: WireJob): Promise<void> {
  const asked = async (): Promise<boolean> => (await host.lab.exec(['test', '-e', REBOOT_ASKED])).code === 0;
  await waitFor(asked, { timeoutMs: 60_000, what: 'the restart to be asked for' });
  await manager.until<WireJob>(jobPath(job), (now) => jobHostOf(now, host).state === 'rebooting');
  await host.lab.run(['systemctl', 'restart', AGENT_UNIT]);
  await waitFor(async () => (await host.lab.exec(['systemctl', 'is-active', AGENT_UNIT])).code === 0);
  const now = await manager.must<WireJob>('GET', jobPath(job));
  assert.is(jobHostOf(now, host).state, 'rebooting', 'the same boot is no proof of a restart');
  await host.lab.cut();
  await host.lab.boot();
}

test('a reboot job completes only under another boot id', async () => {
  const before = await bootId();
  const job = await create({ operation: 'reboot' });
  await restartWhenAsked(job);
  await assertCompleted(job);
  assert.is.not(await bootId(), before);
});

test('a patch restarts the host when a package asks for it, and only then', async () => {
  const quiet = await assertCompleted(await patch(['lab-hello'], { reboot: 'if_required' }));
  assert.is(quiet.state, 'completed');
  assert.is((await host.lab.exec(['test', '-e', REBOOT_ASKED])).code, 1);
  const before = await bootId();
  const job = await patch(['lab-reboot'], { reboot: 'if_required' });
  await restartWhenAsked(job);
  await assertCompleted(job);
  assert.is.not(await bootId(), before);
  assert.is(await host.lab.dpkgVersion('lab-reboot'), '1.1');
  assert.is((await host.lab.exec(['test', '-e', '/run/reboot-required'])).code, 1);
});

test.run();
