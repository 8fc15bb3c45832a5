// needs: lab
// images: deb12-t0
// time-limit: 300
// Hosts whose address changes under a running manager, as a DHCP server changes it: real agents, real addresses.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { agentArgv, enrollHost, enrollmentToken, jobHostOf, untilEnded } from './support/fleet.ts';
import type { FleetHost, WireJob } from './support/fleet.ts';
import { controllerAddress, lab } from './support/lab.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';

const test = suite('hosts whose address changes');
let manager: ManagerProcess;
let host: FleetHost;

interface Shown {
  ip_address: string;
  moved_at: string | null;
  moved_from: string | null;
  health_status: string;
  duplicate_identity: boolean;
  last_seen_at: string;
}

const OLD = '10.77.0.21';
const NEW = '10.77.0.22';
// The address on the way to the manager, as on hosts that nobody has configured.
const env = { FLEETMEND_AGENT_ADVERTISE_ADDRESS: '' };

test.before(async () => {
  await lab.startRepo('t1');
  manager = await createManager({ listen: controllerAddress });
  await manager.start();
  await manager.signIn();
  host = await enrollHost(manager, await enrollmentToken(manager), 'moving', OLD, { env });
});

test.after(async () => {
  await manager.stop();
  await lab.down();
});

const path = (): string => `/api/v1/hosts/${host.host.id}`;

async function doctor(): Promise<string> {
  return (await host.lab.exec([...(await agentArgv()), 'doctor'])).stdout;
}

test('a host with a new address is called there within a minute, and says when and from where it came', async () => {
  assert.match(await doctor(), `ok    address: the manager calls ${OLD}, port 9443`);
  const since = new Date().toISOString();
  await host.lab.move(NEW);
  const moved = ({ ip_address: address, last_seen_at: at }: Shown) => address === NEW && at > since;
  const shown = await manager.until<Shown>(path(), moved, 90_000);
  assert.equal([shown.moved_from, shown.health_status, shown.duplicate_identity], [OLD, 'healthy', false]);
  assert.ok((shown.moved_at ?? '') > since);
  assert.match(await doctor(), `ok    address: the manager calls ${NEW}, port 9443`);
  const audit = await manager.must<{ rows: { action: string; actor: { kind: string } }[] }>(
    'GET',
    '/api/v1/audit?action=host.moved',
  );
  assert.equal(
    audit.rows.map(({ action, actor }) => [action, actor.kind]),
    [['host.moved', 'agent']],
  );
  const made = await manager.must<WireJob>('POST', '/api/v1/jobs', {
    operation: 'patch',
    mode: 'selected',
    packages: [{ name: 'lab-hello' }],
    target: { host_ids: [host.host.id] },
  });
  assert.is(jobHostOf(await untilEnded(manager, made), host).state, 'completed');
});

test('a new address at which nothing reaches the agent is told on the host, and the host stays where it was', async () => {
  await host.agent.kill();
  const { lab: machine } = host;
  // An agent that listens at one address only is not there under another one.
  const stuck = { ...env, FLEETMEND_AGENT_LISTEN: NEW, FLEETMEND_AGENT_MANAGER_URL: manager.url };
  const agent = await machine.spawn(await agentArgv(), { env: stuck });
  await agent.untilListening();
  await machine.move('10.77.0.23');
  await agent.waitForOutput(/"outcome":"not_reached"/, 90_000);
  const said = await doctor();
  assert.match(said, `FAIL  address: the manager calls ${NEW}, port 9443, and this host has 10.77.0.23`);
  assert.match(said, /could not reach the agent there \(CONNECTION_REFUSED\)/);
  const shown = await manager.must<Shown>('GET', path());
  assert.equal([shown.ip_address, shown.duplicate_identity], [NEW, false]);
});

test.run();
