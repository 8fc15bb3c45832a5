// databases: sqlite, mariadb (night)
// time-limit: 240
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { heard } from '../../server/kernel/computing/testing/heart.ts';
import { newId } from '#sdk';
import { openingsAreTold } from './openings.testing.ts';
import {
  addFreeze,
  addGroup,
  addWindow,
  audited,
  codeOf,
  draft,
  HOUR_MS,
  made,
  once,
  setUp,
  tearDown,
  type Schemas,
  type World,
} from './windows.testing.ts';

const test = suite<World>('maintenance windows');
test.before((world) => setUp(world));
test.after(tearDown);

type List = Schemas['WindowList'];
const NOBODY = '01939f6a-0000-7b1a-9d2e-5f0c8a4b6e21';

test('a window is made, listed with its next opening, changed and deleted; each is in the audit log', async ({
  kit,
}) => {
  const host = kit.hosts[0]?.id ?? '';
  const path = `/api/v1/hosts/${host}/maintenance-windows`;
  const answer = await kit.call('POST', path, { role: 'operator', body: draft() });
  assert.is(answer.status, 201, JSON.stringify(answer.body));
  const window = answer.body as Schemas['Window'];
  assert.equal(
    [answer.headers.get('etag'), window.host_id, window.group_id, window.enabled, window.starts_at],
    ['"1"', host, null, true, null],
  );
  assert.equal(
    [window.next_start_at, window.next_end_at],
    ['2026-01-18T01:00:00.000Z', '2026-01-18T03:00:00.000Z'],
  );
  assert.equal((await made<List>(kit.call('GET', path, { role: 'reporter' }), 200)).windows, [window]);

  const off = await kit.call('PUT', `${path}/${window.id}`, {
    body: { enabled: false },
    headers: { 'if-match': '"1"' },
  });
  const changed = off.body as Schemas['Window'];
  assert.equal(
    [off.status, off.headers.get('etag'), changed.enabled, changed.next_start_at],
    [200, '"2"', false, null],
  );
  const single = { rrule: null, starts_at: '2026-02-01T00:00:00.000Z', enabled: true };
  const turned = await made<Schemas['Window']>(
    kit.call('PUT', `${path}/${window.id}`, { body: single }),
    200,
  );
  assert.equal(
    [turned.rrule, turned.next_start_at, turned.next_end_at],
    [null, '2026-02-01T00:00:00.000Z', '2026-02-01T02:00:00.000Z'],
  );
  const stale = { headers: { 'if-match': '"2"' } };
  assert.is(
    codeOf(await kit.call('PUT', `${path}/${window.id}`, { body: { name: 'x' }, ...stale })),
    '412 PRECONDITION_FAILED',
  );
  assert.is(codeOf(await kit.call('DELETE', `${path}/${window.id}`, stale)), '412 PRECONDITION_FAILED');
  assert.is((await kit.call('DELETE', `${path}/${window.id}`)).status, 204);
  assert.is(codeOf(await kit.call('DELETE', `${path}/${window.id}`)), '404 WINDOW_NOT_FOUND');

  const resource = { kind: 'window', id: window.id, name: 'Sunday night' };
  const [createdRow] = await audited(kit, 'window.created');
  assert.equal([createdRow?.by, createdRow?.resource], ['test-operator', resource]);
  assert.is((createdRow?.after as { host_id: string }).host_id, host);
  const updates = await audited(kit, 'window.updated');
  assert.equal(
    updates.map(({ before, after }) => [before?.['enabled'], after?.['enabled'], after?.['rrule'] === null]),
    [
      [true, false, false],
      [false, true, true],
    ],
  );
  assert.equal((await audited(kit, 'window.deleted'))[0]?.resource, resource);
});

test('what says no times is refused with the reason, and nothing is kept', async ({ kit }) => {
  const path = `/api/v1/hosts/${kit.hosts[0]?.id ?? ''}/maintenance-windows`;
  const refused = async (more: object): Promise<string> => {
    const answer = await kit.call('POST', path, { body: draft(more) });
    return `${codeOf(answer)}: ${(answer.body as { error: { message: string } }).error.message}`;
  };
  assert.match(await refused({ timezone: 'Mars/Olympus' }), /^400 WINDOW_INVALID: The time zone Mars/);
  assert.match(
    await refused({ rrule: 'DTSTART:20260118T020000\nRRULE:FREQ=SECONDLY' }),
    /^400 WINDOW_INVALID: FREQ must be/,
  );
  assert.match(
    await refused({ rrule: 'DTSTART:20260118T020000\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }),
    /^400 WINDOW_INVALID: The rule never yields a start/,
  );
  assert.match(await refused({ starts_at: '2026-02-01T00:00:00.000Z' }), /^400 VALIDATION_FAILED/);
  // The end of the last one would lie in the year 10000, which no answer can name.
  for (const at of ['1969-12-31T23:59:59.999Z', '2200-01-01T00:00:00.000Z', '9999-12-31T23:30:00.000Z'])
    assert.match(
      await refused({ rrule: undefined, starts_at: at }),
      /^400 WINDOW_INVALID: The start must be between 1970 and 2199/,
    );
  const list = await made<List>(kit.call('GET', path), 200);
  assert.equal(list.windows, []);
  const window = await addWindow(kit, kit.hosts[0]?.id ?? '', draft());
  for (const body of [{ starts_at: '2026-02-01T00:00:00.000Z' }, { rrule: null }, { timezone: 'UTC' }])
    assert.is(codeOf(await kit.call('PUT', `${path}/${window.id}`, { body })), '400 WINDOW_INVALID');
  assert.is((await kit.call('DELETE', `${path}/${window.id}`)).status, 204);
});

test('a window opens some days after its rule, and a single one has no such days', async ({ kit }) => {
  const host = kit.hosts[0]?.id ?? '';
  const path = `/api/v1/hosts/${host}/maintenance-windows`;
  const patchTuesday = draft({
    rrule: 'DTSTART;TZID=Europe/Berlin:20260101T220000\nRRULE:FREQ=MONTHLY;BYDAY=2TU',
    days_after: 3,
  });
  const window = await made<Schemas['Window']>(kit.call('POST', path, { body: patchTuesday }));
  // The second Tuesday was two days before the clock's start; its Friday is ahead.
  assert.equal([window.days_after, window.next_start_at], [3, '2026-01-16T21:00:00.000Z']);
  const { next_window_start_at: ofHost } = await made<Schemas['Host']>(
    kit.call('GET', `/api/v1/hosts/${host}`),
    200,
  );
  assert.is(ofHost, window.next_start_at);
  const put = (body: object) => kit.call('PUT', `${path}/${window.id}`, { body });
  const moved = await made<Schemas['Window']>(put({ days_after: 0 }), 200);
  assert.equal([moved.days_after, moved.next_start_at], [0, '2026-02-10T21:00:00.000Z']);
  const row = (await audited(kit, 'window.updated')).at(-1);
  assert.equal([row?.before?.['days_after'], row?.after?.['days_after']], [3, 0]);

  await made(put({ days_after: 1 }), 200);
  const single = { rrule: null, starts_at: '2026-02-01T00:00:00.000Z' };
  assert.is(codeOf(await put(single)), '400 WINDOW_INVALID');
  assert.is((await made<Schemas['Window']>(put({ ...single, days_after: 0 }), 200)).rrule, null);
  const refused = { ...draft({ rrule: undefined, days_after: 1 }), starts_at: single.starts_at };
  for (const at of [path, '/api/v1/maintenance-windows/preview'])
    assert.is(codeOf(await kit.call('POST', at, { body: refused })), '400 WINDOW_INVALID');
  assert.is(codeOf(await put({ days_after: 28 })), '400 VALIDATION_FAILED');
  assert.is((await kit.call('DELETE', `${path}/${window.id}`)).status, 204);
});

test('a window under another host or group is not there', async ({ kit }) => {
  const [one, other] = kit.hosts.map(({ id }) => id);
  const group = await addGroup(kit, [one ?? '']);
  const window = await addWindow(kit, one ?? '', draft());
  for (const path of [`hosts/${other}`, `groups/${group.id}`]) {
    const under = `/api/v1/${path}/maintenance-windows/${window.id}`;
    assert.is(codeOf(await kit.call('PUT', under, { body: { name: 'x' } })), '404 WINDOW_NOT_FOUND');
    assert.is(codeOf(await kit.call('DELETE', under)), '404 WINDOW_NOT_FOUND');
  }
  const freeze = `/api/v1/freezes/${window.id}`;
  assert.is(codeOf(await kit.call('DELETE', freeze)), '404 FREEZE_NOT_FOUND');
  for (const path of [`hosts/${NOBODY}`, `groups/${NOBODY}`])
    assert.match(
      codeOf(await kit.call('POST', `/api/v1/${path}/maintenance-windows`, { body: draft() })),
      /404 (?:HOST|GROUP)_NOT_FOUND/,
    );
  await kit.call('DELETE', `/api/v1/hosts/${one}/maintenance-windows/${window.id}`);
  await kit.call('DELETE', `/api/v1/groups/${group.id}`);
});

test('windows of its groups are listed with a host, freezes never, all by their next start; a deleted group or host takes its own along', async ({
  kit,
}) => {
  const { id: host } = await kit.addHost();
  const group = await addGroup(kit, [host]);
  const late = await addWindow(kit, host, once(3 * HOUR_MS, HOUR_MS, { name: 'late' }));
  const body = once(HOUR_MS, HOUR_MS, { name: 'early' });
  const early = await made<Schemas['Window']>(
    kit.call('POST', `/api/v1/groups/${group.id}/maintenance-windows`, { body }),
  );
  const over = await addWindow(kit, host, once(-3 * HOUR_MS, HOUR_MS, { name: 'over' }));
  const freeze = await addFreeze(kit, once(0, HOUR_MS, { group_id: group.id }));
  const ids = async (path: string) =>
    (await made<List>(kit.call('GET', `/api/v1/${path}`), 200)).windows.map(({ id }) => id);
  assert.equal(await ids(`hosts/${host}/maintenance-windows`), [early.id, late.id, over.id]);
  assert.equal(await ids(`groups/${group.id}/maintenance-windows`), [early.id]);
  assert.equal(await ids('maintenance-windows'), [early.id, late.id, over.id]);
  const freezes = async () =>
    (await made<Schemas['FreezeList']>(kit.call('GET', '/api/v1/freezes'), 200)).freezes.map(({ id }) => id);
  assert.equal(await freezes(), [freeze.id]);

  const before = (await audited(kit, 'window.deleted')).length;
  assert.is((await kit.call('DELETE', `/api/v1/groups/${group.id}`)).status, 204);
  assert.equal(await freezes(), []);
  assert.equal(await ids('maintenance-windows'), [late.id, over.id]);
  assert.is((await kit.call('DELETE', `/api/v1/hosts/${host}`)).status, 204);
  assert.equal(await ids('maintenance-windows'), []);
  const gone = (await audited(kit, 'window.deleted')).slice(before).map(({ resource }) => resource.name);
  assert.equal(gone.sort(), ['early', 'late', 'over']);
  assert.is((await audited(kit, 'freeze.deleted')).length, 1);
});

test('freezes are the administrators’; a changed one tells its next time', async ({ kit }) => {
  const body = once(HOUR_MS, 40 * 24 * HOUR_MS, { name: 'Turn of the year' });
  assert.is(codeOf(await kit.call('POST', '/api/v1/freezes', { role: 'operator', body })), '403 FORBIDDEN');
  const freeze = await addFreeze(kit, body);
  assert.equal([freeze.group_id, freeze.next_start_at], [null, '2026-01-15T13:00:00.000Z']);
  const path = `/api/v1/freezes/${freeze.id}`;
  const changed = await made<Schemas['Freeze']>(
    kit.call('PUT', path, { body: { duration_secs: 3_600 }, headers: { 'if-match': '"1"' } }),
    200,
  );
  assert.equal([changed.next_end_at, changed.edit_version], ['2026-01-15T14:00:00.000Z', 2]);
  assert.is((await kit.call('DELETE', path)).status, 204);
  const acts = ['created', 'updated', 'deleted'];
  for (const act of acts) {
    const named = (await audited(kit, `freeze.${act}`)).map(({ resource }) => resource.name);
    assert.ok(named.includes('Turn of the year'), act);
  }
});

test('a host has 50 windows at most', async ({ kit }) => {
  const { id: host } = await kit.addHost();
  const { knex } = kit.ctx.db;
  const first = await addWindow(kit, host, once(HOUR_MS, HOUR_MS));
  const row: object = await knex('maintenance_windows_entries').where('id', first.id).first();
  for (const id of Array.from({ length: 49 }, newId))
    await knex('maintenance_windows_entries').insert({ ...row, id, name_key: id });
  const path = `/api/v1/hosts/${host}/maintenance-windows`;
  assert.is(
    codeOf(await kit.call('POST', path, { body: once(HOUR_MS, HOUR_MS) })),
    '409 WINDOW_LIMIT_REACHED',
  );
  await kit.call('DELETE', `/api/v1/hosts/${host}`);
});

openingsAreTold(test);

test('a preview of the oddest rule leaves the event loop to others', async ({ kit }) => {
  const weeks = Array.from({ length: 53 }, (_, week) => week + 1).join();
  const rrule = `DTSTART:19700101T010000\nRRULE:FREQ=YEARLY;BYWEEKNO=${weeks};BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=1,2,3,4`;
  const body = { ...draft(), rrule };
  const preview = '/api/v1/maintenance-windows/preview';
  const { value: answer, silence } = await heard(() => kit.call('POST', preview, { role: 'reporter', body }));
  // Where the machine is too slow for it, the rule is refused at the deadline.
  assert.ok(answer.status === 200 || codeOf(answer) === '400 WINDOW_INVALID', JSON.stringify(answer.body));
  assert.ok(silence < 0.5, `silent for ${silence}`);
});

test.run();
