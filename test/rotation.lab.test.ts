// tier: night
// needs: lab
// images: deb12-t0
// connections: listen, dial
// time-limit: 600
// A rotation of the root over twenty real agents. One is off for the whole rollout, one is killed in the middle, and so
// is the manager, twice. All that are on answer the manager's own poll throughout.
import { X509Certificate } from 'node:crypto';
import os from 'node:os';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { components } from '../generated/manager.ts';
import { agentArgv, enrollmentToken, startAgent } from './support/fleet.ts';
import type { HostProcess } from './support/hostProcess.ts';
import { controllerAddress, lab, type LabHost } from './support/lab.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';

type Schemas = components['schemas'];

/** Waits end as soon as they can; on a machine that is busy with other suites they may take several times as long. */
const PATIENCE_MS = 240_000;
const COUNT = 20;
const PATH = '/api/v1/ca/rotation';
const OFF = 4;
const KILLED = 11;
const test = suite('rotation of the root over twenty hosts');
let manager: ManagerProcess;
const hosts: { lab: LabHost; agent: HostProcess; id: string }[] = [];

/** When each host last answered the manager, which asks each of them every ten seconds. */
class Watch {
  /** Without an entry: when the watch began. */
  readonly #seen = new Map<string, number>();
  #beganAt = 0;
  /** The highest load per processor. */
  crowding = 1;
  readonly longestMs = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #excused = new Set<string>();

  /** Counts from now on. */
  start(): void {
    this.#seen.clear();
    this.#beganAt = Date.now();
    this.#timer = setInterval(() => void this.look().catch(() => undefined), 1_000);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Ignores a host that is switched off from here on, or counts for it from now on. */
  excuse(id: string, isOff: boolean): void {
    if (isOff) this.#excused.add(id);
    else this.#excused.delete(id);
    this.#seen.set(id, Date.now());
  }

  async look(): Promise<void> {
    this.crowding = Math.max(this.crowding, (os.loadavg()[0] ?? 0) / os.cpus().length);
    const { body } = await manager.call<Schemas['HostList']>('GET', '/api/v1/hosts?limit=100');
    for (const { id, last_seen_at } of body.hosts) {
      if (this.#excused.has(id) || last_seen_at === null) continue;
      const before = this.#seen.get(id) ?? this.#beganAt;
      const at = Math.max(before, Date.parse(last_seen_at));
      this.#seen.set(id, at);
      this.longestMs.set(id, Math.max(this.longestMs.get(id) ?? 0, at - before, Date.now() - at));
    }
  }
}

const rotation = (probe: (body: Schemas['Rotation']) => boolean) =>
  manager.until<Schemas['RootRotation']>(
    PATH,
    ({ rotation: now }) => now !== null && probe(now),
    PATIENCE_MS,
  );

/** While the manager is away nothing is counted: that is no silence of a host. */
async function restart(watch: Watch): Promise<void> {
  watch.stop();
  await manager.kill();
  await manager.start();
  await manager.signIn();
  const since = Date.now();
  await manager.until<Schemas['HostList']>(
    '/api/v1/hosts?limit=100',
    ({ hosts: list }) => list.some(({ last_seen_at }) => Date.parse(last_seen_at ?? '') > since),
    PATIENCE_MS,
  );
  watch.start();
}

/** Issuer of the agent's certificate, and how many roots it trusts. */
async function standing({ lab: host }: { lab: LabHost }): Promise<{ issuer: string; roots: number }> {
  const dir = '/var/lib/fleetmend-agent/identity';
  const { issuer } = new X509Certificate(await host.readFile(`${dir}/agent.crt`));
  const trust = await host.readFile(`${dir}/ca.pem`);
  return { issuer, roots: trust.match(/BEGIN CERTIFICATE/g)?.length ?? 0 };
}

test.before(async () => {
  manager = await createManager({ listen: controllerAddress });
  await manager.start();
  await manager.signIn();
  const { body, headers } = await manager.call<Schemas['Settings']>('GET', '/api/v1/settings');
  const polling = { ...body.polling, health_poll_interval_secs: 10 };
  const changed = await manager.call('PUT', '/api/v1/settings', { polling }, undefined, {
    'if-match': String(headers.etag),
  });
  assert.is(changed.status, 200, JSON.stringify(changed.body));
  const token = await enrollmentToken(manager, COUNT);
  await agentArgv();
  const waiting = Array.from({ length: COUNT }, (_, index) => index);
  const worker = async (): Promise<void> => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      const host = await lab.up(`host${index}`, `10.77.0.${11 + index}`);
      hosts[index] = { lab: host, agent: await startAgent(host, manager, token), id: '' };
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  const { hosts: known } = await manager.until<Schemas['HostList']>(
    '/api/v1/hosts?limit=100',
    (list) => list.hosts.length === COUNT && list.hosts.every(({ last_seen_at }) => last_seen_at !== null),
    PATIENCE_MS,
  );
  for (const host of hosts)
    host.id = known.find(({ ip_address }) => ip_address === host.lab.address)?.id ?? '';
});

test.after(async () => {
  await manager.stop();
  await lab.down();
});

test('all are reachable throughout, and all are under the new root at the end', async () => {
  const watch = new Watch();
  const [off, killed] = [hosts[OFF], hosts[KILLED]] as [(typeof hosts)[0], (typeof hosts)[0]];
  const before = await standing(off);
  await off.agent.kill();
  watch.excuse(off.id, true);
  watch.start();

  await manager.must('POST', PATH);
  await rotation(({ hosts: { done } }) => done >= 3);
  await killed.agent.kill();
  watch.excuse(killed.id, true);
  await restart(watch);
  killed.agent = await startAgent(killed.lab, manager, null);
  watch.excuse(killed.id, false);
  await rotation(({ hosts: { done } }) => done >= 10);
  await restart(watch);
  const rolled = await rotation(({ hosts: { done } }) => done === COUNT - 1);
  assert.is(rolled.rotation?.phase, 'rolling');

  const refused = await manager.call('POST', `${PATH}/finish`, {});
  assert.is(refused.status, 409);
  assert.equal((refused.body['error'] as { code: string }).code, 'ROTATION_HOSTS_LEFT');
  assert.equal(await standing(off), before);
  off.agent = await startAgent(off.lab, manager, null);
  watch.excuse(off.id, false);
  await rotation(({ hosts: { done } }) => done === COUNT);
  await manager.must('POST', `${PATH}/finish`, {});
  await rotation(({ phase }) => phase === 'finished');

  const { roots } = await manager.must<Schemas['RootRotation']>('GET', PATH);
  assert.equal(
    roots.map(({ state, host_certificates }) => [state, host_certificates]),
    [
      ['in_use', COUNT],
      ['retired', 0],
    ],
  );
  // Waits until each host has answered since the old root was removed.
  const since = Date.now();
  await manager.until<Schemas['HostList']>(
    '/api/v1/hosts?limit=100',
    (list) => list.hosts.every(({ last_seen_at }) => Date.parse(last_seen_at ?? '') > since),
    PATIENCE_MS,
  );
  await watch.look();
  watch.stop();
  for (const host of hosts) {
    const { issuer, roots: believed } = await standing(host);
    assert.is.not(issuer, before.issuer, host.lab.name);
    assert.is(believed, 1, host.lab.name);
  }
  const longest = Math.max(...watch.longestMs.values());
  const crowd = `processors wanted ${watch.crowding.toFixed(1)} times over`;
  process.stdout.write(`longest silence of a host: ${(longest / 1_000).toFixed(1)} s, ${crowd}\n`);
  // The twenty agents alone use half of a small machine; beside other suites each answer comes later.
  const allowed = 60_000 * Math.max(1, watch.crowding / 3);
  assert.ok(longest < allowed, `a host was silent for ${longest} ms, ${crowd}`);
});

test.run();
