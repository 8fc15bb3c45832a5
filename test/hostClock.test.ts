// needs: faketime
// time-limit: 300
// A host whose clock is wrong: a real manager and a real agent process, whose clock is moved between its starts.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { enrollmentToken, untilEnded, type WireJob } from './support/fleet.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';
import { freePort } from './support/ports.ts';
import { ChildOutput } from './support/process.ts';

const test = suite('a host whose clock is wrong');
const root = path.resolve(import.meta.dirname, '..');
let manager: ManagerProcess;
let dir: string;
let port: number;
let running: ChildProcess[] = [];

interface Shown {
  id: string;
  health_status: string;
  status_reason: string | null;
  problems: { code: string; message: string }[];
}

test.before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'fleetmend-clock-'));
  port = await freePort();
  manager = await createManager({ port: 0 });
  await manager.start();
  await manager.signIn();
  const { body, headers } = await manager.call<{ polling: object }>('GET', '/api/v1/settings');
  const polling = { ...body.polling, health_poll_interval_secs: 10 };
  const changed = await manager.call('PUT', '/api/v1/settings', { polling }, undefined, {
    'if-match': String(headers.etag),
  });
  assert.is(changed.status, 200);
  const tokenFile = path.join(dir, 'token');
  await writeFile(tokenFile, await enrollmentToken(manager), { mode: 0o600 });
  await agent(0, 'enroll', '--token-file', tokenFile).exited;
});

test.after(async () => {
  for (const child of running) child.kill('SIGKILL');
  await manager.stop();
  await rm(dir, { recursive: true, force: true });
});

/** Runs a command of the agent with a clock that is so many hours ahead. */
function agent(hours: number, ...args: string[]): ChildOutput {
  const flags = { 'data-dir': path.join(dir, 'data'), listen: '127.0.0.1', port, 'manager-url': manager.url };
  const child = spawn(
    process.execPath,
    [
      'agent/main.ts',
      ...args,
      ...Object.entries(flags).flatMap(([flag, value]) => [`--${flag}`, String(value)]),
    ],
    {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        FLEETMEND_AGENT_MACHINE_ID: 'c'.repeat(32),
        FLEETMEND_AGENT_ADVERTISE_ADDRESS: '127.0.0.1',
        FLEETMEND_AGENT_REFRESH_INTERVAL_SECS: '0',
        FLEETMEND_AGENT_READ_ONLY: 'true',
        LD_PRELOAD: process.env['TEST_FAKETIME_LIB'],
        FAKETIME: `${hours < 0 ? '' : '+'}${hours}h`,
        DONT_FAKE_MONOTONIC: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  running.push(child);
  return new ChildOutput(child);
}

/** Starts the agent anew with such a clock, and waits until the manager says `reason` of its host. */
async function shownWith(hours: number, reason: string | null): Promise<Shown> {
  for (const child of running) child.kill('SIGKILL');
  running = [];
  await agent(hours).untilListening();
  const { hosts } = await manager.until<{ hosts: Shown[] }>(
    '/api/v1/hosts',
    ({ hosts: [host] }) => host?.health_status !== 'unknown' && host?.status_reason === reason,
    90_000,
  );
  return hosts[0] as Shown;
}

const readOnly = 'NOT_PRIVILEGED';

/** Without what has nothing to do with clocks: on a busy machine the list may not have been answered in time. */
const ownProblems = ({ problems }: Shown): string[] =>
  problems.map(({ code }) => code).filter((code) => code !== 'PATCHES_UNANSWERED');

for (const [hours, words] of [
  [-48, 'about 2 days behind'],
  [100 * 24, 'about 100 days ahead of'],
] as const) {
  test(`by which the manager's certificate is not valid (${words}): it is told, not a broken connection`, async () => {
    const before = await shownWith(0, 'AGENT_PROBLEMS');
    assert.equal(ownProblems(before), [readOnly]);
    const wrong = await shownWith(hours, 'CLOCK_SKEW');
    assert.is(wrong.health_status, 'unreachable');
    assert.equal(
      wrong.problems.map(({ code }) => code),
      ['CLOCK_SKEW'],
    );
    assert.match(wrong.problems[0]?.message ?? '', `The clock of the host is ${words} the manager's`);
    const plan = await manager.must<WireJob>('POST', '/api/v1/jobs', {
      operation: 'patch',
      mode: 'all',
      dry_run: true,
      target: { host_ids: [wrong.id] },
    });
    const [job] = (await untilEnded(manager, plan)).hosts;
    assert.equal([job?.state, job?.error?.code], ['failed', 'CLOCK_SKEW']);
    assert.match(job?.error?.message ?? '', words);
    const right = await shownWith(0, 'AGENT_PROBLEMS');
    assert.equal(ownProblems(right), [readOnly]);
  });
}

test('by which the manager can still call it: a problem of the host', async () => {
  const shown = await shownWith(3, 'AGENT_PROBLEMS');
  await manager.until<Shown>(
    `/api/v1/hosts/${shown.id}`,
    ({ problems }) => problems.some(({ code }) => code === 'CLOCK_SKEW'),
    90_000,
  );
});

test.run();
