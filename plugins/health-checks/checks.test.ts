// databases: sqlite, mariadb (night)
// time-limit: 240
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newId, type HostScope } from '#sdk';
import {
  addCheck,
  addHosts,
  audited,
  changesOf,
  codeOf,
  DOWN,
  ids,
  made,
  nextRun,
  nginx,
  page,
  pathOf,
  readCheck,
  scoping,
  setHealth,
  setUp,
  standing,
  STARTING,
  statusOf,
  tearDown,
  UP,
  type Check,
  type Schemas,
  type World,
} from './checks.testing.ts';
import { sweepsAreShared } from './sweeps.testing.ts';

const test = suite<World>('health checks');
/** What the operator may see. */
let scope: HostScope = 'all';
test.before((world) => setUp(world, [scoping(() => scope)]));
test.before.each((world) => addHosts(world));
test.after.each(() => void (scope = 'all'));
test.after(tearDown);

test('checks are added, read, changed with the version of an edit, and removed, each audited', async (world) => {
  const { kit } = world;
  const [own, other] = ids(world);
  const answer = await kit.call('POST', pathOf(own), { body: nginx(), role: 'operator' });
  const check = answer.body as Check;
  assert.equal(
    [answer.status, check.kind, check.service_name, check.timeout_secs, check.interval_secs, check.enabled],
    [201, 'service', 'nginx', 10, null, true],
  );
  assert.is(answer.headers.get('etag'), '"1"');
  const list = await made<Schemas['HealthCheckList']>(
    kit.call('GET', pathOf(own), { role: 'reporter' }),
    200,
  );
  assert.equal([list.total, list.checks[0]?.id], [1, check.id]);
  const put = (body: object, ifMatch: string, hostId = own) =>
    kit.call('PUT', pathOf(hostId, check.id), { body, role: 'operator', headers: { 'if-match': ifMatch } });
  const changed = await put({ name: 'nginx', interval_secs: 60 }, '"1"');
  assert.equal([changed.status, changed.headers.get('etag')], [200, '"2"']);
  assert.is(codeOf(await put({ name: 'other' }, '"1"')), '412 PRECONDITION_FAILED');
  assert.is(codeOf(await put({ name: 'other' }, '"2"', other)), '404 HEALTH_CHECK_NOT_FOUND');
  for (const tail of ['', '/history'])
    assert.is(
      codeOf(await kit.call('GET', `${pathOf(other, check.id)}${tail}`)),
      '404 HEALTH_CHECK_NOT_FOUND',
      `of another host${tail}`,
    );
  assert.is(codeOf(await put({ url: 'http://a.example/' }, '"2"')), '400 VALIDATION_FAILED');
  const remove = (role: 'operator' | 'reporter') => kit.call('DELETE', pathOf(own, check.id), { role });
  assert.is(codeOf(await remove('reporter')), '403 FORBIDDEN');
  assert.is((await remove('operator')).status, 204);
  assert.is(codeOf(await remove('operator')), '404 HEALTH_CHECK_NOT_FOUND');
  const created = await audited(kit, 'health_check.created', check.id);
  const updated = await audited(kit, 'health_check.updated', check.id);
  const deleted = await audited(kit, 'health_check.deleted', check.id);
  assert.equal([created?.by, created?.resource.name], ['test-operator', 'Web server']);
  assert.equal([created?.after?.['service_name'], created?.before], ['nginx', null]);
  assert.equal([updated?.before?.['interval_secs'], updated?.after?.['interval_secs']], [null, 60]);
  assert.equal([deleted?.resource.id, deleted?.before?.['name']], [check.id, 'nginx']);
});

test('what makes no sense, leads to the manager, or asks a host that is not well is refused, and nothing is kept', async (world) => {
  const { kit } = world;
  const [own, other] = ids(world);
  const refused = async (body: object) => codeOf(await kit.call('POST', pathOf(own), { body }));
  assert.is(await refused({ kind: 'command', name: 'x', command: 'true' }), '400 VALIDATION_FAILED');
  assert.is(await refused(nginx({ url: 'http://a.example/' })), '400 VALIDATION_FAILED');
  assert.is(await refused({ kind: 'service', name: 'x' }), '400 VALIDATION_FAILED');
  assert.is(await refused(nginx({ service_name: '-x; reboot' })), '400 VALIDATION_FAILED');
  for (const url of [
    'http://localhost./',
    'http://0x7f.2/',
    'http://[::1]:8443/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fe80::1]/',
    'ftp://web.example.test/',
    'http://me:secret@web.example.test/',
  ]) {
    if (url.includes('localhost')) world.pages.dns.set('localhost.', [['127.0.0.2']]);
    assert.is(await refused(page(url)), '400 URL_REFUSED', url);
  }
  await setHealth(kit, other, 'degraded');
  assert.is(await refused(nginx({ target_host_id: other })), '409 TARGET_HOST_INVALID');
  const gone = '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21';
  assert.is(await refused(nginx({ target_host_id: gone })), '409 TARGET_HOST_INVALID');
  assert.is(await refused(page('http://10.1.2.3/', { timeout_secs: 61 })), '400 VALIDATION_FAILED');
  assert.is((await made<Schemas['HealthCheckList']>(kit.call('GET', pathOf(own)), 200)).total, 0);
  assert.is(codeOf(await kit.call('GET', pathOf(gone))), '404 HOST_NOT_FOUND');
  const first = await addCheck(kit, own, nginx({ enabled: false }));
  const { knex } = kit.ctx.db;
  const row: object = await knex('health_checks_checks').where('id', first.id).first();
  await knex.batchInsert(
    'health_checks_checks',
    Array.from({ length: 49 }, newId).map((id) => ({ ...row, id, name_key: id })),
  );
  assert.is(await refused(nginx()), '409 HEALTH_CHECK_LIMIT_REACHED');
});

test('who may not see the host whose agent is asked does not choose what it is asked', async (world) => {
  const { kit } = world;
  const [own, other] = ids(world);
  const check = await addCheck(kit, own, nginx({ target_host_id: other }));
  scope = { hostIds: [own] };
  const put = async (body: object) =>
    codeOf(await kit.call('PUT', pathOf(own, check.id), { body, role: 'operator' }));
  assert.is(await put({ service_name: 'vault' }), '409 TARGET_HOST_INVALID');
  assert.is((await readCheck(kit, check)).service_name, 'nginx');
  assert.is(await put({ name: 'nginx', service_name: 'nginx', interval_secs: 60 }), '200');
  assert.is(await put({ service_name: 'vault', target_host_id: null }), '200', 'asked of the own host');
});

test('a test runs the check now and says how it went, and keeps nothing', async (world) => {
  const { kit } = world;
  const [own, other] = ids(world);
  const check = await addCheck(kit, own, nginx({ enabled: false }));
  const run = () =>
    made<Schemas['HealthCheckTestResult']>(kit.call('POST', `${pathOf(own, check.id)}/test`), 200);
  const up = await run();
  assert.equal([up.success, up.message, up.duration_ms < 5_000], [true, 'nginx is active (running).', true]);
  const [{ agent }] = world.hosts;
  agent.answers.set('getServiceStatus', DOWN);
  assert.equal((await run()).message, 'nginx is failed.');
  agent.fail('*', 'unreachable');
  const away = await run();
  assert.equal([away.success, away.message], [false, 'The agent of the host gives no answer (UNREACHABLE).']);
  assert.equal(await standing(kit, check), ['unknown', null]);
  await made(kit.call('PUT', pathOf(own, check.id), { body: { target_host_id: other } }), 200);
  assert.is((await run()).success, true, 'the other host is asked');
  await setHealth(kit, other, 'degraded');
  const target = await run();
  assert.is(target.success, false);
  assert.match(target.message, /whose agent is asked, is degraded itself/);
});

test('due checks are run by themselves; a change counts after two runs in a row, and only changes are kept', async (world) => {
  const { kit } = world;
  const [own] = ids(world);
  const [{ agent }] = world.hosts;
  const check = await addCheck(kit, own, nginx({ interval_secs: 60 }));
  assert.is(await statusOf(kit, own), 'unknown', 'nothing is known of it yet');
  await nextRun(kit, check);
  assert.equal(await standing(kit, check), ['passing', 'nginx is active (running).']);
  assert.is(await statusOf(kit, own), 'passing');
  for (let count = 0; count < 3; count++) await nextRun(kit, check);
  agent.answers.set('getServiceStatus', DOWN);
  await nextRun(kit, check);
  const once = 'Seen once, and not counted yet: nginx is failed.';
  assert.equal(await standing(kit, check), ['passing', once]);
  agent.answers.set('getServiceStatus', UP);
  await nextRun(kit, check);
  assert.equal(await standing(kit, check), ['passing', 'nginx is active (running).']);
  agent.answers.set('getServiceStatus', DOWN);
  await nextRun(kit, check);
  await nextRun(kit, check);
  assert.is((await standing(kit, check))[0], 'failing');
  assert.is(await statusOf(kit, own), 'failing');
  assert.equal(await changesOf(kit, check), [
    ['unknown', 'passing', 'nginx is active (running).'],
    ['passing', 'failing', 'nginx is failed.'],
  ]);
  const row = await kit.ctx.db.knex('health_checks_checks').where('id', check.id).first();
  const secs = (Number(row.next_check_at) - kit.clock.now().getTime()) / 1_000;
  assert.ok(secs > 30 && secs <= 66, `due again in ${secs} s`);
});

test('of a host, failing comes before unknown before passing, and disabled checks say nothing', async (world) => {
  const { kit, pages } = world;
  const [own, other] = ids(world);
  const [, { agent: second }] = world.hosts;
  const settled = async (check: Check, status: string) =>
    kit.until(async () => (await standing(kit, check))[0] === status);
  await settled(await addCheck(kit, own, nginx()), 'passing');
  const asking = await addCheck(kit, own, nginx({ target_host_id: other, interval_secs: 30 }));
  second.answers.set('getServiceStatus', STARTING);
  await nextRun(kit, asking);
  await settled(asking, 'unknown');
  assert.is(await statusOf(kit, own), 'unknown');
  pages.answer = (_req, res) => void res.writeHead(500).end('a secret');
  const front = await addCheck(kit, own, page(`${pages.url}/front`, { interval_secs: 30 }));
  await settled(front, 'failing');
  assert.is(await statusOf(kit, own), 'failing');
  assert.is((await standing(kit, front))[1], 'It answers with status 500; expected is one from 200 to 299.');
  const put = (check: Check, body: object) => made(kit.call('PUT', pathOf(own, check.id), { body }), 200);
  await put(front, { enabled: false });
  assert.is(await statusOf(kit, own), 'unknown');
  await put(front, { enabled: true });
  assert.equal(await standing(kit, front), ['unknown', null], 'what was before says nothing');
  await kit.call('DELETE', pathOf(own, front.id));
  await kit.call('DELETE', pathOf(own, asking.id));
  assert.is(await statusOf(kit, own), 'passing');
  for (const check of (await made<Schemas['HealthCheckList']>(kit.call('GET', pathOf(own)), 200)).checks)
    await kit.call('DELETE', pathOf(own, check.id));
  assert.is(await statusOf(kit, own), 'none');
});

test('a deleted host takes its checks along, and who asked its agent asks his own again', async (world) => {
  const { kit } = world;
  const [own, other] = ids(world);
  const gone = await addCheck(kit, own, nginx());
  const left = await addCheck(kit, other, nginx({ target_host_id: own }));
  await nextRun(kit, gone);
  assert.is((await kit.call('DELETE', `/api/v1/hosts/${own}`)).status, 204);
  assert.is((await readCheck(kit, left)).target_host_id, null);
  const { knex } = kit.ctx.db;
  for (const table of ['health_checks_checks', 'health_checks_changes'])
    assert.equal(
      await knex(table).whereIn(table.endsWith('checks') ? 'id' : 'check_id', [gone.id]),
      [],
      table,
    );
  assert.ok(await audited(kit, 'health_check.deleted', gone.id));
});

sweepsAreShared(test);

test.run();
