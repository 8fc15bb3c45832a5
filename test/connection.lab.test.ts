// tier: night
// needs: lab
// images: deb12-t0
// time-limit: 900
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  enrollHost,
  enrollmentToken,
  jobHostOf,
  jobPath,
  startAgent,
  untilEnded,
  type FleetHost,
  type WireHost,
  type WireJob,
} from './support/fleet.ts';
import { controllerAddress, lab } from './support/lab.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';
import { seeded } from './support/random.ts';
import { waitFor } from './support/wait.ts';

type Connection = 'listen' | 'dial';
type Seen = WireHost & { connection: Connection };

const test = suite('hosts are moved from listening to dialling, and back');
const NAMES = ['one', 'two', 'three'] as const;
let manager: ManagerProcess;
let hosts: FleetHost[];

const seen = async (): Promise<Seen[]> =>
  (await manager.must<{ hosts: Seen[] }>('GET', '/api/v1/hosts')).hosts;

const change = (connection: Connection, more: object = {}): Promise<WireJob> =>
  manager.must<WireJob>('POST', '/api/v1/jobs', {
    operation: 'connection',
    connection,
    target: { host_ids: hosts.map(({ host }) => host.id) },
    ...more,
  });

/** Whether something listens on the agent's port inside the host. */
const isOpen = async ({ lab: host }: FleetHost): Promise<boolean> =>
  (await host.exec(['sh', '-c', 'grep -q ":24E3 00000000:0000 0A" /proc/net/tcp /proc/net/tcp6'])).code === 0;

/** Resolves once each host has answered from now on. */
async function allAnswer(): Promise<void> {
  const from = new Date().toISOString();
  const answered = ({ hosts: list }: { hosts: (Seen & { last_seen_at: string | null })[] }): boolean =>
    list.length === NAMES.length &&
    list.every((host) => host.health_status === 'healthy' && (host.last_seen_at ?? '') > from);
  await manager.until('/api/v1/hosts', answered, 120_000);
}

test.before(async () => {
  await lab.startRepo();
  manager = await createManager({ listen: controllerAddress });
  await manager.start();
  await manager.signIn();
  const token = await enrollmentToken(manager, NAMES.length);
  hosts = [];
  for (const [place, name] of NAMES.entries())
    hosts.push(await enrollHost(manager, token, name, `10.77.0.${place + 11}`));
});

test.after(async () => {
  await manager.stop();
  for (const { lab: host } of hosts) await host.down();
  await lab.down();
});

test('to dial in waves, and back by a rollback: no host is unreachable at any moment, and its port goes last', async () => {
  const states = new Set<string>();
  const looking = setInterval(() => {
    void seen().then(
      (list) => list.forEach(({ health_status }) => states.add(health_status)),
      () => undefined,
    );
  }, 500);
  const job = await change('dial', { waves: [{ count: 1 }] });
  const ended = await untilEnded(manager, job);
  assert.is(
    ended.state,
    'completed',
    JSON.stringify(ended.hosts.map(({ error, reason }) => [error, reason])),
  );
  assert.equal(
    (await seen()).map(({ connection, connected_since }) => [connection, connected_since !== null]),
    NAMES.map(() => ['dial', true]),
  );
  for (const host of hosts)
    await waitFor(async () => !(await isOpen(host)), { timeoutMs: 90_000, what: 'the port to be given up' });
  await allAnswer();
  const again = await untilEnded(manager, await change('dial'));
  assert.equal(
    again.hosts.map(({ state, reason }) => [state, reason]),
    NAMES.map(() => ['completed', 'NOTHING_TO_DO']),
  );
  const back = await manager.must<WireJob>('POST', `${jobPath(job)}/rollback`, {});
  const undone = await untilEnded(manager, back);
  assert.is(undone.state, 'completed', JSON.stringify(undone.hosts));
  assert.equal(
    (await seen()).map(({ connection }) => connection),
    NAMES.map(() => 'listen'),
  );
  await allAnswer();
  clearInterval(looking);
  assert.equal([...states], ['healthy']);
});

test('a port that another program holds: the job fails and says so, and the host dials on', async () => {
  assert.is((await untilEnded(manager, await change('dial'))).state, 'completed');
  const [host] = hosts;
  if (!host) throw new Error('no host');
  await waitFor(async () => !(await isOpen(host)), { timeoutMs: 90_000, what: 'the port to be given up' });
  const holder = await host.lab.spawn([
    'node',
    '-e',
    'require("net").createServer().listen(9443, "0.0.0.0")',
  ]);
  await waitFor(() => isOpen(host), { what: 'the other program' });
  const ended = await untilEnded(manager, await change('listen', { target: { host_ids: [host.host.id] } }));
  const { state, error } = jobHostOf(ended, host);
  assert.equal([state, error?.code], ['failed', 'CONNECTION_NOT_CHANGED']);
  assert.match(error?.message ?? '', /port 9443 .* is taken/);
  await holder.kill();
  await allAnswer();
  assert.is((await seen()).find(({ id }) => id === host.host.id)?.connection, 'dial');
});

const SEED = Number(process.env['TEST_SEED'] ?? 58);
const ROUNDS = 4;
const KILLS = 4;

test('agents and the manager are killed while hosts change over: none is lost, and each verdict is true', async () => {
  const random = seeded(SEED);
  const pause = (mostMs: number): Promise<void> =>
    new Promise((resolve) => setTimeout(resolve, random() * mostMs));
  const killed: string[] = [];
  const killOne = async (): Promise<void> => {
    const host = hosts[Math.floor(random() * (hosts.length + 1))];
    killed.push(host?.lab.name ?? 'manager');
    if (!host) {
      await manager.kill();
      await manager.start();
      await manager.signIn();
      return;
    }
    await host.agent.kill();
    await pause(1_500);
    host.agent = await startAgent(host.lab, manager, null);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const to: Connection = round % 2 === 0 ? 'listen' : 'dial';
    const job = await change(to);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await pause(3_000);
      await killOne();
    }
    const ended = await untilEnded(manager, job, 180_000);
    await allAnswer();
    const modes = new Map((await seen()).map(({ id, connection }) => [id, connection]));
    for (const host of hosts) {
      const { state, error } = jobHostOf(ended, host);
      const told = `round ${round} of seed ${SEED}, killed ${killed.join(', ')}: ${state}, ${error?.message}`;
      assert.is(modes.get(host.host.id) === to, state === 'completed', told);
      const isListening = modes.get(host.host.id) === 'listen';
      await waitFor(async () => (await isOpen(host)) === isListening, { timeoutMs: 120_000, what: told });
    }
  }
});

test.run();
