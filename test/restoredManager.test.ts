// time-limit: 420
// A manager is lost and restored elsewhere: the hosts follow the new one alone, what was revoked stays revoked, and nobody
// is signed in. Then the old machine comes back.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import Database from 'better-sqlite3';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { jobPath, type WireJob } from './support/fleet.ts';
import { fleetmend } from './support/fleetmend.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';
import { startSimulatedFleet, type SimulatedFleet } from './support/simulated.ts';
import { waitFor } from './support/wait.ts';

interface WireHost {
  id: string;
  display_name: string;
  health_status: string;
  status_reason: string | null;
}

interface World {
  dir: string;
  old: ManagerProcess;
  /** Null until it is restored. */
  restored: ManagerProcess;
  fleet: SimulatedFleet;
  hosts: WireHost[];
  apiToken: string;
  accessToken: string;
  /** Made and revoked after the backup. */
  lost: WireCertificate;
  /** Of the newest revocation list that hosts hold. */
  number: number;
}

const test = suite<World>('a manager that was restored elsewhere');

test.before(async (world) => {
  world.dir = mkdtempSync(path.join(tmpdir(), 'fleetmend-restored-'));
  world.old = await createManager({ port: 0 });
  await world.old.start();
  await world.old.signIn();
  world.fleet = await startSimulatedFleet(world.old, 3, { patches: 2 });
  const { hosts } = await world.old.must<{ hosts: WireHost[] }>('GET', '/api/v1/hosts');
  world.hosts = hosts;
  const token = { name: 'script', role: 'reporter', expires_in_secs: 86_400 };
  world.apiToken = (await world.old.must<{ token: string }>('POST', '/api/v1/users/me/tokens', token)).token;
  world.accessToken = world.old.accessToken;
});
test.after(async ({ fleet, old, restored, dir }) => {
  await fleet.stop();
  await old.stop();
  await restored?.stop();
  rmSync(dir, { recursive: true });
});

/** The number of the revocation list, and the lowest that an agent with a valid certificate has confirmed. */
function lists({ dataDir }: ManagerProcess): { own: number; confirmed: number } {
  const db = new Database(path.join(dataDir, 'fleetmend.sqlite'), { readonly: true, timeout: 10_000 });
  try {
    const numberOf = (sql: string): number => (db.prepare(sql).get() as { n: number }).n;
    return {
      own: numberOf('select crl_number as n from agents_state'),
      confirmed: numberOf('select count(*) as n from agents_trust, agents_state where version = crl_number'),
    };
  } finally {
    db.close();
  }
}

interface WireCertificate {
  id: string;
  status: string;
  serial_number: string;
}

const certificatesOf = async (manager: ManagerProcess, host: WireHost): Promise<WireCertificate[]> =>
  (await manager.must<{ certificates: WireCertificate[] }>('GET', `/api/v1/certificates?host_id=${host.id}`))
    .certificates;

async function activeOf(manager: ManagerProcess, host: WireHost): Promise<WireCertificate> {
  const active = (await certificatesOf(manager, host)).find(({ status }) => status === 'active');
  assert.ok(active, `an active certificate of ${host.display_name}`);
  return active;
}

const revoke = (manager: ManagerProcess, { id }: WireCertificate) =>
  manager.must('DELETE', `/api/v1/certificates/${id}`);

test('after the backup certificates are revoked: one that it knows, and one that was made later', async (world) => {
  const { old, dir, hosts } = world;
  const [, second, third] = hosts as [WireHost, WireHost, WireHost];
  const identity = await generateX25519Identity();
  writeFileSync(path.join(dir, 'identity'), identity);
  const recipient = await identityToRecipient(identity);
  const made = await fleetmend(old.dataDir, ['backup', path.join(dir, 'b.age'), '--recipient', recipient]);
  assert.is(made.code, 0, made.stderr);
  for (const _ of [1, 2]) {
    const { id } = await activeOf(old, second);
    await old.must('POST', `/api/v1/certificates/${id}/renew`);
    world.lost = (await certificatesOf(old, second)).find((one) => one.id === id) as WireCertificate;
  }
  await revoke(old, world.lost);
  await revoke(old, await activeOf(old, third));
  await waitFor(() => Promise.resolve(lists(old).confirmed >= 2 || null), {
    what: 'two agents that hold the list',
    timeoutMs: 60_000,
  });
  world.number = lists(old).own;
  await old.kill();
});

test('restored elsewhere, it takes the revocations over from the hosts, which obey it', async (world) => {
  const { dir, hosts } = world;
  const [first, second, third] = hosts as [WireHost, WireHost, WireHost];
  const place = path.join(dir, 'restored');
  const words = ['restore', path.join(dir, 'b.age'), '--identity', path.join(dir, 'identity')];
  const { code, stderr } = await fleetmend(place, words);
  assert.is(code, 0, stderr);
  const manager = (world.restored = await createManager({ port: 0, dataDir: place }));
  await manager.start();
  assert.is((await manager.call('GET', '/api/v1/hosts', undefined, world.accessToken)).status, 401);
  await manager.signIn();
  assert.is((await activeOf(manager, third)).status, 'active', 'the backup does not know better');
  await waitFor(
    async () => (await certificatesOf(manager, third)).every(({ status }) => status === 'revoked') || null,
    { what: 'the revocation of the third host', timeoutMs: 200_000 },
  );
  assert.ok(lists(manager).own > world.number, 'a list above all that were signed before');
  const crl = path.join(dir, 'root.crl');
  execFileSync('curl', ['-sko', crl, `${manager.url}/api/v1/ca/root.crl`]);
  const text = execFileSync('openssl', ['crl', '-inform', 'DER', '-in', crl, '-noout', '-text']).toString();
  assert.match(text.toLowerCase(), world.lost.serial_number.replaceAll(':', '').toLowerCase());
  for (const host of [first, second])
    await manager.until<WireHost>(`/api/v1/hosts/${host.id}`, (one) => one.health_status === 'healthy');
});

test('its API tokens wait for a word at the machine', async ({ restored, apiToken }) => {
  const asked = () => restored.call('GET', '/api/v1/hosts', undefined, apiToken);
  assert.is((await asked()).status, 401);
  const { stdout } = await fleetmend(restored.dataDir, ['token', 'waiting']);
  assert.match(stdout, /^[0-9a-f-]{36} {2}admin: script, last used /);
  const confirmed = await fleetmend(restored.dataDir, ['token', 'confirm', stdout.slice(0, 36)]);
  assert.is(confirmed.stdout, 'confirmed: admin: script\n');
  assert.is((await asked()).status, 200);
});

test('the old machine comes back, and no host does what it says', async ({ old, hosts, fleet }) => {
  const [first] = hosts as [WireHost];
  await old.start();
  await old.signIn();
  const host = await old.until<WireHost>(
    `/api/v1/hosts/${first.id}`,
    ({ status_reason: reason }) => reason === 'MANAGER_REPLACED',
    120_000,
  );
  assert.is(host.health_status, 'degraded');
  assert.match(old.output, 'agents refuse this manager');
  const states = () => fleet.simulator.agents.map(({ backend }) => JSON.stringify(backend.packages));
  const before = states();
  const body = { target: { host_ids: [first.id] }, operation: 'patch' };
  const job = await old.must<WireJob>('POST', '/api/v1/jobs', body);
  const ended = await old.until<WireJob>(jobPath(job), ({ state }) => state === 'failed', 120_000);
  assert.is(ended.hosts[0]?.error?.code, 'MANAGER_REPLACED');
  assert.equal(states(), before);
});

test.run();
