// tier: night
// needs: lab
// images: deb12sd-t0
// time-limit: 400
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { agentPackage } from './support/packages.ts';
import { enrollmentToken, jobHostOf, jobPath, untilEnded, untilPolled } from './support/fleet.ts';
import type { WireHost, WireJob } from './support/fleet.ts';
import { controllerAddress, lab, pathInHost, type LabHost } from './support/lab.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';
import { runOrThrow } from './support/process.ts';
import {
  AGENT_UNIT,
  enrollServiceHost,
  keepServiceHost,
  resetServiceHost,
  unitProperty,
  type ServiceHost,
} from './support/service.ts';
import { waitFor } from './support/wait.ts';

const test = suite("the agent's Debian package");
const nextVersion = '0.1.1';
let manager: ManagerProcess;
let own: ServiceHost;
/** The host's disk after the enrollment, as a layer. */
let enrolled: string;

test.before(async () => {
  await lab.startRepo('t1');
  manager = await createManager({ listen: controllerAddress });
  await manager.start();
  await manager.signIn();
  own = await enrollServiceHost(manager, await enrollmentToken(manager), 'own', '10.77.0.11', {
    diskSize: '2g', // the stash takes a tenth at most, and both versions of the agent must fit
  });
  enrolled = await keepServiceHost(own.lab);
});

test.after(async () => {
  await manager?.stop();
  await lab.down();
});

const service = (host: LabHost, property: string): Promise<string> =>
  unitProperty(host, AGENT_UNIT, property);

const install = async (host: LabHost, version?: string): Promise<string> =>
  host.run(['dpkg', '--force-confold', '--install', pathInHost(await agentPackage('deb', version))]);

/** Makes an apt source on the host with these versions of the agent. */
async function offer(host: LabHost, versions: readonly string[]): Promise<void> {
  const stanzas: string[] = [];
  for (const version of versions) {
    const file = await agentPackage('deb', version);
    await host.run(['install', '-D', '-t', '/srv/agent', pathInHost(file)]);
    const bytes = readFileSync(file);
    const control = (await runOrThrow(['dpkg-deb', '--field', file])).trim();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    stanzas.push(
      `${control}\nFilename: ./${path.basename(file)}\nSize: ${bytes.length}\nSHA256: ${sha256}\n`,
    );
  }
  await host.writeFile('/srv/agent/Packages', stanzas.join('\n'));
  await host.writeFile('/etc/apt/sources.list.d/agent.list', 'deb [trusted=yes] file:/srv/agent ./\n');
  await host.run(['apt-get', '-qq', 'update']);
}

async function completed(job: WireJob, host: WireHost): Promise<WireJob> {
  const ended = await untilEnded(manager, job);
  assert.is(ended.state, 'completed', JSON.stringify(jobHostOf(ended, { host }).error));
  assert.is(jobHostOf(ended, { host }).attempt, 1);
  return ended;
}

const configured = (token: string): string =>
  `manager_url = "${manager.url}"\nadvertise_address = "10.77.0.12"\nenrollment_token = "${token}"\n`;

test('alone it starts nothing and says what to do; configured, it enrolls and survives a restart', async () => {
  const host = await lab.up('bare', '10.77.0.12', { image: 'debian12-systemd' });
  const said = await install(host);
  assert.match(said, 'set manager_url');
  assert.equal(
    [await service(host, 'ActiveState'), await service(host, 'UnitFileState')],
    ['inactive', 'disabled'],
  );
  const started = await host.exec(['systemctl', 'start', AGENT_UNIT]);
  assert.is(started.code, 0);
  await waitFor(async () => (await service(host, 'ActiveState')) === 'failed', {
    what: 'the agent to give up',
  });
  assert.is(await service(host, 'ExecMainStatus'), '78');
  assert.match(await host.run(['journalctl', '-u', AGENT_UNIT, '-o', 'cat']), 'this host is not enrolled');

  await host.writeFile('/etc/fleetmend/agent.toml', configured(await enrollmentToken(manager)), '600');
  await host.run(['systemctl', 'enable', '-q', '--now', AGENT_UNIT]);
  const { agent_version: version } = await untilPolled(manager, host);
  assert.is(version, '0.1.0');
  const modes = [
    '/var/lib/fleetmend-agent',
    '/var/lib/fleetmend-agent/identity/agent.key',
    '/etc/fleetmend/agent.toml',
  ];
  assert.is(await host.run(['stat', '-c', '%a %U', ...modes]), '700 root\n600 root\n600 root\n');
  await host.down();
});

test('an upgrade whose restart fails leaves the package configured, and says where to look', async () => {
  const { lab: host } = own;
  await resetServiceHost(host, enrolled);
  const dropIn = `/etc/systemd/system/${AGENT_UNIT}.d/broken.conf`;
  await host.writeFile(dropIn, '[Service]\nExecStartPre=/bin/false\n');
  const said = await host.exec(['dpkg', '--install', pathInHost(await agentPackage('deb'))]);
  assert.is(said.code, 0, said.stderr);
  assert.match(said.stderr, 'the service did not start; see journalctl -u fleetmend-agent');
  assert.is(await host.dpkgStatus('fleetmend-agent'), 'ii');
  await host.run(['rm', dropIn]);
  await host.run(['systemctl', 'daemon-reload']);
});

test('the unit leaves the agent little: systemd rates its exposure at most 6.0', async () => {
  const { lab: host } = own;
  await resetServiceHost(host, enrolled);
  // Removes what the lab adds to the unit: it is not part of the package.
  await host.run(['rm', '-r', `/etc/systemd/system/${AGENT_UNIT}.d`]);
  await host.run(['systemctl', 'daemon-reload']);
  const rated = await host.run(['systemd-analyze', 'security', '--no-pager', AGENT_UNIT]);
  const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(rated)?.[1]);
  assert.ok(exposure > 0 && exposure <= 6, rated.slice(-200));
});

test('an upgrade of the agent by its own job survives itself, and so does the rollback', async () => {
  const { lab: host, host: known } = own;
  await resetServiceHost(host, enrolled);
  await host.run(['sh', '-c', 'echo log_level = \\"warn\\" >>/etc/fleetmend/agent.toml']);
  await offer(host, ['0.1.0', nextVersion]);
  const before = await service(host, 'MainPID');
  const versionNow = async (): Promise<string | null> =>
    (await manager.must<WireHost>('GET', `/api/v1/hosts/${known.id}`)).agent_version;

  const job = await manager.must<WireJob>('POST', '/api/v1/jobs', {
    operation: 'patch',
    mode: 'selected',
    packages: [{ name: 'fleetmend-agent' }, { name: 'lab-hello' }],
    target: { host_ids: [known.id] },
  });
  const ended = await completed(job, known);
  assert.is(await host.dpkgVersion('fleetmend-agent'), nextVersion);
  assert.is(await host.dpkgVersion('lab-hello'), '1.1');
  assert.is.not(await service(host, 'MainPID'), before);
  assert.is((await host.run(['fleetmend-agent', '--version'])).trim(), nextVersion);
  assert.match(
    await host.readFile('/etc/fleetmend/agent.toml'),
    'log_level = "warn"',
    'the host keeps its settings',
  );
  await waitFor(async () => (await versionNow()) === nextVersion, {
    timeoutMs: 90_000,
    what: 'the new version',
  });
  const { logs } = await manager.must<{ logs: { text: string }[] }>(
    'GET',
    `${jobPath(job)}/hosts/${known.id}/log?limit=500`,
  );
  for (const line of ['Unpacking fleetmend-agent', 'Setting up fleetmend-agent', 'Setting up lab-hello'])
    assert.is(logs.filter(({ text }) => text.startsWith(line)).length, 1, line);

  assert.is(jobHostOf(ended, { host: known }).reversible?.verdict, 'yes');
  await completed(await manager.must<WireJob>('POST', `${jobPath(job)}/rollback`), known);
  assert.is((await host.run(['fleetmend-agent', '--version'])).trim(), '0.1.0');
  assert.is(await service(host, 'ActiveState'), 'active');
});

test('a power cut within a transaction is repaired from the sandbox at the next start', async () => {
  const { lab: host, host: known } = own;
  await resetServiceHost(host, enrolled);
  await host.writeFile('/etc/lab-slow', '20\n');
  const job = await manager.must<WireJob>('POST', '/api/v1/jobs', {
    operation: 'patch',
    mode: 'selected',
    packages: [{ name: 'lab-slow' }, { name: 'lab-hello' }],
    target: { host_ids: [known.id] },
  });
  // The brackets keep the pattern from matching the command line that carries it.
  const inScript = async (): Promise<boolean> =>
    (await host.exec(['pgrep', '-f', 'lab-slow[.]postinst'])).code === 0;
  await waitFor(inScript, { timeoutMs: 60_000, what: 'the slow postinst' });
  await host.cut();
  // The script runs again in the repair, but nothing needs to happen during it there, so it is made short.
  writeFileSync(path.join(host.root, 'etc/lab-slow'), '1\n');
  await host.boot();
  const isSound = async (): Promise<boolean> =>
    (await host.exec(['dpkg', '--audit'])).stdout === '' && (await host.dpkgStatus('lab-slow')) === 'ii';
  await waitFor(isSound, { timeoutMs: 90_000, what: 'the repair' });
  const told = await manager.until<WireJob>(
    jobPath(job),
    (now) => jobHostOf(now, { host: known }).state === 'retry_wait',
    90_000,
  );
  assert.is(jobHostOf(told, { host: known }).error?.code, 'INTERRUPTED');
});

test('removed, it leaves its identity for the next installation; purged, nothing', async () => {
  const { lab: host } = own;
  await resetServiceHost(host, enrolled);
  const hostCount = async (): Promise<number> =>
    (await manager.must<{ total: number }>('GET', '/api/v1/hosts')).total;
  const before = await hostCount();
  const left = async (): Promise<string> =>
    (await host.exec(['find', '/var/lib/fleetmend-agent', '-name', 'agent.key'])).stdout;
  await host.run(['dpkg', '--remove', 'fleetmend-agent']);
  assert.is(
    (await host.exec(['pgrep', '-f', '^/usr/bin/fleetmend-agen[t]'])).code,
    1,
    'nothing runs any more',
  );
  assert.match(await left(), 'agent.key');
  await install(host);
  await waitFor(async () => (await service(host, 'ActiveState')) === 'active', { what: 'the agent' });
  assert.is(await hostCount(), before, 'it is the same host');
  await host.run(['dpkg', '--purge', 'fleetmend-agent']);
  assert.is(await left(), '');
  for (const gone of [
    '/usr/bin/fleetmend-agent',
    '/etc/fleetmend',
    '/usr/lib/systemd/system/fleetmend-agent.service',
  ])
    assert.is.not((await host.exec(['test', '-e', gone])).code, 0, gone);
});

test('removed while an upgrade was never configured, nothing of it runs or is enabled any more', async () => {
  const { lab: host } = own;
  await resetServiceHost(host, enrolled);
  await host.run(['dpkg', '--unpack', pathInHost(await agentPackage('deb', nextVersion))]);
  assert.is(await host.dpkgStatus('fleetmend-agent'), 'iU');
  assert.is(await service(host, 'ActiveState'), 'active');
  await host.run(['dpkg', '--remove', 'fleetmend-agent']);
  assert.is((await host.exec(['pgrep', '-f', '^/usr/bin/fleetmend-agen[t]'])).code, 1);
  const links = await host.exec(['find', '/etc/systemd', '-name', 'fleetmend-agent*', '-type', 'l']);
  assert.is(links.stdout, '');
});

test('a power cut between unpacking and configuring a first installation changes nothing about its start', async () => {
  const { lab: host } = own;
  await resetServiceHost(host, enrolled);
  await host.run(['dpkg', '--remove', 'fleetmend-agent']);
  await host.run(['dpkg', '--unpack', pathInHost(await agentPackage('deb'))]);
  await host.cut();
  await host.boot();
  await host.run(['dpkg', '--force-confold', '--configure', '-a']);
  await waitFor(async () => (await service(host, 'ActiveState')) === 'active', { what: 'the agent' });
  assert.is(await service(host, 'UnitFileState'), 'enabled');
  assert.is((await host.exec(['ls', '/var/lib/fleetmend-agent.new'])).code, 2);
});

test.run();
