// tier: night
// needs: lab, squid
// images: deb12-t0
// time-limit: 600
// What happens between a host behind a proxy and its manager in the middle of a job: nothing is lost, nothing done twice.
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { enrollHost, enrollmentToken, jobHostOf, untilEnded } from './support/fleet.ts';
import type { FleetHost, WireHost } from './support/fleet.ts';
import { controllerAddress, lab } from './support/lab.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';
import { assertWhole, inTheMiddle, patchSlowly } from './support/slowJob.ts';
import { createSquid, throughProxy, wallOff, type Squid } from './support/squid.ts';

const test = suite('trouble on the way through a proxy');
let manager: ManagerProcess;
let squid: Squid;
let host: FleetHost;

test.before(async () => {
  await lab.startRepo('t1');
  squid = await createSquid();
});

test.before.each(async () => {
  await squid.start();
  await wallOff();
  manager = await createManager({ listen: controllerAddress });
  await manager.start();
  await manager.signIn();
  const env = throughProxy(squid, manager);
  host = await enrollHost(manager, await enrollmentToken(manager), 'behind', '10.77.0.11', { env });
});

test.after.each(async () => {
  await manager.stop();
  await host.lab.down();
  await squid.kill();
});

test.after(async () => {
  await squid.end();
  await lab.down();
});

/** Runs a job over `secs` seconds, with the trouble in its middle. */
async function during(secs: number, trouble: () => Promise<unknown>): Promise<void> {
  await host.lab.writeFile('/etc/lab-slow', `${secs}\n`);
  const job = await patchSlowly(manager, host);
  await inTheMiddle(host);
  await trouble();
  const ended = await untilEnded(manager, job, 240_000);
  assert.equal([ended.state, jobHostOf(ended, host).attempt], ['completed', 1], manager.warnings);
  await assertWhole(manager, host, { job, secs });
}

test('the proxy is killed and started again', () =>
  during(12, async () => {
    await squid.kill();
    await sleep(3_000);
    await squid.start();
  }));

test('the cable is pulled, and put back', () =>
  during(12, async () => {
    await host.lab.unplug();
    await sleep(5_000);
    await host.lab.plug();
  }));

test('the manager is killed and started again', () =>
  during(12, async () => {
    await manager.kill();
    await manager.start();
    await manager.signIn();
  }));

test('a firewall forgets the connections and drops everything without a word, for longer than the job takes', () =>
  during(8, async () => {
    await wallOff([`ip saddr ${host.lab.address} tcp dport 3128 drop`]);
    await host.agent.waitForOutput(/no link to the manager/, 120_000);
    await wallOff();
  }));

test('a proxy that cuts what is silent for 40 s: the link holds, and a longer job is followed to its end', async () => {
  await squid.kill();
  await squid.start({ settings: ['read_timeout 40 seconds', 'client_lifetime 1 hour'] });
  const path = `/api/v1/hosts/${host.host.id}`;
  const isUp = ({ connected_since: since }: WireHost): boolean => since !== null;
  const before = await manager.until<WireHost>(path, isUp, 90_000);
  await during(70, () => Promise.resolve());
  const after = await manager.must<WireHost>('GET', path);
  assert.is(after.connected_since, before.connected_since, 'one link all the while');
  assert.is(after.health_status, 'healthy');
});

test.run();
