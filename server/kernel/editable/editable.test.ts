// databases: sqlite, mariadb
import { rejects } from 'node:assert/strict';
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dialect, freshDatabase, type FreshDatabase } from '#test/support/databases.ts';
import { AppError } from '../../shared/wire/appError.ts';
import { createFakeClock } from '../clock.ts';
import { migrate } from '../db/migrate.ts';
import { columns } from '../db/columns.ts';
import { BaseModel } from '../db/model.ts';
import { createRunTx, type RunTx, type Tx } from '../db/tx.ts';
import { systemActor } from '../security/actor.ts';
import type { AuditEntry } from '../security/audit/audit.ts';
import { createIdempotency, idempotencyMigrations, type Idempotency } from '../security/idempotency.ts';
import { Editable } from './editable.ts';
import { nameKeyOf } from './names.ts';

class Webhook extends BaseModel {
  static override tableName = 'test_webhooks';
  static override timestamps = ['createdAt', 'updatedAt'];
  static override booleans = ['enabled'];
  declare id: string;
  declare name: string;
  declare nameKey: string;
  declare enabled: boolean;
  declare secret: string;
  declare editVersion: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}

const edits = new Editable(Webhook, {
  kind: 'webhook',
  fields: ['name', 'enabled'],
  full: 'NOTIFICATION_LIMIT_REACHED',
  audited: ({ secret }) => ({ secretLength: secret.length }),
  notFound: (id) => new AppError('WEBHOOK_NOT_FOUND', { details: { webhook_id: id } }),
});

interface World {
  fresh: FreshDatabase;
  clock: ReturnType<typeof createFakeClock>;
  runTx: RunTx;
  idempotency: Idempotency;
  audited: Pick<AuditEntry, 'action' | 'resource' | 'before' | 'after'>[];
}

const by = { actor: systemActor, address: null };
const START = new Date('2026-01-15T12:00:00Z');
const LATER = new Date('2026-01-15T12:01:00Z');

const test = suite<World>('things that people edit');
test.before.each(async (world) => {
  const log = pino({ level: 'silent' });
  world.clock = createFakeClock(START);
  world.fresh = await freshDatabase(dialect);
  await migrate(world.fresh.db, idempotencyMigrations, log);
  await world.fresh.db.knex.schema.createTable('test_webhooks', (t) => {
    columns.id(t);
    columns.string(t, 'name').notNullable();
    columns.nameKey(t).notNullable();
    columns.boolean(t, 'enabled').notNullable();
    columns.string(t, 'secret').notNullable();
    columns.integer(t, 'edit_version').notNullable();
    columns.timestamp(t, 'created_at').notNullable();
    columns.timestamp(t, 'updated_at').notNullable();
  });
  world.runTx = createRunTx(world.fresh.db, log);
  world.idempotency = createIdempotency(world.clock);
  world.audited = [];
});
test.after.each(({ fresh }) => fresh.cleanup());

const writing = ({ clock, audited }: World) => ({
  clock,
  audit: {
    record: (_tx: Tx, { action, resource, before, after }: AuditEntry): void =>
      void audited.push({ action, resource, before, after }),
  },
});
const add = (world: World, name: string): Promise<Webhook> =>
  world.runTx((tx) => edits.insert(writing(world), tx, { name, enabled: true, secret: 'abc' }, { by }));

test('an edit raises the version and the time, and the audit log has what people set before and after', async (world) => {
  const made = await add(world, 'chat');
  assert.equal([made.editVersion, made.createdAt, made.updatedAt], [1, START, START]);
  await world.clock.advance(60_000);
  const changed = await world.runTx(async (tx) => {
    const before = await edits.locked(tx, made.id, ['1']);
    const change = { before, set: { name: 'chat 2', secret: 'abcdef' } };
    return edits.update(writing(world), tx, change, { by, also: { path: 'kept' } });
  });
  assert.equal([changed.editVersion, changed.createdAt, changed.updatedAt], [2, START, LATER]);
  await world.runTx((tx) => edits.delete(writing(world), tx, [changed], { by }));
  const [was, is] = [
    { name: 'chat', enabled: true, secretLength: 3 },
    { name: 'chat 2', enabled: true, secretLength: 6 },
  ];
  const resource = (name: string) => ({ kind: 'webhook', id: made.id, name });
  assert.equal(world.audited, [
    { action: 'webhook.created', resource: resource('chat'), before: null, after: was },
    {
      action: 'webhook.updated',
      resource: resource('chat 2'),
      before: was,
      after: { ...is, path: 'kept' },
    },
    { action: 'webhook.deleted', resource: resource('chat 2'), before: is, after: null },
  ]);
  await rejects(edits.read(world.fresh.db.reader, made.id), { code: 'WEBHOOK_NOT_FOUND' });
});

test("another owner's row is not found, before its version is compared", async (world) => {
  const { id } = await add(world, 'chat');
  const locked = (isIt: boolean) => world.runTx((tx) => edits.locked(tx, id, ['7'], () => isIt));
  await rejects(locked(false), { code: 'WEBHOOK_NOT_FOUND', params: { details: { webhook_id: id } } });
  await rejects(locked(true), { code: 'PRECONDITION_FAILED' });
});

test('a key makes one row, whose absence is told once it was deleted', async (world) => {
  const key = '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21';
  const call = { key, operationId: 'createWebhook', actor: systemActor, request: {} };
  const once = () =>
    world.runTx((tx) =>
      edits.once(world, tx, call, () =>
        edits.insert(writing(world), tx, { name: 'chat', enabled: true, secret: '' }, { by }),
      ),
    );
  const made = await once();
  assert.is((await once()).id, made.id);
  assert.is(world.audited.length, 1);
  await world.runTx((tx) => edits.delete(writing(world), tx, [made], { by }));
  await rejects(once(), { code: 'WEBHOOK_NOT_FOUND' });
});

test('names that look the same are one within their parent, of one kind', () => {
  const keyOf = (name: string, parentId: string | null = null) => nameKeyOf('webhook', parentId, name);
  for (const same of ['CHAT', 'ｃｈａｔ', 'Chat']) assert.is(keyOf(same), keyOf('chat'), same);
  // A sign is one character, or a letter and what stands above it.
  assert.is(keyOf('Caf\u00e9'), keyOf('CAFE\u0301'));
  assert.is(keyOf('İ'), keyOf('i\u0307'));
  for (const other of ['chat ', 'chats', 'c-hat']) assert.is.not(keyOf(other), keyOf('chat'), other);
  assert.is.not(keyOf('chat', 'h1'), keyOf('chat', 'h2'));
  assert.is.not(nameKeyOf('freeze', null, 'chat'), keyOf('chat'));
});

test('a name that another row has is refused, when it is made and when it is renamed', async (world) => {
  const first = await add(world, 'chat');
  const second = await add(world, 'mail');
  const taken = {
    code: 'NAME_TAKEN',
    params: { message: 'Another webhook has this name.', details: { id: first.id } },
  };
  await rejects(add(world, 'Chat'), taken);
  const rename = (name: string) =>
    world.runTx((tx) => edits.update(writing(world), tx, { before: second, set: { name } }, { by }));
  await rejects(rename('CHAT'), taken);
  assert.is((await rename('MAIL')).name, 'MAIL');
  const [one, ...others] = await Promise.allSettled(Array.from({ length: 8 }, () => add(world, 'pager')));
  assert.is([one, ...others].filter((done) => done?.status === 'fulfilled').length, 1);
});

test('one more than may be is refused, of all rows or of those that are counted', async (world) => {
  await add(world, 'chat');
  await add(world, 'mail');
  const refused = (most: number, where?: object) => world.runTx((tx) => edits.refuseFull(tx, most, where));
  await refused(3);
  await refused(2, { name: 'chat' });
  const full = { code: 'NOTIFICATION_LIMIT_REACHED', params: { details: { max: 2 } } };
  await rejects(refused(2), full);
  await rejects(refused(1, { name: 'chat' }), { code: 'NOTIFICATION_LIMIT_REACHED' });
});

test.run();
