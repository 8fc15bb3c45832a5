// databases: sqlite, mariadb
// What is true of the audit chain on both databases.
import { rejects } from 'node:assert/strict';
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dialect, freshDatabase, type FreshDatabase } from '#test/support/databases.ts';
import { type Actor, systemActor } from '../actor.ts';
import { createAudit, type Audit, type AuditEntry } from './audit.ts';
import { assertHead } from './head.ts';
import { auditMigrations } from './migrations.ts';
import { auditHash, type AuditRow, type AuditText } from './rows.ts';
import { createFakeClock } from '../../clock.ts';
import { migrate } from '../../db/migrate.ts';
import { createRunTx, type RunTx } from '../../db/tx.ts';

interface World {
  fresh: FreshDatabase;
  audit: Pick<Audit, 'record'>;
  runTx: RunTx;
}

const log = pino({ level: 'silent' });
const zeros = '0000000000000000000000000000000000000000000000000000000000000000';
const olga: Actor = { ...systemActor, kind: 'user', id: 'u-1', name: 'Olga', role: 'admin' };

const updated = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  actor: olga,
  address: '10.0.0.5',
  action: 'host.updated',
  resource: { kind: 'host', id: 'h-1', name: 'web-1' },
  ...more,
});

const rowsOf = ({ fresh }: World) => fresh.db.knex<AuditRow>('kernel_audit').orderBy('row_id');

const test = suite<World>(`audit on ${dialect}`);
test.before.each(async (world) => {
  world.fresh = await freshDatabase(dialect);
  world.audit = createAudit(createFakeClock(new Date('2026-01-15T12:00:00Z')), { note: () => undefined });
  world.runTx = createRunTx(world.fresh.db, log);
});
test.after.each(({ fresh }) => fresh.cleanup());

test('halves of characters, which the canonical form has not, keep nothing from being recorded', async (world) => {
  await migrate(world.fresh.db, auditMigrations, log);
  const name = `${'x'.repeat(254)}💥`;
  const resource = { kind: 'host', id: 'h-1', name } as const;
  await world.runTx(async (tx) =>
    world.audit.record(tx, updated({ actor: { ...olga, name }, resource, after: { note: ['\ud800'] } })),
  );
  const [row] = await rowsOf(world);
  const { actor, resource: of, after } = JSON.parse(row?.text ?? '') as AuditText;
  const cut = `${'x'.repeat(254)}\ufffd`;
  assert.equal([actor.name, of.name, after], [cut, cut, { note: ['\ufffd'] }]);
});

test('a database of several moments, to which no row can be added, is refused with what to do', async (world) => {
  const { knex, reader } = world.fresh.db;
  await migrate(world.fresh.db, auditMigrations, log);
  await assertHead(reader);
  const add = () => world.runTx(async (tx) => world.audit.record(tx, updated()));
  await add();
  const early = (await knex('kernel_audit_head').first()) as object;
  await add();
  await assertHead(reader);
  await knex('kernel_audit_head').update(early);
  const refused = /after its row 1, .* up to row 2\. .*--single-transaction/;
  await rejects(assertHead(reader), refused);
  await knex('kernel_audit').delete();
  await assertHead(reader);
  await knex('kernel_audit_head').delete();
  await rejects(assertHead(reader), /lost the row that names its end/);
});

test('a row says in canonical JSON who did what to what, in wire names and without secrets', async (world) => {
  await migrate(world.fresh.db, auditMigrations, log);
  const before = { seenAt: new Date('2026-01-02T03:04:05.006Z'), gone: undefined };
  const after = { maintenanceMode: true, note: 'Ünïcode', nested: [{ accessToken: 'hunter2' }] };
  await world.runTx(async (tx) => {
    world.audit.record(tx, updated({ before, after }));
    const resource = { kind: 'ca' as const, id: null, name: null };
    world.audit.record(tx, { actor: systemActor, address: null, action: 'ca.crl_signed', resource });
  });
  const [first, second] = await rowsOf(world);
  assert.is(
    first?.text,
    '{"action":"host.updated","actor":{"id":"u-1","kind":"user","name":"Olga"},"address":"10.0.0.5",' +
      '"after":{"maintenance_mode":true,"nested":[{"access_token":"********"}],"note":"Ünïcode"},' +
      '"at":"2026-01-15T12:00:00.000Z","before":{"seen_at":"2026-01-02T03:04:05.006Z"},' +
      `"prev_hash":"${zeros}","resource":{"id":"h-1","kind":"host","name":"web-1"},"row_id":1,"v":1}`,
  );
  assert.is(
    second?.text,
    '{"action":"ca.crl_signed","actor":{"id":null,"kind":"system","name":"system"},"address":null,' +
      `"after":null,"at":"2026-01-15T12:00:00.000Z","before":null,"prev_hash":"${first?.hash}",` +
      '"resource":{"id":null,"kind":"ca","name":null},"row_id":2,"v":1}',
  );
  const { actor_kind, actor_id, action, resource_kind, resource_id } = first ?? ({} as AuditRow);
  assert.equal(
    [actor_kind, actor_id, action, resource_kind, resource_id],
    ['user', 'u-1', 'host.updated', 'host', 'h-1'],
  );
});

test('a mutation whose audit row cannot be written fails whole', async (world) => {
  const { fresh, audit, runTx } = world;
  await migrate(fresh.db, auditMigrations, log);
  await fresh.db.knex('kernel_audit_head').delete();
  const change = runTx(async (tx) => {
    await tx
      .knex('kernel_migrations')
      .insert({ name: 'test/001_x', kind: 'stop', version: '0.1.0', started_at: new Date() });
    audit.record(tx, updated());
  });
  const told = await change.catch((error: Error) => error.message);
  assert.match(String(told), /head row is missing/);
  assert.equal(await fresh.db.knex('kernel_migrations').where('name', 'test/001_x'), []);
});

test('transactions that run into each other leave one unbroken chain', async (world) => {
  const { fresh, audit, runTx } = world;
  await migrate(fresh.db, auditMigrations, log);
  const other = createRunTx(await fresh.openAgain(), log);
  await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      (i % 2 ? runTx : other)(async (tx) => audit.record(tx, updated({ after: { i } }))),
    ),
  );
  const rows = await rowsOf(world);
  const broken = rows.filter(
    ({ text, hash }, i) =>
      (JSON.parse(text) as AuditText).prev_hash !== (rows[i - 1]?.hash ?? zeros) || auditHash(text) !== hash,
  );
  assert.equal([rows.length, broken.length], [40, 0]);
});

test('the rows of a transaction are written after all of its other steps', async (world) => {
  const { fresh, audit, runTx } = world;
  await migrate(fresh.db, auditMigrations, log);
  const seen: number[] = [];
  await runTx(async (tx) => {
    audit.record(tx, updated());
    tx.beforeCommit(async (step) => {
      seen.push((await step.knex('kernel_audit')).length);
      audit.record(step, updated({ action: 'host.moved' }));
    });
  });
  assert.equal(seen, [0]);
  assert.equal(
    (await rowsOf(world)).map(({ row_id, action }) => [row_id, action]),
    [
      [1, 'host.updated'],
      [2, 'host.moved'],
    ],
  );
});

test('nothing is added once the last step runs, and there is one', async ({ fresh, runTx }) => {
  await migrate(fresh.db, auditMigrations, log);
  const late = runTx(async (tx) =>
    tx.runLast(async (last) => last.beforeCommit(() => Promise.resolve())),
  ).catch((error: Error) => error.message);
  const second = runTx(async (tx) => {
    tx.runLast(() => Promise.resolve());
    tx.runLast(() => Promise.resolve());
  }).catch((error: Error) => error.message);
  assert.match(String(await late), /is at its last step already/);
  assert.match(String(await second), /has a last step already/);
});

test.run();
