// time-limit: 240
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hostServerName } from '../../server/shared/pki/names.ts';
import { eventually } from '../testing/fakeAgent.ts';
import { issuePair, startFakeManager } from '../testing/fakeManager.ts';
import type { FakeManager } from '../testing/fakeManager.ts';
import { callOver, serveLinks } from '../testing/linkManager.ts';
import type { Finding } from '../../server/shared/doctor.ts';
import { loadAgentConfig } from '../config/config.ts';
import { doctorReport } from './doctor.ts';
import { statusReport } from './status.ts';
import type { StatusJson } from './status.ts';
import { freePort } from '../../test/support/ports.ts';

interface Context {
  dir: string;
  manager: FakeManager;
  port: number;
  running: ChildProcess[];
}

const test = suite<Context>('commands for people at the host');
const main = join(import.meta.dirname, '../main.ts');

test.before.each(async (context) => {
  context.dir = await mkdtemp(join(tmpdir(), 'fleetmend-cli-'));
  context.manager = await startFakeManager();
  context.port = await freePort();
  context.running = [];
});

test.after.each(async ({ dir, manager, running }) => {
  for (const child of running) child.kill('SIGKILL');
  await manager.close();
  await rm(dir, { recursive: true, force: true });
});

function start({ dir, port, running }: Context, args: readonly string[]): ChildProcess {
  const flags = ['--data-dir', join(dir, 'data'), '--listen', '127.0.0.1', '--port', String(port)];
  const child = spawn(process.execPath, [main, ...args, ...flags], {
    env: {
      PATH: process.env.PATH,
      FLEETMEND_AGENT_MACHINE_ID: 'a'.repeat(32),
      FLEETMEND_AGENT_REFRESH_INTERVAL_SECS: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  return child;
}

interface Ended {
  code: number | null;
  text: string;
}

function command(context: Context, ...args: string[]): Promise<Ended> {
  const child = start(context, args);
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => (text += part));
  child.stderr?.setEncoding('utf8').on('data', (part: string) => (text += part));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, text })));
}

const enrolling = ({ manager }: Context): string[] => [
  '--manager-url',
  manager.url,
  '--ca-fingerprint',
  manager.rootPin,
];

async function startAgent(context: Context): Promise<ChildProcess> {
  const agent = start(context, enrolling(context));
  await new Promise((resolve) => agent.stdout?.once('data', resolve));
  return agent;
}

async function poll({ manager, port }: Context): Promise<void> {
  const pair = await issuePair(manager.ca, { kind: 'manager' });
  const to = { host: '127.0.0.1', port, path: '/health', servername: hostServerName(manager.hostId) };
  await new Promise<void>((resolve, reject) => {
    const tls = { ...pair, ca: manager.ca.certificatePem, agent: false as const };
    request({ ...to, ...tls }, (res) => res.resume().once('end', resolve))
      .once('error', reject)
      .end();
  });
}

const statusOf = async (context: Context): Promise<StatusJson> =>
  JSON.parse((await command(context, 'status', '--json')).text) as StatusJson;

async function findings(context: Context, ...args: string[]): Promise<Record<string, Finding>> {
  const { text } = await command(context, 'doctor', '--json', ...args);
  const { checks } = JSON.parse(text) as { checks: Finding[] };
  return Object.fromEntries(checks.map((check) => [check.subject, check]));
}

test('before anything is set up status ends with 3 and doctor says how to enroll', async (context) => {
  const status = await command(context, 'status');
  assert.is(status.code, 3);
  assert.match(status.text, 'not running');
  assert.match(status.text, 'this host is not enrolled');
  const doctor = await command(context, 'doctor');
  assert.is(doctor.code, 1);
  assert.match(doctor.text, 'FAIL  enrollment: this host is not enrolled\n      -> run the line');
});

test('doctor compares the address of this host with the one that the manager calls', async (context) => {
  await startAgent(context);
  context.manager.calledAddress = '192.0.2.55';
  const moved = await findings(context);
  assert.is(moved.address?.state, 'failure');
  assert.is(moved.address?.detail, 'the manager calls 192.0.2.55, port 9443, and this host has 127.0.0.1');
  assert.match(moved.address?.advice ?? '', /reports it within a minute/);
  await poll(context);
  const heard = await findings(context);
  assert.is(heard.address?.state, 'ok');
  assert.match(heard.address?.detail ?? '', 'is no address of this host, and its calls arrive');
});

test('status tells where a running agent is connected to and when it was polled', async (context) => {
  await startAgent(context);
  await poll(context);
  const { state, host_id, manager_url, certificate, agent } = await statusOf(context);
  assert.equal([state, host_id, manager_url], ['running', context.manager.hostId, context.manager.url]);
  assert.is(certificate?.state, 'valid');
  assert.ok(certificate && certificate.days_left > 80);
  assert.equal(
    [agent?.port, agent?.last_calls[0]?.path, agent?.last_calls[0]?.from],
    [context.port, '/health', '127.0.0.1'],
  );
  const { text } = await command(context, 'status');
  assert.match(text, /Certificate {2}valid \(until \d{4}-\d\d-\d\d, \d\d days left\)/);
  assert.match(
    text,
    /Last polls {3}health \d+ s ago, patches not yet, system not yet, last call from 127\.0\.0\.1/,
  );
  assert.not.match(text, '\u001b', 'no colour is needed to read it');
});

test('doctor finds an agent in order, and its manager by the root it enrolled with', async (context) => {
  await startAgent(context);
  const { enrollment, certificate, agent, manager, polls } = await findings(context);
  for (const check of [enrollment, certificate, agent, manager, polls])
    assert.is(check?.state, 'ok', check?.detail);
  assert.match(manager?.detail ?? '', 'answers and has proved itself');
});

test('status and doctor of an agent that dials tell of its link: since when, where to, why not, when next', async (context) => {
  const links = serveLinks(context.manager.server);
  const agent = start(context, ['--connection', 'dial', ...enrolling(context)]);
  await links.link(1);
  await callOver(await links.open(), '/health');
  // Asked in this process: each further one costs a second of the processor.
  const configOf = (connection: string) => {
    const argv = ['--data-dir', join(context.dir, 'data'), '--connection', connection];
    return loadAgentConfig(argv, {}, false).config;
  };
  const checks = async (connection: string): Promise<Record<string, Finding | undefined>> => {
    const { json } = await doctorReport(configOf(connection));
    return Object.fromEntries((json as { checks: Finding[] }).checks.map((check) => [check.subject, check]));
  };
  const held = await statusReport(configOf('dial'));
  assert.is(held.exitCode, 0, held.text);
  assert.match(held.text, /Link {9}holds since \d+ s, to https:\S+ \(channels: 1\)/);
  assert.not.match(held.text, 'Listens on');
  const fine = await checks('dial');
  assert.is(fine.link?.state, 'ok', fine.link?.detail);
  assert.is(fine.address, undefined);
  assert.match(
    (await checks('listen')).address?.detail ?? '',
    /is "listen" by --connection, and the running/,
  );
  links.send({ kind: 'bye', why: 'deleted', retry_after_ms: 240_000 });
  await eventually(() => links.links[0]?.closed !== null, 'the end of the link');
  const lost = await statusReport(configOf('dial'));
  assert.is(lost.exitCode, 1);
  assert.match(
    lost.text,
    /none since \d+ s: the manager no longer knows this host.*; next try in 4 min, at https/,
  );
  const { link, manager } = await checks('dial');
  assert.is(link?.state, 'failure');
  assert.match(link?.detail ?? '', 'no longer knows this host');
  assert.is(manager?.state, 'ok', 'it can be reached all the same');
  agent.kill('SIGKILL');
  await once(agent, 'exit');
  const ended = await checks('dial');
  assert.is(ended.link?.state, 'warning');
  assert.match(ended.link?.detail ?? '', 'takes the connection for one');
});

test('doctor tells a manager that is away, an impostor, and an agent that has ended', async (context) => {
  (await startAgent(context)).kill('SIGKILL');
  await context.manager.close();
  const away = await findings(context);
  assert.is(away.agent?.state, 'failure');
  assert.match(away.manager?.detail ?? '', 'cannot be reached');
  const impostor = await startFakeManager();
  const fooled = await findings(context, '--manager-url', impostor.url);
  await impostor.close();
  assert.match(fooled.manager?.detail ?? '', 'could not prove to be the manager');
  context.manager = await startFakeManager();
});

test('doctor tells that the manager has revoked the certificate, which no manager says to the host itself', async (context) => {
  await startAgent(context);
  assert.is((await findings(context)).manager?.state, 'ok');
  context.manager.revokes = true;
  const { manager } = await findings(context);
  assert.match(manager?.detail ?? '', "it has revoked this host's certificate");
  assert.match(manager?.advice ?? '', 'enroll again');
  context.manager.revokes = 'unreadable';
  const { manager: unknown } = await findings(context);
  assert.is(unknown?.state, 'warning');
  assert.match(unknown?.detail ?? '', 'is not known');
});

test('an expired certificate is told with what becomes of it, and for how long', async (context) => {
  const day = 86_400_000;
  context.manager.issueAt = new Date(Date.now() - 95 * day);
  await command(context, 'enroll', ...enrolling(context));
  const expired = await statusOf(context);
  assert.equal([expired.certificate?.state, (expired.certificate?.days_left ?? 0) < 0], ['expired', true]);
  const { text } = await command(context, 'doctor');
  assert.match(text, 'FAIL  certificate: EXPIRED; the agent renews it as soon as the manager answers');
});

test('an agent that waits for its approval is running, and the advice is to approve it', async (context) => {
  context.manager.decisions = ['pending'];
  const waiting = start(context, enrolling(context));
  await new Promise<void>((resolve) => {
    waiting.stderr?.on('data', (part: Buffer) => part.includes('enrollmentWaiting') && resolve());
  });
  const status = await statusOf(context);
  assert.equal([status.state, status.enrolled], ['starting', false]);
  assert.match(status.pending_fingerprint ?? '', /^[0-9a-f]{64}$/);
  const { code, text } = await command(context, 'status');
  assert.is(code, 1);
  assert.match(text, 'waits for an administrator to approve it');
  const { enrollment, agent } = await findings(context);
  assert.match(enrollment?.advice ?? '', 'approve the host at the manager');
  assert.is(agent?.state, 'warning');
});

const isRoot = process.getuid?.() === 0;

/** Runs as a user without rights, who can read only the sources; needs root. */
function asNobody({ dir }: Context, ...args: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [main, '--data-dir', join(dir, 'data'), ...args], {
    env: { PATH: process.env.PATH },
    uid: 65_534,
    gid: 65_534,
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (text += part));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, text })));
}

if (isRoot)
  test('whoever is not root is told just that, whether it is the configuration or the data', async (context) => {
    const data = join(context.dir, 'data');
    const file = join(context.dir, 'agent.toml');
    await chmod(context.dir, 0o755);
    await mkdir(join(data, 'identity'), { recursive: true });
    await chmod(data, 0o700);
    await writeFile(file, 'port = 9443\n', { mode: 0o600 });
    const unread = await asNobody(context, 'status', '--config', file);
    assert.equal(
      [unread.code, unread.text.includes(`only root may read the configuration file ${file}`)],
      [4, true],
    );
    await chmod(file, 0o644);
    const status = await asNobody(context, 'status', '--config', file);
    assert.equal(
      [status.code, status.text],
      [4, 'Only root may ask the agent for its status: run it with sudo.\n'],
    );
    const doctor = await asNobody(context, 'doctor', '--config', file);
    assert.is(doctor.code, 1);
    assert.match(doctor.text, 'FAIL  privileges: not root\n      -> run it with sudo');
    assert.not.match(doctor.text, 'not enrolled');
  });

if (isRoot)
  test('doctor tells a data directory that is none, or belongs to somebody else', async (context) => {
    const data = join(context.dir, 'data');
    await writeFile(data, '');
    assert.match((await findings(context))['data directory']?.detail ?? '', 'is no directory');
    await rm(data);
    await mkdir(data, { mode: 0o700 });
    await chown(data, 65_534, 65_534);
    const { 'data directory': owned } = await findings(context);
    assert.is(owned?.state, 'failure');
    assert.match(owned?.detail ?? '', 'belongs to somebody else (user 65534)');
  });

test('a reader that has seen enough is no error', async (context) => {
  const child = start(context, ['doctor']);
  child.stdout?.destroy();
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (part: string) => (stderr += part));
  await new Promise((resolve) => child.once('close', resolve));
  assert.is(stderr, '');
});

test.run();
