// needs: faketime
// time-limit: 200
// Hosts that were off until after their certificate had expired: a real manager and real agents, with clocks that are
// moved.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { enrollmentToken } from './support/fleet.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';
import { freePort } from './support/ports.ts';
import { ChildOutput } from './support/process.ts';
import { waitFor } from './support/wait.ts';

const test = suite('renewal after the end of a certificate');
const root = path.resolve(import.meta.dirname, '..');
const daySecs = 86_400;
const library = process.env['TEST_FAKETIME_LIB'] ?? '';
let manager: ManagerProcess;
let dir: string;
let running: ChildProcess[];

test.before.each(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'fleetmend-renewal-'));
  running = [];
  manager = await createManager({ port: 0, faketime: library });
  await manager.start();
  await manager.signIn();
});

test.after.each(async () => {
  for (const child of running) child.kill('SIGKILL');
  await manager.stop();
  await rm(dir, { recursive: true, force: true });
});

interface Host {
  name: string;
  port: number;
}

/** Runs a command of the agent on one of the hosts, its clock so many days ahead. */
function agent({ name, port }: Host, daysAhead: number, ...args: string[]): ChildOutput {
  const clock = { LD_PRELOAD: library, FAKETIME: `+${daysAhead}d`, DONT_FAKE_MONOTONIC: '1' };
  const flags = { 'data-dir': path.join(dir, name), listen: '127.0.0.1', port, 'manager-url': manager.url };
  const words = Object.entries(flags).flatMap(([flag, value]) => [`--${flag}`, String(value)]);
  const child = spawn(process.execPath, ['agent/main.ts', ...args, ...words], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      FLEETMEND_AGENT_MACHINE_ID: name.padEnd(32, '0'),
      FLEETMEND_AGENT_ADVERTISE_ADDRESS: '127.0.0.1',
      FLEETMEND_AGENT_REFRESH_INTERVAL_SECS: '0',
      FLEETMEND_AGENT_READ_ONLY: 'true',
      ...clock,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  return new ChildOutput(child);
}

async function enrolled(name: string, token: string): Promise<Host> {
  const host = { name, port: await freePort() };
  const tokenFile = path.join(dir, `${name}.token`);
  await writeFile(tokenFile, token, { mode: 0o600 });
  const output = agent(host, 0, 'enroll', '--token-file', tokenFile);
  await output.exited;
  assert.match(output.text, '"event":"enrolled"');
  return host;
}

/** Moves the manager's clock, and waits until its listener has a certificate that is valid then. */
async function advanceManager(days: number): Promise<void> {
  await manager.setClockAhead(days * daySecs);
  const validUntil = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const socket = tls.connect({ host: '127.0.0.1', port: manager.port, rejectUnauthorized: false }, () => {
        resolve(Date.parse(socket.getPeerCertificate().valid_to));
        socket.destroy();
      });
      socket.once('error', reject);
    });
  const isRenewed = async (): Promise<boolean> => (await validUntil()) > Date.now() + days * daySecs * 1000;
  await waitFor(isRenewed, { timeoutMs: 90_000, what: "the manager's own renewal" });
  await manager.signIn();
}

interface Status {
  certificate: { state: string; days_left: number };
}

async function statusOf(host: Host, daysAhead: number): Promise<Status> {
  const output = agent(host, daysAhead, 'status', '--json');
  await output.exited;
  return JSON.parse(output.text) as Status;
}

test('an agent that was off past the end renews by itself within 30 days, and is managed again', async () => {
  const host = await enrolled('late', await enrollmentToken(manager));
  await advanceManager(110);
  assert.is((await statusOf(host, 110)).certificate.state, 'expired');
  const output = agent(host, 110);
  await output.waitFor(/"event":"certificateRenewed"/, 60_000);
  const { state, days_left: daysLeft } = (await statusOf(host, 110)).certificate;
  assert.equal([state, daysLeft >= 88], ['valid', true]);
  const isHealthy = ({ hosts }: { hosts: { health_status: string }[] }): boolean =>
    hosts.length === 1 && hosts[0]?.health_status !== 'unreachable' && hosts[0]?.health_status !== 'unknown';
  await manager.until<{ hosts: { health_status: string }[] }>('/api/v1/hosts', isHealthy);
});

test('later than that it is refused and says what to do', async () => {
  const host = await enrolled('gone', await enrollmentToken(manager));
  await advanceManager(125);
  const output = agent(host, 125);
  await output.untilListening();
  assert.is((await statusOf(host, 125)).certificate.state, 'lapsed');
  assert.not.match(output.text, 'certificateRenewed');
  const doctor = agent(host, 125, 'doctor');
  await doctor.exited;
  assert.match(doctor.text, 'enroll again: fleetmend-agent enroll --again');
});

test.run();
