// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import {
  asHost,
  by,
  claim,
  enroll,
  list,
  result,
  setUp,
  tearDown,
  type WireList,
  type World,
} from './hosts.testing.ts';

const test = suite<World>('hosts');
test.before.each(setUp);
test.after.each(tearDown);

test('of those who give one address to hosts at once, one succeeds', async ({ app }) => {
  const post = async (n: number, port = 9443) => {
    const body = { fqdn: `h${n}.example.org`, ip_address: '10.0.4.40', port };
    return app.call('POST', '/api/v1/hosts', { body });
  };
  const made = await Promise.all([1, 2, 3, 4].map((n) => post(n)));
  assert.equal(made.map(({ status }) => status).sort(), [201, 409, 409, 409]);
  const refused = made.find(({ status }) => status === 409)?.body as { error: { code: string } };
  assert.is(refused.error.code, 'HOST_EXISTS');
  const others = await Promise.all([5, 6].map((n) => post(n, 9_000 + n)));
  const moved = await Promise.all(
    others.map(({ body, headers }) =>
      app.call('PUT', `/api/v1/hosts/${asHost(body).id}`, {
        body: { port: 9_100 },
        headers: { 'if-match': headers.get('etag') ?? '' },
      }),
    ),
  );
  assert.equal(moved.map(({ status }) => status).sort(), [200, 409]);
});

test('chosen fields are answered alone, with a tag that covers them, and what is left out is not read', async (world) => {
  const { app } = world;
  const id = await enroll(world, { fqdn: 'a.example.org', ip: '10.0.4.1', tags: ['env=prod'] });
  const read: string[] = [];
  app.ctx.db.reader.on('query', ({ sql }: { sql: string }) => void read.push(sql));
  const isRead = (table: string): boolean => read.splice(0).some((sql) => sql.includes(table));
  const listed = await app.call('GET', '/api/v1/hosts?fields=fqdn,tags');
  assert.equal((listed.body as WireList).hosts, [{ fqdn: 'a.example.org', tags: ['env=prod'] }] as never);
  assert.is((listed.body as WireList).total, 1);
  assert.not(isRead('hosts_details'));
  await app.call('GET', '/api/v1/hosts?fields=problems');
  assert.ok(isRead('hosts_details'));

  const tagOf = async (query: string): Promise<string> =>
    (await app.call('GET', `/api/v1/hosts/${id}${query}`)).headers.get('etag') ?? '';
  const tags = [await tagOf(''), await tagOf('?fields=fqdn'), await tagOf('?fields=fqdn,tags')];
  assert.is(new Set(tags).size, 3, tags.join());
  const put = (body: object, tag = '') =>
    app.call('PUT', `/api/v1/hosts/${id}`, { body, headers: { 'if-match': tag } });
  assert.is((await put({ tags: ['env=test'] }, tags[1])).status, 200);
  assert.is((await put({ tags: ['env=dev'] }, tags[1])).status, 412, 'the version is another now');
  assert.not.equal(await tagOf('?fields=tags'), tags[2]);

  const refused = await app.call('GET', '/api/v1/hosts?fields=fqdn,colour');
  const [error] = (refused.body as { error: { details: { errors: { path: string; message: string }[] } } })
    .error.details.errors;
  assert.is(refused.status, 400);
  assert.is(error?.path, '/query/fields/1');
  assert.match(error?.message ?? '', /^must be one of id, .*fqdn/);
});

test('a host is added, shown, changed under its ETag and deleted, each with an audit row', async (world) => {
  const { app } = world;
  const made = await app.call('POST', '/api/v1/hosts', {
    body: { fqdn: 'db1.example.org', ip_address: '10.0.4.30', tags: ['env=prod', 'env=prod'] },
  });
  assert.is(made.status, 201);
  assert.is(made.headers.get('etag'), '"1"');
  const { id } = asHost(made.body);
  assert.equal(
    [asHost(made.body).port, asHost(made.body).tags, asHost(made.body).health_status],
    [9443, ['env=prod'], 'unknown'],
  );
  assert.equal(
    [asHost(made.body).patches_total, asHost(made.body).reboot_required, asHost(made.body).last_polled_at],
    [null, null, null],
  );

  const changed = await app.call('PUT', `/api/v1/hosts/${id}`, {
    body: { display_name: 'Database 1', maintenance_mode: true },
    headers: { 'if-match': '"1"' },
  });
  assert.equal(
    [changed.status, asHost(changed.body).edit_version, asHost(changed.body).tags],
    [200, 2, ['env=prod']],
  );
  const stale = await app.call('PUT', `/api/v1/hosts/${id}`, {
    body: { display_name: 'x' },
    headers: { 'if-match': '"1"' },
  });
  assert.is(stale.status, 412);
  assert.match(JSON.stringify(stale.body), /Somebody else has changed it .* based on .*1.* it is .*2.* now/);
  const put = async (ifMatch: string) =>
    (
      await app.call('PUT', `/api/v1/hosts/${id}`, {
        body: { display_name: `Database for ${ifMatch}` },
        headers: { 'if-match': ifMatch },
      })
    ).status;
  // Each accepted edit raises the version: 2, 3, 4.
  assert.equal(
    [await put('"1", W/"2"'), await put('*'), await put('W/"4"'), await put('"4"'), await put('2')],
    [200, 200, 200, 412, 412],
  );
  assert.is(
    (await app.call('DELETE', `/api/v1/hosts/${id}`, { headers: { 'if-match': '"1"' } })).status,
    412,
  );
  assert.is((await app.call('DELETE', `/api/v1/hosts/${id}`)).status, 204);
  assert.is((await app.call('GET', `/api/v1/hosts/${id}`)).status, 404);
  assert.equal(world.dropped, [id]);
  const rows = (await app.ctx.db.reader('kernel_audit').orderBy('row_id').select('action')) as {
    action: string;
  }[];
  assert.equal(
    rows.map(({ action }) => action),
    ['host.created', ...Array<string>(4).fill('host.updated'), 'host.deleted'],
  );
});

test('what a plugin does when a host is deleted is done with it, or neither is', async (world) => {
  const { app } = world;
  const id = await enroll(world, { fqdn: 'a.example', ip: '10.0.0.1' });
  const notes = () => app.ctx.db.reader('guard_notes').select('host_id');
  world.stepFails = true;
  const refused = await app.call('DELETE', `/api/v1/hosts/${id}`);
  assert.is(refused.status, 503);
  assert.match(
    (refused.body as { error: { message: string } }).error.message,
    /feature guard .* nothing was changed/,
  );
  assert.is((await app.call('GET', `/api/v1/hosts/${id}`)).status, 200);
  assert.equal(await notes(), []);
  world.stepFails = false;
  assert.is((await app.call('DELETE', `/api/v1/hosts/${id}`)).status, 204);
  assert.equal(await notes(), [{ host_id: id }]);
});

test('roles: operators add and edit, only administrators delete, reporters read', async ({ app }) => {
  const body = { fqdn: 'a.example', ip_address: '10.0.0.1' };
  assert.is((await app.call('POST', '/api/v1/hosts', { body, role: 'reporter' })).status, 403);
  const made = await app.call('POST', '/api/v1/hosts', { body, role: 'operator' });
  const path = `/api/v1/hosts/${asHost(made.body).id}`;
  assert.is((await app.call('GET', path, { role: 'reporter' })).status, 200);
  assert.is((await app.call('DELETE', path, { role: 'operator' })).status, 403);
  assert.is((await app.call('GET', path, { role: null })).status, 401);
});

test('addresses that are refused, taken endpoints and unknown fields change nothing', async ({ app }) => {
  const post = (body: object) => app.call('POST', '/api/v1/hosts', { body });
  for (const address of ['127.0.0.1', '169.254.169.254', '::ffff:127.0.0.1', '224.0.0.1'])
    assert.is(
      ((await post({ fqdn: 'a.example', ip_address: address })).body as { error: { code: string } }).error
        .code,
      'HOST_ADDRESS_REFUSED',
      address,
    );
  const first = asHost((await post({ fqdn: 'a.example', ip_address: '10.0.0.1' })).body);
  const second = asHost((await post({ fqdn: 'b.example', ip_address: '::ffff:10.0.0.2' })).body);
  assert.is(second.ip_address, '10.0.0.2');
  assert.is((await post({ fqdn: 'c.example', ip_address: '10.0.0.1' })).status, 409);
  assert.is(
    (await app.call('PUT', `/api/v1/hosts/${second.id}`, { body: { ip_address: '10.0.0.1' } })).status,
    409,
  );
  assert.is((await app.call('PUT', `/api/v1/hosts/${first.id}`, { body: { machine_id: 'x' } })).status, 400);
  assert.is(
    (await app.call('PUT', `/api/v1/hosts/${first.id}`, { text: '{"__proto__":{"live":0},"port":1}' }))
      .status,
    400,
  );
  assert.is((await app.call('GET', '/api/v1/hosts?sort=created_at;drop')).status, 400);
  assert.is(((await app.call('GET', '/api/v1/hosts')).body as WireList).total, 2);
});

test('a host with unfinished jobs is not deleted', async (world) => {
  const id = await enroll(world, { fqdn: 'a.example', ip: '10.0.0.1' });
  world.busyJobs = [uuid()];
  const busy = await world.app.call('DELETE', `/api/v1/hosts/${id}`);
  assert.is(busy.status, 409);
  assert.equal((busy.body as { error: { details: unknown } }).error.details, { job_ids: world.busyJobs });
  assert.is((await world.app.call('GET', `/api/v1/hosts/${id}`)).status, 200);
});

test('a machine id is unique among live hosts, and free again after a deletion', async (world) => {
  const first = await enroll(world, { fqdn: 'a.example', ip: '10.0.0.1', machineId: 'm1' });
  const failed = await enroll(world, { fqdn: 'b.example', ip: '10.0.0.2', machineId: 'm1' }).catch(
    (error: { code: string }) => error.code,
  );
  assert.is(failed, 'MACHINE_ID_IN_USE');
  await world.app.call('DELETE', `/api/v1/hosts/${first}`);
  const second = await enroll(world, { fqdn: 'b.example', ip: '10.0.0.2', machineId: 'm1' });
  assert.is.not(second, first);
  assert.is((await world.app.ctx.core.hosts.getMany([first, second])).length, 1);
});

test('a target is the union of what it names, each host once, and unknown ids are told', async (world) => {
  const { hosts } = world.app.ctx.core;
  const a = await enroll(world, { fqdn: 'a.example', ip: '10.0.0.1', tags: ['web'] });
  const b = await enroll(world, { fqdn: 'b.example', ip: '10.0.0.2', tags: ['db'] });
  const target = await hosts.resolveTarget(
    { hostIds: [b], tags: ['web', 'db'], filter: { search: 'a.ex' } },
    'all',
  );
  assert.equal(
    target.map(({ id }) => id),
    [a, b],
  );
  const unknown = uuid();
  const missing = await hosts
    .resolveTarget({ hostIds: [a, unknown] }, 'all')
    .catch((error: { code: string; details: unknown }) => error);
  assert.equal(
    [(missing as { code: string }).code, (missing as { details: unknown }).details],
    ['HOST_NOT_FOUND', { host_ids: [unknown] }],
  );
});

test('hosts that are not well are found by the tags that others share with them', async (world) => {
  const { ctx } = world.app;
  const { hosts } = ctx.core;
  const silent = await enroll(world, { fqdn: 'a.example', ip: '10.0.0.1', tags: ['db=1', 'web'] });
  const failing = await enroll(world, { fqdn: 'b.example', ip: '10.0.0.2', tags: ['db=1', 'db=2'] });
  await enroll(world, { fqdn: 'c.example', ip: '10.0.0.3', tags: ['db=1', 'db=2'] });
  const other = await enroll(world, { fqdn: 'd.example', ip: '10.0.0.4', tags: ['db=3', 'DB=1'] });
  await ctx.tx(async (tx) => {
    await tx.knex('hosts_hosts').whereIn('id', [silent, other]).update({ health_status: 'unreachable' });
    await hosts.setHealthCheckStatus(tx, failing, 'failing');
  });
  assert.equal(await hosts.unwellWith(['db=1', 'db=2', 'none']), [
    { id: silent, fqdn: 'a.example', tags: ['db=1'], isUnreachable: true },
    { id: failing, fqdn: 'b.example', tags: ['db=1', 'db=2'], isUnreachable: false },
  ]);
});

test('a re-key keeps id and history, and waits for the new certificate; a duplicate is flagged until its address is edited', async (world) => {
  const { app } = world;
  const { hosts } = app.ctx.core;
  const id = await enroll(world, { fqdn: 'a.example', ip: '10.0.0.1' });
  const [host] = await claim(world, [id]);
  if (host) await hosts.polls.record('a', [result(host, { patches: list(2, 1) })]);
  await app.ctx.tx((tx) => hosts.flagDuplicate(tx, id, by));
  assert.equal(
    [(await hosts.require(id, 'all')).duplicateIdentity, (await hosts.require(id, 'all')).statusReason],
    [true, 'DUPLICATE_IDENTITY'],
  );
  const rekeyed = await app.ctx.tx((tx) =>
    hosts.rekey(tx, id, { fqdn: 'a.example', ipAddress: '10.0.0.9', port: 9443, loopbackAllowed: false }, by),
  );
  assert.equal(
    [rekeyed.id, rekeyed.ipAddress, rekeyed.patchesTotal, rekeyed.duplicateIdentity, rekeyed.healthStatus],
    [id, '10.0.0.9', 2, false, 'unknown'],
  );
  assert.equal(await hosts.polls.claim({ owner: 'b', lane: 'answering', limit: 10, leaseMs: 1_000 }), []);
  await app.ctx.tx((tx) => hosts.flagDuplicate(tx, id, by));
  const edited = await app.call('PUT', `/api/v1/hosts/${id}`, { body: { ip_address: '10.0.0.10' } });
  assert.is(asHost(edited.body).duplicate_identity, false);
});

test('the figures of the fleet count what was read, and say what was not', async (world) => {
  const { app } = world;
  const ids = [];
  for (let n = 1; n <= 4; n++) ids.push(await enroll(world, { fqdn: `h${n}.example`, ip: `10.0.0.${n}` }));
  const claimed = await claim(world, ids.slice(0, 3));
  await app.ctx.core.hosts.polls.record('a', [
    ...claimed
      .slice(0, 2)
      .map((host, n) =>
        result(host, { polled: { health: true, patches: true, info: false }, patches: list(10 + n, n) }),
      ),
    ...claimed
      .slice(2)
      .map((host) => result(host, { seen: false, healthStatus: 'unreachable', statusReason: 'TIMEOUT' })),
  ]);
  await app.call('DELETE', `/api/v1/hosts/${await enroll(world, { fqdn: 'gone.example', ip: '10.0.0.99' })}`);
  const figures = await app.ctx.core.hosts.figures('all');
  assert.equal(
    { ...figures, oldestPollAt: figures.oldestPollAt?.toISOString() },
    {
      hostsTotal: 4,
      hostsByHealth: { healthy: 2, degraded: 0, unreachable: 1, unknown: 1 },
      hostsWithSecurity: 1,
      patchesSecurityTotal: 1,
      patchesTotal: 21,
      hostsRebootRequired: 2,
      hostsBySeverity: { critical: 0, important: 0, moderate: 0, low: 0, unrated: 1 },
      hostsBySecurityAge: {
        under_7_days: 0,
        under_30_days: 0,
        under_90_days: 0,
        over_90_days: 0,
        not_recorded: 1,
      },
      problems: [],
      groupChangesWaiting: 0,
      hostsSecurityUnknown: 2,
      hostsNeverPolled: 2,
      oldestPollAt: app.clock.now().toISOString(),
    },
  );
});

test.run();
