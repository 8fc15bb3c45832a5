// time-limit: 300
// `fleetmend drain`: the machine's administrator takes one manager out of the load balancer, and back.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import https from 'node:https';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { askControl } from '../server/control.ts';
import { fleetmend } from './support/fleetmend.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';
import { freePort } from './support/ports.ts';
import { ChildOutput } from './support/process.ts';
import { waitFor } from './support/wait.ts';

const test = suite<{ manager: ManagerProcess }>('a manager that is drained by hand');
const DRAIN_SECS = 3;

test.before(async (world) => {
  world.manager = await createManager({ port: 0, env: { FLEETMEND_DRAIN_SECS: String(DRAIN_SECS) } });
  await world.manager.start();
});
test.after(({ manager }) => manager.stop());

const ready = async (manager: ManagerProcess) => {
  const answer = await manager.call<{ status: string }>('GET', '/api/v1/status/ready');
  return [answer.status, answer.body.status, answer.headers.connection];
};

test('it is not ready, serves what still comes, ends what idles, says what is open, and takes it back', async ({
  manager,
}) => {
  const kept = new https.Agent({ keepAlive: true, rejectUnauthorized: false });
  const asked = https.get(`${manager.url}/api/v1/status/health`, { agent: kept });
  const [answer] = await once(asked, 'response');
  answer.resume();
  const socket = answer.socket as Socket;
  // A call that does not come to its end.
  const slow = https.request(`${manager.url}/api/v1/auth/login`, {
    method: 'POST',
    agent: false,
    rejectUnauthorized: false,
    headers: { 'content-type': 'application/json', 'content-length': 100 },
  });
  slow.on('error', () => undefined).write('{');
  const open = async () => (await askControl(manager.dataDir, 'state')).calls === 1;
  await waitFor(open, { what: 'the call' });
  const draining = fleetmend(manager.dataDir, ['drain']);
  await waitFor(async () => (await ready(manager))[0] === 503, { what: 'the drain' });
  assert.equal(await ready(manager), [503, 'draining', 'close']);
  await waitFor(() => socket.destroyed, { what: 'the end of the idle connection' });
  const { phase, calls, live, connections } = await askControl(manager.dataDir, 'state');
  assert.equal([phase, calls, live, connections], ['draining', 1, 0, 1]);
  assert.is((await manager.call('GET', '/api/v1/status/health')).status, 200);
  slow.destroy();
  const { code, stdout } = await draining;
  assert.equal([code, stdout.split('\n')[0]], [0, 'drained: no connections are open']);
  const undone = await fleetmend(manager.dataDir, ['drain', '--undo']);
  assert.equal([undone.code, undone.stdout], [0, 'back in service: the manager accepts requests again\n']);
  assert.equal((await ready(manager)).slice(0, 2), [200, 'ready']);
});

test('with --stop it ends in good order', async ({ manager }) => {
  const { code, stdout, stderr } = await fleetmend(manager.dataDir, ['drain', '--stop']);
  assert.equal([code, stdout.trim().split('\n').at(-1)], [0, 'the manager is stopping'], stderr);
  assert.is(await manager.ended(), 0);
  assert.match(manager.output, '"msg":"stopping"');
});

test('what it does not take, and where no manager runs', async ({ manager }) => {
  const wrong = await fleetmend(manager.dataDir, ['drain', '--now']);
  assert.equal([wrong.code, wrong.stderr], [64, 'fleetmend: drain takes --stop, --undo or no argument\n']);
  const none = await fleetmend(manager.dataDir, ['drain']);
  assert.is(none.code, 78);
  assert.match(none.stderr, `no manager is running on the data directory ${manager.dataDir}`);
  const nowhere = path.join(mkdtempSync(path.join(tmpdir(), 'drain-')), 'none');
  assert.match((await fleetmend(nowhere, ['drain'])).stderr, 'there is no data directory');
});

test('one that is ended while it starts ends in order', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'fleetmend-early-'));
  const env = { ...process.env, FLEETMEND_DATA_DIR: dataDir, FLEETMEND_PORT: String(await freePort()) };
  const child = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = new ChildOutput(child);
  await output.waitFor(/database migrated/, null);
  child.kill('SIGTERM');
  assert.equal(await output.exited, { code: 0, signal: null }, output.text);
  assert.match(output.text, '"msg":"stopping"');
  rmSync(dataDir, { recursive: true });
});

test.run();
