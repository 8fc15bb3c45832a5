import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  advisory,
  aged,
  codeOf,
  DAY_MS,
  got,
  patchOf,
  settled,
  told,
  type Schemas,
  type World,
} from './exposure.testing.ts';

const levels = (w: World, body: object) =>
  w.kit.call('PUT', '/api/v1/settings', { body: { service_levels: body } });

/** Service levels, exceptions and the order; the reports must say the same. */
export function levelsAreKept(test: Test<World>): void {
  test('a patch breaks its service level once its days are over, and another level counts at once', async (w) => {
    const host = await w.kit.addHost();
    await told(w.kit, host.id, [
      patchOf('late', { severity: 'critical' }),
      patchOf('soon', { severity: 'low' }),
    ]);
    assert.equal(await late(w, host.id), []);
    await aged(w.kit, host.id, 8);
    assert.equal(await late(w, host.id), ['late 1']);
    assert.is((await levels(w, { low_days: 1 })).status, 200);
    await settled(w.kit);
    assert.equal(await late(w, host.id), ['late 1', 'soon 7'].sort());
    assert.is((await levels(w, { low_days: 90 })).status, 200);
    await settled(w.kit);
    assert.equal(await late(w, host.id), ['late 1']);
  });

  test('a held patch counts unless it is excepted, in the reports too, and again when that expires', async (w) => {
    const host = await w.kit.addHost();
    await told(w.kit, host.id, [patchOf('postgres', { severity: 'critical', held: true })]);
    await aged(w.kit, host.id, 8);
    await told(w.kit, host.id, [patchOf('postgres', { severity: 'critical', held: true })]);
    assert.equal(await late(w, host.id), ['postgres 1']);
    assert.is(await overdueInReport(w, host.fqdn), 'not_compliant 1');
    const body = {
      host_id: host.id,
      package: 'postgres',
      reason: 'Until the migration.',
      expires_at: new Date(w.kit.clock.now().getTime() + 2 * DAY_MS).toISOString(),
    };
    const except = (more: object, role: 'operator' | 'reporter' = 'operator') =>
      w.kit.call('POST', '/api/v1/exposure/exceptions', { role, body: { ...body, ...more } });
    assert.is(codeOf(await except({}, 'reporter')), '403 FORBIDDEN');
    assert.is(codeOf(await except({ expires_at: '2020-01-01T00:00:00.000Z' })), '400 VALIDATION_FAILED');
    assert.is(codeOf(await except({ expires_at: '2040-01-01T00:00:00.000Z' })), '400 VALIDATION_FAILED');
    const made = await except({});
    assert.is(made.status, 201, JSON.stringify(made.body));
    assert.equal(await late(w, host.id), []);
    assert.is(await overdueInReport(w, host.fqdn), 'compliant 0');
    await told(w.kit, host.id, [patchOf('postgres', { severity: 'critical', held: false })]);
    assert.equal(await late(w, host.id), ['postgres 1'], 'only what is held is excepted');
    await told(w.kit, host.id, [patchOf('postgres', { severity: 'critical', held: true })]);
    assert.equal(await late(w, host.id), []);
    await aged(w.kit, host.id, 3);
    await told(w.kit, host.id, [patchOf('postgres', { severity: 'critical', held: true })]);
    assert.equal(await late(w, host.id), ['postgres 4']);
    assert.is(await overdueInReport(w, host.fqdn), 'not_compliant 1');
  });

  test('an exception is replaced and ended, and nobody ends that of a host that he does not see', async (w) => {
    const host = await w.kit.addHost();
    const expires = new Date(w.kit.clock.now().getTime() + DAY_MS).toISOString();
    const body = { host_id: host.id, package: 'nginx', reason: 'First.', expires_at: expires };
    const post = (reason: string) =>
      w.kit.call('POST', '/api/v1/exposure/exceptions', { body: { ...body, reason } });
    await post('First.');
    const second = (await post('Second.')).body as Schemas['ExposureException'];
    const list: Schemas['ExposureExceptionList'] = await got(w, `/exposure/exceptions?host_id=${host.id}`);
    assert.equal(
      list.exceptions.map(({ reason }) => reason),
      ['Second.'],
    );
    w.scope.now = { groupIds: [] };
    const end = (role: 'admin' | 'operator') =>
      w.kit.call('DELETE', `/api/v1/exposure/exceptions/${second.id}`, { role });
    assert.is(codeOf(await end('operator')), '404 EXCEPTION_NOT_FOUND');
    assert.is((await end('admin')).status, 204);
    assert.is(codeOf(await end('admin')), '404 EXCEPTION_NOT_FOUND');
  });

  test('each pending patch tells how it stands, page by page, and each exception what keeps it from mattering', async (w) => {
    const host = await w.kit.addHost();
    const patches = [
      patchOf('zlib', { severity: 'critical' }),
      patchOf('kernel', { severity: 'low' }),
      patchOf('mysql', { severity: 'critical', held: true }),
      patchOf('nano'),
    ];
    await told(w.kit, host.id, patches);
    await aged(w.kit, host.id, 8);
    const { knex } = w.kit.ctx.db;
    const row = (await knex('hosts_patches').where('host_id', host.id).first()) as { first_seen: string };
    const seen = JSON.parse(row.first_seen) as Record<string, number | null>;
    const unknown = JSON.stringify({ ...seen, 'nano:amd64': null });
    await knex('hosts_patches').where('host_id', host.id).update({ first_seen: unknown });
    await told(w.kit, host.id, patches);
    const except = (name: string, days: number) =>
      w.kit.call('POST', '/api/v1/exposure/exceptions', {
        body: {
          host_id: host.id,
          package: name,
          reason: 'Until the migration.',
          expires_at: new Date(w.kit.clock.now().getTime() + days * DAY_MS).toISOString(),
        },
      });
    const made = (await except('mysql', 2)).body as Schemas['ExposureException'];
    assert.is(made.state, 'in_force');
    await except('zlib', 3);
    await except('emacs', 4);
    const read = (query: string) =>
      got<Schemas['ExposurePatchList']>(w, `/exposure/patches?host_id=${host.id}${query}`);
    const shown = ({ patches: rows }: Schemas['ExposurePatchList']) =>
      rows.map((one) => `${one.package} ${one.standing} ${one.over_days}`);
    const all = ['nano not_recorded null', 'mysql excepted null', 'zlib late 1', 'kernel in_time null'];
    const first = await read('&limit=3');
    assert.equal([first.total, first.hosts_total], [4, 1]);
    const paged = [
      ...shown(first),
      ...shown(await read(`&limit=3&cursor=${encodeURIComponent(first.next_cursor ?? '')}`)),
    ];
    assert.equal([...paged].sort(), [...all].sort());
    assert.is(paged[0], all[0], 'the oldest first');
    for (const standing of ['late', 'in_time', 'not_recorded', 'excepted'])
      assert.equal(
        shown(await read(`&standing=${standing}`)),
        all.filter((one) => one.split(' ')[1] === standing),
      );
    assert.equal(shown(await read('&package=zlib')), ['zlib late 1']);
    assert.equal(shown(await read('&held=true')), ['mysql excepted null']);
    assert.equal(shown(await read('&severity=low')), ['kernel in_time null']);
    const figures = await got<Schemas['Exposure']>(w, '/exposure');
    assert.ok(figures.patches_not_recorded >= 1);
    const bySeverity = Object.values(figures.patches_beyond_by_severity);
    assert.is(
      bySeverity.reduce((sum, one) => sum + one, 0),
      figures.patches_beyond,
    );
    const states = async () => {
      const list = await got<Schemas['ExposureExceptionList']>(w, `/exposure/exceptions?host_id=${host.id}`);
      return list.exceptions.map((one) => `${one.package} ${one.state}`);
    };
    assert.equal(await states(), ['mysql in_force', 'zlib not_held', 'emacs nothing_pending']);
    await aged(w.kit, host.id, 3);
    assert.equal((await states())[0], 'mysql expired');
    const group = await w.kit.call('GET', `/api/v1/exposure/patches?group_id=${host.id}`);
    assert.is(codeOf(group), '404 GROUP_NOT_FOUND');
  });

  test('the order puts what is overdue before what is graver, and says why', async (w) => {
    const host = await w.kit.addHost();
    await told(w.kit, host.id, [
      patchOf('old', { severity: 'critical', advisories: advisory('CVE-2026-7001') }),
    ]);
    await aged(w.kit, host.id, 9);
    await told(w.kit, host.id, [
      patchOf('old', { severity: 'critical', advisories: advisory('CVE-2026-7001') }),
      patchOf('grave', { severity: 'critical' }),
      patchOf('mild'),
    ]);
    const order: Schemas['PatchOrder'] = await got(w, `/exposure/order?host_id=${host.id}`);
    assert.equal(
      order.packages.map((one) => one.package),
      ['old', 'grave', 'mild'],
    );
    assert.equal(order.packages[0]?.reasons, [
      'Overdue on 1 host, up to 2 days.',
      'Severity critical.',
      'Missing on 1 host.',
    ]);
    assert.equal([order.packages[0]?.cves, order.packages[1]?.cves], [1, 0]);
  });
}

async function late(w: World, hostId: string): Promise<string[]> {
  const list: Schemas['BreachList'] = await got(w, `/exposure/breaches?host_id=${hostId}`);
  return list.breaches.map((one) => `${one.package} ${one.over_days}`).sort();
}

async function overdueInReport(w: World, fqdn: string): Promise<string> {
  const { body } = await w.kit.call('GET', '/api/v1/reports/compliance?format=csv');
  const [head = '', ...lines] = String(body).split('\r\n');
  const cells = lines.find((line) => line.includes(fqdn))?.split(',') ?? [];
  const of = (name: string): string => (cells[head.split(',').indexOf(name)] ?? '').replaceAll('"', '');
  return `${of('standing')} ${of('security_overdue')}`;
}
