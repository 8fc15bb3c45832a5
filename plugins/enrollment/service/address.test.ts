import { type KeyObject, sign } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { components } from '#generated/manager.ts';
import { systemActor } from '#server/kernel/security/actor.ts';
import { addressPayload } from '#server/shared/pki/renewal.ts';
import {
  audits,
  codeOf,
  DAY_MS,
  enrolled,
  newKey,
  request,
  setUp,
  tearDown,
  type World,
} from '../enrollment.testing.ts';

type Report = components['schemas']['AddressReport'];

interface Context extends World {
  key: KeyObject;
  hostId: string;
}

const OLD = '10.0.4.21';
const NEW = '10.0.4.77';

const test = suite<Context>('an agent tells its new address');
test.before.each(async (world) => {
  await setUp(world);
  world.key = newKey();
  world.hostId = await enrolled(world, world.key);
});
test.after.each(tearDown);

async function tell({ app, key, hostId }: Context, address?: string, more: Record<string, unknown> = {}) {
  const signature = sign('sha256', addressPayload({ hostId, address }), key).toString('base64');
  const body = { host_id: hostId, signature, ...(address === undefined ? {} : { address }), ...more };
  const answer = await app.call('POST', '/api/v1/enroll/address', { role: null, body });
  return { ...answer, report: answer.body as Report };
}

const answersAt = ({ agents }: World, hostId: string, address: string, bootId = 'boot-1') =>
  agents.answeringAt.set(`${hostId}@${address}`, bootId);

const actions = async ({ app }: World): Promise<string[]> => (await audits(app)).map(({ action }) => action);

const shown = async ({ app, hostId }: Context) =>
  (await app.call('GET', `/api/v1/hosts/${hostId}`)).body as components['schemas']['Host'];

test('the host moves once its agent has proved itself there and is gone from the old address', async (world) => {
  const { agents, hostId } = world;
  answersAt(world, hostId, NEW);
  const { status, report } = await tell(world, NEW);
  assert.is(status, 200);
  assert.equal(report, { outcome: 'moved', ip_address: NEW, port: 9443, reason: null });
  assert.equal(agents.probed, [NEW, OLD]);
  const host = await shown(world);
  assert.equal([host.ip_address, host.moved_from], [NEW, OLD]);
  assert.is(host.moved_at, world.app.clock.now().toISOString());
  const row = (await audits(world.app)).find(({ action }) => action === 'host.moved');
  assert.equal(
    [row?.actor.kind, row?.before, row?.after],
    ['agent', { ip_address: OLD }, { ip_address: NEW }],
  );
  assert.is((await tell(world, NEW)).report.outcome, 'known');
  assert.is(agents.probed.length, 2, 'what is known is not tried again');
});

test('an agent that dialled so far listens again, at the address at which it proves itself', async (world) => {
  const { app, hostId, agents } = world;
  const by = { actor: systemActor, address: null };
  await app.ctx.tx((tx) => app.ctx.core.hosts.setConnection(tx, hostId, 'dial', by));
  assert.is((await tell(world, OLD)).report.outcome, 'not_reached');
  assert.is((await shown(world)).connection, 'dial');
  answersAt(world, hostId, OLD);
  assert.is((await tell(world, OLD)).report.outcome, 'known');
  assert.is((await shown(world)).connection, 'listen');
  assert.equal(agents.probed, [OLD, OLD]);
  const row = (await audits(app)).find(
    ({ action, actor }) => action === 'host.connection_changed' && actor.kind === 'agent',
  );
  assert.equal([row?.before, row?.after], [{ connection: 'dial' }, { connection: 'listen' }]);
});

test('an address that a person gives is no move of the host', async (world) => {
  const { app, hostId } = world;
  answersAt(world, hostId, NEW);
  await tell(world, NEW);
  await app.call('PUT', `/api/v1/hosts/${hostId}`, { body: { ip_address: '10.0.4.99' } });
  const host = await shown(world);
  assert.equal([host.ip_address, host.moved_at, host.moved_from], ['10.0.4.99', null, null]);
});

test('where the agent does not prove itself nothing moves, and nobody looks at the old address', async (world) => {
  const { report } = await tell(world, NEW);
  assert.equal(report, { outcome: 'not_reached', ip_address: OLD, port: 9443, reason: 'CONNECTION_REFUSED' });
  assert.equal(world.agents.probed, [NEW]);
  const host = await shown(world);
  assert.equal([host.ip_address, host.duplicate_identity, host.moved_at], [OLD, false, null]);
  assert.not.ok((await actions(world)).includes('host.moved'));
});

test('a host with two addresses stays at the one that works; another system at the old one flags it', async (world) => {
  const { hostId } = world;
  answersAt(world, hostId, NEW);
  answersAt(world, hostId, OLD);
  assert.is((await tell(world, NEW)).report.outcome, 'still_answers');
  assert.equal([(await shown(world)).ip_address, (await shown(world)).duplicate_identity], [OLD, false]);
  answersAt(world, hostId, OLD, 'boot-of-the-clone');
  assert.is((await tell(world, NEW)).report.outcome, 'duplicate');
  assert.equal([(await shown(world)).ip_address, (await shown(world)).duplicate_identity], [OLD, true]);
  const tries = world.agents.probed.length;
  assert.is((await tell(world, '10.0.4.78')).report.outcome, 'duplicate');
  assert.is(world.agents.probed.length, tries, 'a flagged host waits for a person');
  assert.is((await actions(world)).filter((action) => action === 'host.duplicate_flagged').length, 1);
});

test('the address of another host is not taken while that one answers there', async (world) => {
  const { hostId } = world;
  const more = { machine_id: 'b'.repeat(32), fqdn: 'web2.example.org', ip_address: NEW };
  const other = await enrolled(world, newKey(), request(newKey(), more));
  answersAt(world, hostId, NEW);
  answersAt(world, other, NEW, 'boot-2');
  assert.is((await tell(world, NEW)).report.outcome, 'taken');
  assert.is((await shown(world)).ip_address, OLD);
  world.agents.answeringAt.delete(`${other}@${NEW}`);
  assert.is((await tell(world, NEW)).report.outcome, 'moved', 'hosts that swap their addresses');
});

test('only the host’s own key counts, for the very address; no forbidden address is called', async (world) => {
  const { agents, hostId } = world;
  answersAt(world, hostId, NEW);
  assert.is(codeOf(await tell({ ...world, key: newKey() }, NEW)), 'SIGNATURE_INVALID');
  assert.is(codeOf(await tell(world, NEW, { address: '10.0.4.88' })), 'SIGNATURE_INVALID');
  const nobody = { ...world, hostId: '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21' };
  assert.is(codeOf(await tell(nobody, NEW)), 'SIGNATURE_INVALID');
  for (const address of ['169.254.169.254', '0.0.0.0', '224.0.0.1', 'fe80::1'])
    assert.is(codeOf(await tell(world, address)), 'HOST_ADDRESS_REFUSED', address);
  for (const { certificate } of agents.issued) certificate.status = 'superseded';
  assert.is(codeOf(await tell(world, NEW)), 'SIGNATURE_INVALID');
  assert.equal(agents.probed, []);
});

test('without an address the manager says which one it calls', async (world) => {
  const { report } = await tell(world);
  assert.equal(report, { outcome: 'known', ip_address: OLD, port: 9443, reason: null });
  assert.equal(world.agents.probed, []);
});

test('a host that flaps between addresses is stopped for the day and told of once', async (world) => {
  const { agents, app, hostId } = world;
  for (let turn = 0; turn < 24; turn += 1) {
    const [from, to] = turn % 2 === 0 ? [OLD, NEW] : [NEW, OLD];
    agents.answeringAt.delete(`${hostId}@${from}`);
    answersAt(world, hostId, to);
    assert.is((await tell(world, to)).report.outcome, 'moved');
  }
  agents.probed.length = 0;
  for (let again = 0; again < 3; again += 1) {
    const answer = await tell(world, NEW);
    assert.equal([answer.status, codeOf(answer)], [429, 'RATE_LIMITED']);
  }
  assert.equal(agents.probed, []);
  assert.is((await actions(world)).filter((action) => action === 'host.moves_limited').length, 1);
  await app.clock.leap(DAY_MS);
  agents.answeringAt.clear();
  answersAt(world, hostId, NEW);
  assert.is((await tell(world, NEW)).report.outcome, 'moved');
});

test.run();
