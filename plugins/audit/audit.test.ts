// databases: sqlite, mariadb (night)
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { components } from '../../generated/manager.ts';
import { verifyExport } from '../../server/kernel/security/audit/exported/verify.ts';
import { actors } from '#sdk';
import { createTestApp, testActor, type TestApp } from '../../server/testing.ts';
import { dialect, freshDatabase, type FreshDatabase } from '../../test/support/databases.ts';
import { auditPlugin } from './plugin.ts';

type Schemas = components['schemas'];

interface World {
  place: FreshDatabase;
  app: TestApp;
}

const test = suite<World>(`the audit log over HTTP on ${dialect}`);
const LIST = '/api/v1/audit';
const EXPORT = '/api/v1/audit/export';

test.before.each(async (world) => {
  world.place = await freshDatabase(dialect);
  world.app = await createTestApp({ features: [auditPlugin], databaseUrl: world.place.address.url });
});
test.after.each(async ({ app, place }) => {
  await app.stop();
  await place.cleanup();
});

/** Writes `count` rows, a minute apart; each fifth is an act of the system. */
async function write({ app }: World, count: number, name = 'web-1'): Promise<void> {
  for (let done = 0; done < count; done++) {
    await app.ctx.tx(async (tx) =>
      app.ctx.audit.record(tx, {
        actor: done % 5 === 4 ? actors.system : testActor('operator'),
        address: done % 5 === 4 ? null : '10.0.0.5',
        action: done % 2 === 0 ? 'host.created' : 'host.updated',
        resource: { kind: 'host', id: `h-${done}`, name },
        after: { note: 'a, "b"\n=c' },
      }),
    );
    await app.clock.advance(60_000);
  }
}

async function list({ app }: World, query = ''): Promise<Schemas['AuditRowList']> {
  const answer = await app.call('GET', `${LIST}${query}`);
  assert.is(answer.status, 200, JSON.stringify(answer.body));
  return answer.body as Schemas['AuditRowList'];
}
const ids = async (world: World, query = '') => (await list(world, query)).rows.map((row) => row.row_id);

test('the list filters, pages in both orders, and counts what the filters leave', async (world) => {
  await write(world, 10);
  assert.equal(await ids(world, '?limit=3'), [10, 9, 8]);
  assert.equal(await ids(world, '?sort=row_id&limit=3'), [1, 2, 3]);
  assert.equal(await ids(world, '?action=host.updated&actor=system'), [10]);
  assert.equal(await ids(world, '?resource=h-3'), [4]);
  assert.equal(await ids(world, '?at_from=2026-01-15T12:07:00.000Z&at_to=2026-01-15T12:09:00.000Z'), [9, 8]);
  const first = await list(world, '?actor=system&limit=1');
  assert.equal([first.total, first.rows.length], [2, 1]);
  assert.equal(await ids(world, `?actor=system&limit=1&cursor=${first.next_cursor}`), [5]);
  const [row] = (await list(world, '?limit=1')).rows;
  assert.equal([row?.actor.name, row?.address, row?.after], ['system', null, { note: 'a, "b"\n=c' }]);
  for (const query of ['?action=host.exploded', '?cursor=x', '?at_from=yesterday', '?search=web'])
    assert.is((await world.app.call('GET', `${LIST}${query}`)).status, 400, query);
});

test('a row that was edited out of its form is shown as such, and the list goes on', async (world) => {
  await write(world, 3);
  await world.app.ctx.db.knex('kernel_audit').where('row_id', 2).update({ text: 'gone' });
  const { rows } = await list(world);
  assert.equal(
    rows.map(({ row_id, action, after }) => [row_id, action, after]),
    [
      [3, 'host.created', { note: 'a, "b"\n=c' }],
      [2, 'audit.row_damaged', { text: 'gone' }],
      [1, 'host.created', { note: 'a, "b"\n=c' }],
    ],
  );
});

const integrity = async ({ app }: World): Promise<Schemas['AuditIntegrity']> => {
  const answer = await app.call('POST', '/api/v1/settings/audit-integrity');
  assert.is(answer.status, 200, JSON.stringify(answer.body));
  return answer.body as Schemas['AuditIntegrity'];
};

test('the check tells what was changed, and is itself in the log', async (world) => {
  await write(world, 5);
  assert.equal(await integrity(world), { intact: true, rows_checked: 5, errors: [] });
  const [third] = (await list(world, '?resource=h-2')).rows;
  const rows = () => world.app.ctx.db.knex('kernel_audit').where('row_id', 3);
  const { text } = (await rows().first()) as { text: string };
  await rows().update({ text: text.replace('10.0.0.5', '10.0.0.6') });
  const broken = await integrity(world);
  assert.equal([broken.intact, broken.rows_checked, broken.errors.length], [false, 6, 1]);
  assert.equal([broken.errors[0]?.row_id, broken.errors[0]?.expected_hash], [3, third?.hash]);
  assert.match(broken.errors[0]?.actual_hash ?? '', /^[0-9a-f]{64}$/);
  await rows().delete();
  assert.equal((await integrity(world)).errors, [{ row_id: 3, expected_hash: third?.hash, actual_hash: '' }]);
  const checks = (await list(world, '?action=audit.verified&sort=row_id')).rows;
  assert.equal(
    checks.map(({ actor, after }) => [actor.name, after]),
    [
      ['test-admin', { intact: true, rows_checked: 5, faults: 0 }],
      ['test-admin', { intact: false, rows_checked: 6, faults: 1 }],
      ['test-admin', { intact: false, rows_checked: 6, faults: 1 }],
    ],
  );
});

test('a log that cannot be written any more is still checked', async (world) => {
  await write(world, 2);
  await world.app.ctx.db.knex('kernel_audit_head').delete();
  const { intact, errors } = await integrity(world);
  assert.equal([intact, errors.length, errors[0]?.actual_hash], [false, 1, '']);
  assert.is((await world.app.call('GET', `${EXPORT}`)).status, 500, 'nothing leaves that is not in the log');
});

async function exported({ app }: World, end: string): Promise<{ text: string; headers: Headers }> {
  const answer = await fetch(`${app.url}${EXPORT}${end}`, {
    headers: { authorization: 'Bearer test-admin' },
  });
  assert.is(answer.status, 200);
  return { text: await answer.text(), headers: answer.headers };
}

async function verdict({ app }: World, text: string): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'fleetmend-audit-'));
  const file = join(dir, 'x.json');
  writeFileSync(file, text);
  const report = await verifyExport(file, app.ctx.audit.publicKey().pem);
  rmSync(dir, { recursive: true });
  return `${report.verdict}, ${report.rowsChecked} rows`;
}

test('an export as JSON can be verified, a filtered one says that it cannot, and both are in the log', async (world) => {
  await write(world, 10);
  const whole = await exported(world, '');
  assert.is(await verdict(world, whole.text), 'intact, 10 rows');
  assert.match(whole.headers.get('content-type') ?? '', /^application\/json/);
  assert.is(whole.headers.get('content-disposition'), 'attachment; filename=audit-2026-01-15.json');
  const ofTime = await exported(world, '?at_from=2026-01-15T12:03:00.000Z&at_to=2026-01-15T12:06:00.000Z');
  assert.is(await verdict(world, ofTime.text), 'intact, 3 rows');
  const filtered = await exported(world, '?action=host.created&actor=system');
  assert.is(await verdict(world, filtered.text), 'unverifiable, 1 rows');
  const { filters, verifiable } = JSON.parse(filtered.text) as Schemas['AuditExport'];
  assert.equal([filters, verifiable], [{ action: 'host.created', actor: 'system' }, false]);
  const rows = (await list(world, '?action=audit.exported&sort=row_id')).rows;
  assert.equal(
    rows.map(({ actor, after }) => [actor.name, after]),
    [
      ['test-admin', { format: 'json', from_row: 1, to_row: 10, verifiable: true }],
      [
        'test-admin',
        {
          format: 'json',
          at_from: '2026-01-15T12:03:00.000Z',
          at_to: '2026-01-15T12:06:00.000Z',
          from_row: 4,
          to_row: 6,
          verifiable: true,
        },
      ],
      [
        'test-admin',
        {
          format: 'json',
          action: 'host.created',
          actor: 'system',
          from_row: 1,
          to_row: 12,
          verifiable: false,
        },
      ],
    ],
  );
});

test('an export as CSV follows RFC 4180, and no cell of it is a formula', async (world) => {
  for (const name of [
    '=1+1',
    '+1',
    '-1',
    '@x',
    '\t=1',
    ' =1',
    '\r=1',
    '＝1',
    'plain, "quoted"',
    'two\nlines',
  ])
    await write(world, 1, name);
  const { text, headers } = await exported(world, '/csv');
  assert.match(headers.get('content-type') ?? '', /^text\/csv/);
  const lines = text.split('\r\n');
  assert.is(
    lines[0],
    'row_id,at,actor_kind,actor_id,actor_name,address,action,resource_kind,resource_id,resource_name,before,after,prev_hash,hash',
  );
  const named = (name: string): boolean => text.includes(`,"h-0",${name},"",`);
  for (const name of [
    `"'=1+1"`,
    `"'+1"`,
    `"'-1"`,
    `"'@x"`,
    `"'\t'=1"`,
    `"' =1"`,
    `"'\r'=1"`,
    `"'＝1"`,
    '"plain, ""quoted"""',
    '"two\nlines"',
  ])
    assert.ok(named(name), JSON.stringify(name));
  assert.ok(text.endsWith('\r\n'));
  const [row] = (await list(world, '?sort=row_id&limit=1')).rows;
  assert.ok(
    text.includes(
      `\r\n"1","2026-01-15T12:00:00.000Z","user","${testActor('operator').id}","test-operator","10.0.0.5","host.created",`,
    ),
  );
  assert.ok(text.includes(`,"{""note"":""a, \\""b\\""\\n=c""}","${'0'.repeat(64)}","${row?.hash}"\r\n`));
});

test('a reader who is slow holds up neither the manager nor its memory, and one who leaves ends the export', async (world) => {
  const { app } = world;
  await app.ctx.tx(async (tx) => {
    for (let i = 0; i < 3_000; i++)
      app.ctx.audit.record(tx, {
        actor: actors.system,
        address: null,
        action: 'host.updated',
        resource: { kind: 'host', id: `h-${i}`, name: 'web' },
        after: { note: 'x'.repeat(4_000) },
      });
  });
  const read = { pages: 0 };
  app.ctx.db.reader.on('query', ({ sql }: { sql: string }) => {
    if (sql.includes('kernel_audit`') && sql.includes('order by `row_id`')) read.pages++;
  });
  const paused = await new Promise<{ destroy(): void }>((resolve, reject) => {
    const call = request(
      `${app.url}${EXPORT}`,
      { headers: { authorization: 'Bearer test-admin' } },
      (res) => {
        res.once('data', () => {
          res.pause();
          resolve(res);
        });
      },
    );
    call.on('error', reject).end();
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const whilePaused = read.pages;
  assert.ok(whilePaused < 7, `${whilePaused} pages of 7 were read for somebody who reads none`);
  paused.destroy();
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.is(read.pages, whilePaused, 'nothing more is read for who has left');
  assert.is((await app.call('GET', LIST)).status, 200);
});

test('only administrators read the log', async ({ app }) => {
  for (const role of ['operator', 'reporter'] as const) {
    assert.is((await app.call('GET', LIST, { role })).status, 403);
    assert.is((await app.call('GET', `${EXPORT}/csv`, { role })).status, 403);
    assert.is((await app.call('POST', '/api/v1/settings/audit-integrity', { role })).status, 403);
  }
});

test.run();
