// time-limit: 120
// The simulator as its command starts it: several processes, enrolled with a real manager, then started again.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { enrollmentToken } from './support/fleet.ts';
import type { WireHost } from './support/fleet.ts';
import { createManager } from './support/manager.ts';
import type { ManagerProcess } from './support/manager.ts';
import { ChildOutput } from './support/process.ts';
import { freePorts } from './support/ports.ts';

let manager: ManagerProcess;
let dir: string;
let port: number;
const children: ChildProcess[] = [];

const test = suite('simulator command');

test.before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'simulator-'));
  port = await freePorts(2);
  manager = await createManager({ port: 0 });
  await manager.start();
  await manager.signIn();
});

test.after(async () => {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL');
  await manager?.stop();
  await rm(dir, { recursive: true, force: true, maxRetries: 3 });
});

function start(...args: string[]): { child: ChildProcess; output: ChildOutput } {
  const root = path.resolve(import.meta.dirname, '..');
  const fixed = ['--count', '5', '--data-dir', dir, '--port', String(port)];
  const child = spawn(process.execPath, ['agent/simulator/main.ts', ...fixed, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return { child, output: new ChildOutput(child) };
}

const dialling = /^\{"event":"dialling".*\}$/m;
const listening = /^\{"event":"listening".*\}$/m;

test('one command enrolls hosts, serves them from two processes, and finds them again', async () => {
  const token = await enrollmentToken(manager, 5);
  const how = ['--processes', '2', '--manager-url', manager.url, '--enrollment-token', token];
  const first = start(...how);
  const [said] = await first.output.waitFor(listening, 60_000);
  assert.is((JSON.parse(said) as { agents: number }).agents, 5);
  assert.match(first.output.text, /"event":"enrolled","added":5/);
  await manager.until<{ hosts: WireHost[] }>('/api/v1/hosts', ({ hosts }) => {
    const polled = hosts.filter(({ patches_total }) => patches_total === 40);
    return hosts.length === 5 && polled.length === 5;
  });
  first.child.kill('SIGTERM');
  assert.equal(await first.output.exited, { code: 0, signal: null });

  const again = start(...how);
  await again.output.waitFor(listening, 60_000);
  assert.match(again.output.text, /"event":"enrolled","added":0/);
  again.child.kill('SIGTERM');
  assert.is((await again.output.exited).code, 0);
});

test('the same hosts dial when they are told to, and are polled without a port', async () => {
  const how = ['--processes', '2', '--manager-url', manager.url, '--connection', 'dial'];
  const { child, output } = start(...how);
  const [said] = await output.waitFor(dialling, 60_000);
  assert.is((JSON.parse(said) as { agents: number }).agents, 5);
  // Until its first link a host is called at its port, as when it enrolled.
  const { hosts: before } = await manager.until<{ hosts: WireHost[] }>('/api/v1/hosts', ({ hosts }) =>
    hosts.every(({ connected_since: since }) => since !== null),
  );
  const polled = new Map(before.map(({ id, patches_polled_at: at }) => [id, at]));
  for (const id of polled.keys()) await manager.must('POST', `/api/v1/hosts/${id}/refresh`);
  await manager.until<{ hosts: WireHost[] }>('/api/v1/hosts', ({ hosts }) =>
    hosts.every(({ id, patches_polled_at: at }) => at !== polled.get(id)),
  );
  child.kill('SIGTERM');
  assert.is((await output.exited).code, 0);
});

test('thin hosts are enrolled, linked and polled, and found again', async () => {
  const own = await createManager({ port: 0 });
  const thinDir = path.join(dir, 'thin');
  try {
    await own.start();
    await own.signIn();
    const token = await enrollmentToken(own, 5);
    const manager = ['--manager-url', own.url, '--enrollment-token', token];
    const how = ['--thin', '--connection', 'dial', '--processes', '2', '--data-dir', thinDir, ...manager];
    const first = start(...how);
    await first.output.waitFor(dialling, 60_000);
    assert.match(first.output.text, /"event":"enrolled","added":5/);
    await own.until<{ hosts: WireHost[] }>('/api/v1/hosts', ({ hosts }) => {
      const polled = hosts.filter(
        ({ patches_total: total, connected_since: since }) => total === 40 && since !== null,
      );
      return hosts.length === 5 && polled.length === 5;
    });
    first.child.kill('SIGTERM');
    assert.is((await first.output.exited).code, 0);
    const again = start(...how);
    await again.output.waitFor(dialling, 60_000);
    assert.match(again.output.text, /"event":"enrolled","added":0/);
    again.child.kill('SIGTERM');
    assert.is((await again.output.exited).code, 0);
  } finally {
    await own.stop();
  }
});

test('hosts are not moved away from where the manager knows them', async () => {
  const { output } = start('--processes', '1');
  assert.is((await output.exited).code, 1);
  assert.ok(output.text.includes(`--port ${port} --processes 2`), output.text);
});

test.run();
