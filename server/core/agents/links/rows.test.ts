// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import { announce } from '#server/kernel/boot/managers.ts';
import { actions, enroll, issue, setUp, tearDown, type World } from '../agents.testing.ts';
import { LinkModel } from '../models.ts';
import { createLinkRows } from './rows.ts';

const test = suite<World>('the rows of links');
test.before.each(setUp);
test.after.each(tearDown);

/** The rows as one of several managers sees them. */
const rowsOf = ({ app }: World, instanceId: string) => createLinkRows({ ...app.ctx, instanceId });

async function newHost(world: World, port: number): Promise<string> {
  const hostId = await enroll(world, port);
  await issue(world, hostId);
  return hostId;
}

const hostRow = async ({ app }: World, id: string) =>
  (await app.ctx.db.reader('hosts_hosts').where({ id }).first()) as {
    connection: string;
    poll_by: string | null;
    next_poll_at: number;
    last_seen_at: unknown;
  };

/** Which of the hosts this manager would poll now. */
const claimed = async ({ app }: World, owner: string): Promise<string[]> => {
  const { polls } = app.ctx.core.hosts;
  const hosts = await polls.claim({ owner, lane: 'answering', limit: 10, leaseMs: 60_000 });
  await polls.release(owner);
  return hosts.map(({ hostId }) => hostId).sort();
};

/** A manager that shares the database; on SQLite none does. */
const sayAlive = async ({ app }: World, id: string, agoMs: number): Promise<void> => {
  const seen_at = new Date((await app.ctx.db.now()).getTime() - agoMs);
  const row = { id, host: id, version: '0.2.0', seen_at, address: `${id}.example.org:8443` };
  await app.ctx.db.knex('kernel_managers').insert(row).onConflict('id').merge();
};

test('the first link of a host says how it is reached from now on, and who polls it', async (world) => {
  const hostId = await newHost(world, 9443);
  const [one, other] = [rowsOf(world, 'one'), rowsOf(world, 'other')];
  assert.is(await one.open(hostId), 1);
  const row = await hostRow(world, hostId);
  assert.equal([row.connection, row.poll_by, row.last_seen_at !== null], ['dial', 'one', true]);
  assert.equal((await actions(world)).slice(-1), ['host.connection_changed']);
  assert.equal(await claimed(world, 'other'), []);
  assert.equal(await claimed(world, 'one'), [hostId]);
  assert.is(await other.open(hostId), 2, 'the agent dials another manager');
  assert.equal((await actions(world)).filter((action) => action === 'host.connection_changed').length, 1);
  assert.equal(await claimed(world, 'one'), []);
  const [endpoint] = await world.app.ctx.core.hosts.endpoints({ hostIds: [hostId] });
  assert.is(endpoint?.connection, 'dial');
});

test('many agents that dial at once get their numbers in one transaction; one that is in no fleet gets none', async (world) => {
  const hostIds = [await newHost(world, 9443), await newHost(world, 9444), await newHost(world, 9445)];
  const rows = rowsOf(world, 'one');
  const stranger = rows.open(uuid()).then(
    () => 'a number',
    (error: Error) => error.message,
  );
  assert.equal(await Promise.all(hostIds.map((hostId) => rows.open(hostId))), [1, 1, 1]);
  assert.match(await stranger, /not in the fleet/);
});

test('a lost link frees the host for all managers, but later than its agent is back; an older one changes nothing', async (world) => {
  const hostId = await newHost(world, 9443);
  const [one, other] = [rowsOf(world, 'one'), rowsOf(world, 'other')];
  await one.open(hostId);
  await one.lose([{ hostId, number: 1 }]);
  const row = await hostRow(world, hostId);
  assert.is(row.poll_by, null);
  const inMs = Number(row.next_poll_at) - (await world.app.ctx.db.now()).getTime();
  assert.ok(inMs > 100_000 && inMs <= 150_000, String(inMs));
  assert.equal(await claimed(world, 'other'), []);
  await other.open(hostId);
  await one.lose([{ hostId, number: 1 }]);
  assert.is((await hostRow(world, hostId)).poll_by, 'other');
  const links = await LinkModel.query(world.app.ctx.db.reader);
  assert.equal(
    links.map(({ number, manager, lostAt }) => [Number(number), manager, lostAt]),
    [[2, 'other', null]],
  );
});

test('what a killed manager held is over when it starts again', async (world) => {
  const hostId = await newHost(world, 9443);
  const rows = rowsOf(world, 'one');
  await rows.open(hostId);
  assert.equal([...(await rows.connectedSince([hostId, uuid()])).keys()], [hostId]);
  await rowsOf(world, 'other').forget();
  assert.is((await rows.connectedSince([hostId])).size, 1, "another one's links are not its own");
  await rows.forget();
  assert.is((await rows.connectedSince([hostId])).size, 0);
  assert.is((await hostRow(world, hostId)).poll_by, null);
});

test('managers see whose links another one holds, and give up those of one that died', async (world) => {
  if (world.app.ctx.db.dialect === 'sqlite') return;
  const hostId = await newHost(world, 9443);
  const [one, other] = [rowsOf(world, 'one'), rowsOf(world, 'other')];
  await sayAlive(world, 'one', 1_000);
  await one.open(hostId);
  assert.is(await other.holder(hostId), 'one.example.org:8443');
  assert.is(await one.holder(hostId), null, 'itself');
  assert.is((await other.connectedSince([hostId])).size, 1);
  await other.open(hostId);
  assert.equal(await one.takenOver([{ hostId, number: 1 }]), [hostId]);
  await one.open(hostId);
  await other.forgetDead();
  assert.is((await hostRow(world, hostId)).poll_by, 'one');
  await sayAlive(world, 'one', 61_000);
  assert.is(await other.holder(hostId), null);
  assert.is((await other.connectedSince([hostId])).size, 0);
  await other.forgetDead();
  assert.is((await hostRow(world, hostId)).poll_by, null);
});

test('managers see how many links each of them holds that takes connections, and which hosts have moved', async (world) => {
  if (world.app.ctx.db.dialect === 'sqlite') return;
  const hostIds = [await newHost(world, 9443), await newHost(world, 9444), await newHost(world, 9445)];
  const [one, other] = [rowsOf(world, 'one'), rowsOf(world, 'other')];
  for (const hostId of hostIds) await one.open(hostId);
  await world.app.ctx.db.knex('kernel_managers').delete();
  await sayAlive(world, 'one', 1_000);
  assert.is((await one.shares()).size, 0, 'it is alone');
  await sayAlive(world, 'other', 1_000);
  assert.equal([...(await one.shares())].sort(), [
    ['one', 3],
    ['other', 0],
  ]);
  await other.open(hostIds[0] ?? '');
  assert.is(await one.countElsewhere(hostIds), 1);
  assert.equal((await other.shares()).get('one'), 2);
  const { db } = world.app.ctx;
  await announce({ db, instanceId: 'other' }, { drained: true });
  assert.is((await one.shares()).size, 0, 'the other one gets no connections');
  assert.is((await other.shares()).size, 0, 'nor does it give some away');
});

test.run();
