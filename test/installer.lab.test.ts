// tier: night
// needs: lab, squid
// images: deb12sd-t0, el9-t0
// time-limit: 600
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bringCurl } from './support/curl.ts';
import { agentPackage } from './support/packages.ts';
import { enrollmentToken, untilPolled } from './support/fleet.ts';
import { controllerAddress, lab, pathInHost, type LabHost } from './support/lab.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';
import type { RunResult } from './support/process.ts';
import { createSquid, openWall, wallOff, type Squid } from './support/squid.ts';
import { AGENT_UNIT, unitProperty } from './support/service.ts';
import { waitFor } from './support/wait.ts';

const test = suite('the line that installs an agent');
const address = '10.77.0.11';
let manager: ManagerProcess;
let scratch: string;
let squid: Squid | undefined;

test.before.each(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'fleetmend-installer-'));
});

test.after.each(async () => {
  await manager.stop();
  await lab.down();
  if (squid) await openWall();
  await squid?.end();
  squid = undefined;
  rmSync(scratch, { recursive: true, force: true });
});

async function startManager(packagesDir: string): Promise<void> {
  manager = await createManager({
    listen: controllerAddress,
    env: { FLEETMEND_PACKAGES_DIR: packagesDir },
  });
  await manager.start();
  await manager.signIn();
}

/** What systemd says of the agent's service, for a failing test: the packages' scripts start it without a word. */
const serviceState = async (host: LabHost): Promise<string> =>
  (await host.exec(['systemctl', 'status', '--no-pager', '--full', AGENT_UNIT])).stdout;

const line = async (): Promise<string> =>
  (await manager.must<{ command: string }>('GET', '/api/v1/admin/installer')).command;

/** Runs the line as a person who has copied it into a shell of the host. `words`: the token, then options. */
async function runLine(host: LabHost, words: string, command?: string): Promise<RunResult> {
  const [token = '', ...options] = words.split(' ');
  const text = (command ?? (await line())).replace('PROOF', `token=${token}`);
  const here = words.includes('--advertise-address') ? [] : ['--advertise-address', address];
  return host.exec(['sh', '-c', [text, ...options, ...here].join(' ')], {
    env: { FLEETMEND_KERNEL_RELEASE: '6.1.0-90-lab' },
  });
}

async function debianHost(name: string): Promise<LabHost> {
  await lab.startRepo();
  const host = await lab.up(name, address, { image: 'debian12-systemd' });
  await bringCurl(host);
  return host;
}

const isInstalled = async (host: LabHost): Promise<boolean> =>
  (await host.dpkgStatus('fleetmend-agent')) === 'ii';

/** Runs the line while another process holds dpkg's lock, which is released as soon as the line waits for it. */
async function runLineWhileBusy(host: LabHost, words: string): Promise<RunResult> {
  const lock = await host.holdDpkgLock();
  const running = runLine(host, words);
  const waits = async (): Promise<boolean> => (await host.exec(['pgrep', '-x', 'sleep'])).code === 0;
  await waitFor(waits, { timeoutMs: 60_000, what: 'the installer to wait' });
  await lock.kill();
  return running;
}

test('on Debian it installs, enrolls and starts the service, and once more changes nothing', async () => {
  await startManager(path.dirname(await agentPackage('deb')));
  const host = await debianHost('fresh');
  const token = await enrollmentToken(manager);
  const first = await runLineWhileBusy(host, token);
  assert.is(first.code, 0, first.stdout + first.stderr);
  assert.match(first.stdout, 'another package manager is at work');
  assert.match(first.stdout, '==> verify fleetmend-agent_0.1.0_');
  assert.match(first.stdout, `Manager      ${manager.url}`);
  assert.match(first.stdout, '==> done.');
  const { id } = await untilPolled(manager, host);
  const kept = await host.run(['ls', '/var/lib/fleetmend-agent/agent-packages']);
  assert.match(kept, /^fleetmend-agent_0\.1\.0_\S+\.deb\n$/, 'the way back of the first update');
  const configuration = await host.readFile('/etc/fleetmend/agent.toml');
  assert.match(configuration, `manager_url = "${manager.url}"`);
  assert.not(configuration.includes(token), 'the token is used up, and stays nowhere');
  assert.is(await host.run(['stat', '-c', '%a', '/etc/fleetmend/agent.toml']), '600\n');
  const again = await runLine(host, await enrollmentToken(manager));
  assert.is(again.code, 0, again.stdout + again.stderr + (await serviceState(host)));
  const { hosts } = await manager.must<{ hosts: { id: string }[] }>('GET', '/api/v1/hosts');
  assert.equal(
    hosts.map((one) => one.id),
    [id],
  );

  const wrong = await runLine(host, `${token} --advertise-address 10.77.0.999`);
  assert.match(wrong.stderr, '"10.77.0.999" is not an IP address');
  assert.match(wrong.stderr, /failed to write \/etc\/fleetmend\/agent\.toml/);
  assert.is(await host.readFile('/etc/fleetmend/agent.toml'), configuration);
  const used = await runLine(host, `${token} --again`);
  assert.is(used.code, 1);
  assert.match(used.stderr, 'the agent that was here runs again');
  assert.is(await unitProperty(host, AGENT_UNIT, 'ActiveState'), 'active');
});

test('it stops at the first doubt and says at which step', async () => {
  const dir = path.dirname(await agentPackage('deb'));
  cpSync(dir, scratch, { recursive: true });
  const manifest = path.join(scratch, 'manifest.json');
  const tampered = readFileSync(manifest, 'utf8').replaceAll(
    /"sha256": "[0-9a-f]{60}/g,
    `"sha256": "${'0'.repeat(60)}`,
  );
  writeFileSync(manifest, tampered);
  await startManager(scratch);
  const host = await debianHost('wary');
  const token = await enrollmentToken(manager);
  const secret = token.slice(0, token.lastIndexOf('.'));

  const foreign = await runLine(host, `${secret}.${'a'.repeat(64)}`);
  assert.is(foreign.code, 1);
  assert.match(
    foreign.stderr,
    'failed to check who the manager is: the token or fingerprint is for a manager',
  );

  const changed = await runLine(host, token);
  assert.is(changed.code, 1);
  assert.match(
    changed.stderr,
    /failed to verify fleetmend-agent_\S+: its SHA-256 is [0-9a-f]{64} instead of 0000/,
  );
  assert.match(changed.stderr, 'nothing was installed');

  const otherRoot = (await line()).replace(/[0-9a-f]{64}/, 'a'.repeat(64));
  const impostor = await runLine(host, token, otherRoot);
  assert.is(impostor.code, 1);
  assert.is(impostor.stderr, 'this is not the root certificate of the manager\n');
  assert.is(impostor.stdout, '', 'not a line of the script has run');

  const deaf = await runLine(host, token, (await line()).replace(/:\d+\/api/, ':1/api'));
  assert.is.not(deaf.code, 0);
  assert.match(deaf.stderr, /^curl: \(7\) [^\n]+\n$/, 'curl alone says what is wrong');
  assert.not.ok(await isInstalled(host));

  cpSync(path.join(dir, 'manifest.json'), manifest);
  const used = await runLine(host, `${'x'.repeat(43)}.${token.slice(secret.length + 1)}`);
  assert.is(used.code, 1);
  assert.match(used.stderr, 'failed to enroll with https://');
  assert.match(used.stderr, 'ENROLLMENT_TOKEN_INVALID');

  writeFileSync(manifest, '{"files":[]}');
  const none = await runLine(host, token);
  assert.match(none.stderr, 'failed to choose the package: the manager has no deb package');
});

test('through the proxy of the shell in which it is pasted, whose environment sudo drops, and so does the agent after it', async () => {
  await startManager(path.dirname(await agentPackage('deb')));
  const host = await debianHost('walled');
  const proxy = await createSquid();
  squid = proxy;
  await proxy.start();
  await wallOff();
  const sudo = 'env -i PATH="$PATH" HOME=/root FLEETMEND_KERNEL_RELEASE=6.1.0-90-lab sh';
  const asUser = (await line()).replace('$(command -v sudo) sh', sudo);
  const run = async (env: Record<string, string>): Promise<RunResult> => {
    const text = asUser.replace('PROOF', `token=${await enrollmentToken(manager)}`);
    return host.exec(['sh', '-c', `${text} --connection dial`], { env });
  };
  const refused = await run({ https_proxy: proxy.url('wrong') });
  assert.is.not(refused.code, 0);
  assert.match(refused.stderr, /^curl: /);
  const done = await run({ https_proxy: proxy.url(), no_proxy: "localhost,it's.example.org" });
  assert.is(done.code, 0, done.stdout + done.stderr + (await serviceState(host)));
  const configuration = await host.readFile('/etc/fleetmend/agent.toml');
  assert.match(configuration, `https_proxy = "${proxy.url()}"`);
  await untilPolled(manager, host);
  assert.match(await host.run(['fleetmend-agent', 'status']), `Proxy        ${proxy.name}`);
  for (const text of [done.stdout, done.stderr]) assert.not.ok(text.includes('otters'));
});

test('on an rpm system it installs and enrolls; upgrade and removal keep what they must', async () => {
  await startManager(path.dirname(await agentPackage('rpm')));
  await lab.startRepo('t0', 'rpm');
  const host = await lab.up('el', address, { image: 'el9' });
  await bringCurl(host);
  const done = await runLine(host, await enrollmentToken(manager));
  assert.is(done.code, 0, done.stdout + done.stderr);
  assert.match(done.stdout, 'There is no systemd here');
  const installed = async (): Promise<string> => (await host.exec(['rpm', '-q', 'fleetmend-agent'])).stdout;
  assert.match(await installed(), 'fleetmend-agent-0.1.0-1');
  const agent = await host.spawn(['fleetmend-agent', 'run'], {
    env: { FLEETMEND_KERNEL_RELEASE: '6.1.0-90-lab' },
  });
  await agent.untilListening();
  assert.is((await untilPolled(manager, host)).agent_version, '0.1.0');
  await agent.kill();

  await host.run(['rpm', '--upgrade', pathInHost(await agentPackage('rpm', '0.1.1'))]);
  assert.match(await installed(), 'fleetmend-agent-0.1.1-1');
  assert.match(await host.readFile('/etc/fleetmend/agent.toml'), `manager_url = "${manager.url}"`);
  await host.run(['rpm', '--erase', 'fleetmend-agent']);
  assert.is.not((await host.exec(['test', '-e', '/usr/bin/fleetmend-agent'])).code, 0);
  assert.is((await host.exec(['test', '-e', '/var/lib/fleetmend-agent/identity/agent.key'])).code, 0);
});

test.run();
