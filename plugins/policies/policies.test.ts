// databases: sqlite, mariadb (night)
// time-limit: 240
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  addPolicy,
  audited,
  codeOf,
  draft,
  HOUR_MS,
  made,
  readPolicy,
  runsOf,
  setUp,
  tearDown,
  untilRunEnded,
  type Policy,
  type Run,
  type Schemas,
  type World,
  job,
} from './policies.testing.ts';

const test = suite<World>('policies');
test.before.each((world) => setUp(world));
test.after.each(tearDown);

const PATH = '/api/v1/policies';
const KEY = '7d9f4f4e-0000-4000-8000-000000000001';

test('a policy is made, read, changed and deleted, with what people did in the audit log', async ({
  kit,
}) => {
  const policy = await addPolicy(kit, { waves: [{ count: 1, soak_secs: 60 }], reboot: 'if_required' });
  assert.equal([policy.next_start_at, policy.state], ['2026-01-15T12:01:00.000Z', 'active']);
  assert.equal(policy.waves, [{ count: 1, soak_secs: 60 }]);
  assert.equal(await readPolicy(kit, policy.id), policy);
  const path = `${PATH}/${policy.id}`;
  const put = (body: object, tag: string) =>
    kit.call('PUT', path, { role: 'operator', body, headers: { 'if-match': tag } });
  const changed = await made<Policy>(put({ mode: 'security', days_after: 3 }, '"1"'), 200);
  assert.equal([changed.mode, changed.reboot, changed.edit_version], ['security', 'if_required', 2]);
  assert.is(changed.next_start_at, '2026-01-15T12:01:00.000Z', 'three days after the start of the 12th');
  assert.is(codeOf(await put({ mode: 'all' }, '"1"')), '412 PRECONDITION_FAILED');
  assert.is(
    codeOf(await kit.call('DELETE', path, { headers: { 'if-match': '"1"' } })),
    '412 PRECONDITION_FAILED',
  );
  assert.is(codeOf(await kit.call('DELETE', path)), '204');
  assert.is(codeOf(await kit.call('GET', path)), '404 POLICY_NOT_FOUND');
  const rows = await Promise.all(
    ['policy.created', 'policy.updated', 'policy.deleted'].map(
      async (action) => (await audited(kit, action))[0],
    ),
  );
  assert.equal(
    rows.map((row) => [row?.by, row?.resource]),
    ['test-operator', 'test-operator', 'test-admin'].map((by) => [
      by,
      { kind: 'policy', id: policy.id, name: 'Nightly' },
    ]),
  );
  assert.equal((rows[1]?.after as { days_after: number }).days_after, 3);
});

const REFUSED: Record<string, [more: object, code: string]> = {
  'a rule that never yields a start': [
    { rrule: 'DTSTART:20260101T020000\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' },
    '400 POLICY_INVALID',
  ],
  'an unknown zone': [{ timezone: 'Mars/Olympus' }, '400 POLICY_INVALID'],
  'waves of more than all hosts': [{ waves: [{ percent: 60 }, { percent: 50 }] }, '400 VALIDATION_FAILED'],
  'a host that is not there': [{ target: { host_ids: [KEY] } }, '404 HOST_NOT_FOUND'],
  'a group that is not there': [{ target: { group_ids: [KEY] } }, '404 GROUP_NOT_FOUND'],
  'a field whose feature is switched off': [{ health_gate: { post: true } }, '409 FIELD_DISABLED'],
  'a field of a job that no policy has': [{ dry_run: true }, '400 VALIDATION_FAILED'],
};

test('what no run could be made with is refused when it is saved, and when it is changed', async ({
  kit,
}) => {
  const { id } = await addPolicy(kit);
  for (const [title, [more, code]] of Object.entries(REFUSED)) {
    assert.is(
      codeOf(await kit.call('POST', PATH, { role: 'operator', body: draft(kit, more) })),
      code,
      title,
    );
    assert.is(codeOf(await kit.call('PUT', `${PATH}/${id}`, { role: 'operator', body: more })), code, title);
  }
  assert.is((await readPolicy(kit, id)).edit_version, 1);
});

test('a policy of agents makes jobs that update them, and may become one of patches again', async ({
  kit,
}) => {
  const { id, mode } = await addPolicy(kit, { mode: 'agents', waves: [{ count: 1 }] });
  assert.is(mode, 'agents');
  const change = async (body: object): Promise<Policy> =>
    made<Policy>(kit.call('PUT', `${PATH}/${id}`, { role: 'operator', body }), 200);
  assert.is((await change({ name: 'Rings' })).mode, 'agents', 'what is not named stays');
  const refused = await kit.call('PUT', `${PATH}/${id}`, { role: 'operator', body: { exclude: ['jq'] } });
  assert.is(codeOf(refused), '400 VALIDATION_FAILED');
  const run = await untilRunEnded(kit, id);
  const plan = await job(kit, run.plan_job_id);
  assert.equal([plan.operation, plan.mode], ['agent_update', 'all']);
  assert.is((await change({ mode: 'security' })).mode, 'security');
});

test('a preview shows the next twelve starts in its zone and names days on which clocks change', async ({
  kit,
}) => {
  const body = {
    timezone: 'Europe/Berlin',
    rrule: 'DTSTART:20260101T023000\nRRULE:FREQ=WEEKLY;BYDAY=TH',
    days_after: 3,
    target: { host_ids: kit.hosts.map(({ id }) => id) },
  };
  const call = (more: object) =>
    kit.call('POST', `${PATH}/preview`, { role: 'reporter', body: { ...body, ...more } });
  const { starts, hosts_total: hosts } = await made<Schemas['PolicyPreview']>(call({}), 200);
  assert.equal([starts.length, hosts], [12, 2]);
  assert.equal(starts[0], {
    starts_at: '2026-01-18T01:30:00.000Z',
    local_start: '2026-01-18T02:30:00',
    clock_change: null,
  });
  assert.equal(starts[10], {
    starts_at: '2026-03-29T01:30:00.000Z',
    local_start: '2026-03-29T03:30:00',
    clock_change: 'skipped',
  });
  const once = await made<Schemas['PolicyPreview']>(
    call({ rrule: 'DTSTART:20260301T023000\nRRULE:FREQ=DAILY;COUNT=2', target: undefined }),
    200,
  );
  assert.equal([once.starts.length, once.hosts_total], [2, null]);
  assert.is(codeOf(await call({ rrule: 'RRULE:FREQ=DAILY' })), '400 POLICY_INVALID');
});

test('policies are listed by their next start, page by page, and found by name, state and group', async ({
  kit,
}) => {
  const group = await made<Schemas['Group']>(
    kit.call('POST', '/api/v1/groups', { body: { name: 'web', host_ids: [kit.hosts[0]?.id] } }),
  );
  const late = await addPolicy(kit, { name: 'Late %', rrule: 'DTSTART:20260301T023000\nRRULE:FREQ=DAILY' });
  const soon = await addPolicy(kit, { name: 'Soon' });
  const ofGroup = await addPolicy(kit, { name: 'Group', paused: true, target: { group_ids: [group.id] } });
  const list = async (query: string) => {
    const page = await made<Schemas['PolicyList']>(kit.call('GET', `${PATH}?${query}`), 200);
    return { ...page, names: page.policies.map(({ name }) => name) };
  };
  const first = await list('limit=2');
  assert.equal(
    [first.total, first.names],
    [3, [soon, ofGroup].sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ name }) => name)],
  );
  assert.equal((await list(`limit=2&cursor=${first.next_cursor}`)).names, [late.name]);
  assert.equal((await list('sort=-name')).names, ['Soon', 'Late %', 'Group']);
  assert.equal((await list('search=%25')).names, ['Late %']);
  assert.equal((await list('state=paused')).names, ['Group']);
  assert.equal((await list(`group_id=${group.id}`)).names, ['Group']);
});

test('the second click on “run now” is the same run, and two runs of one policy never overlap', async ({
  kit,
}) => {
  const { id } = await addPolicy(kit, { paused: true });
  const run = (headers: Record<string, string> = {}) =>
    kit.call('POST', `${PATH}/${id}/run`, { role: 'operator', headers });
  kit.hosts[0]?.agent.endings.push({ hold: true });
  const first = await made<Run>(run({ 'idempotency-key': KEY }), 202);
  assert.equal(
    [first.cause, first.requested_by?.username, first.local_start],
    ['person', 'test-operator', null],
  );
  assert.is((await made<Run>(run({ 'idempotency-key': KEY }), 202)).id, first.id);
  assert.is(codeOf(await run()), '409 POLICY_RUN_ACTIVE');
  assert.is((await readPolicy(kit, id)).active_run?.id, first.id);
  assert.equal((await audited(kit, 'policy.run_requested')).length, 1);
});

test('the next start is left out, once and by name, and may be taken back before it', async ({ kit }) => {
  const { id, next_start_at: startsAt } = await addPolicy(kit);
  const skip = (at: unknown) =>
    kit.call('POST', `${PATH}/${id}/skip-next`, { role: 'operator', body: { starts_at: at } });
  assert.is(codeOf(await skip('2026-01-16T12:01:00.000Z')), '409 POLICY_START_PASSED');
  assert.is((await made<Policy>(skip(startsAt), 200)).skips_next, true);
  await made<Policy>(skip(startsAt), 200);
  const kept = await made<Policy>(kit.call('DELETE', `${PATH}/${id}/skip-next`, { role: 'operator' }), 200);
  assert.equal([kept.skips_next, kept.skipped_by], [false, null]);
  await made<Policy>(skip(startsAt), 200);
  const run = await untilRunEnded(kit, id);
  assert.equal(
    [run.state, run.reason, run.message, run.plan_job_id],
    ['skipped', 'SKIPPED_BY_PERSON', 'test-operator skipped this run.', null],
  );
  const after = await readPolicy(kit, id);
  assert.equal([after.skips_next, after.next_start_at], [false, '2026-01-16T12:01:00.000Z']);
  assert.is(
    (await made<Policy>(skip(startsAt), 200)).skips_next,
    false,
    'a late second click says nothing else',
  );
  const rows = await Promise.all(
    ['policy.next_run_skipped', 'policy.next_run_kept'].map((one) => audited(kit, one)),
  );
  assert.equal(
    rows.map((found) => found.length),
    [2, 1],
  );
});

test('a paused policy leaves its starts out and says so, until it is resumed', async ({ kit }) => {
  const { id } = await addPolicy(kit);
  const act = (what: string) =>
    made<Policy>(kit.call('POST', `${PATH}/${id}/${what}`, { role: 'operator' }), 200);
  const paused = await act('pause');
  assert.equal(
    [paused.state, paused.paused_by?.username, paused.edit_version],
    ['paused', 'test-operator', 2],
  );
  const stale = { role: 'operator', headers: { 'if-match': '"1"' } } as const;
  assert.is(codeOf(await kit.call('POST', `${PATH}/${id}/resume`, stale)), '412 PRECONDITION_FAILED');
  assert.is((await act('pause')).edit_version, 2, 'it is paused already');
  const run = await untilRunEnded(kit, id);
  assert.equal([run.state, run.reason], ['skipped', 'POLICY_PAUSED']);
  assert.equal((await act('resume')).paused_by, null);
  await act('resume');
  assert.is((await runsOf(kit, id)).length, 1);
  for (const action of ['policy.paused', 'policy.resumed']) assert.is((await audited(kit, action)).length, 1);
});

test('a group that a policy rests on is not deleted, and a deleted host leaves its target', async ({
  kit,
}) => {
  const [first, second] = kit.hosts.map(({ id }) => id);
  const group = await made<Schemas['Group']>(
    kit.call('POST', '/api/v1/groups', { body: { name: 'web', host_ids: [first] } }),
  );
  const filter = { group_id: group.id, os_family: 'debian' };
  const one = await addPolicy(kit, {
    name: 'By group',
    target: { group_ids: [group.id], host_ids: [first, second] },
  });
  const other = await addPolicy(kit, { name: 'By filter', target: { filter } });
  assert.is(codeOf(await kit.call('DELETE', `/api/v1/groups/${group.id}`)), '409 GROUP_IN_USE');
  await kit.call('DELETE', `${PATH}/${one.id}`);
  assert.is(codeOf(await kit.call('DELETE', `/api/v1/groups/${group.id}`)), '409 GROUP_IN_USE');
  await kit.call('DELETE', `${PATH}/${other.id}`);
  assert.is(codeOf(await kit.call('DELETE', `/api/v1/groups/${group.id}`)), '204');
  const { id } = await addPolicy(kit);
  assert.is(codeOf(await kit.call('DELETE', `/api/v1/hosts/${second}`)), '204');
  assert.equal((await readPolicy(kit, id)).target, { host_ids: [first] });
});

test('upcoming runs are those of active policies in a period, skipped ones marked, and no past ones', async ({
  kit,
}) => {
  const daily = await addPolicy(kit, { name: 'Ahead' });
  const off = await addPolicy(kit, { name: 'Off', paused: true });
  await made(
    kit.call('POST', `/api/v1/policies/${daily.id}/skip-next`, { body: { starts_at: daily.next_start_at } }),
    200,
  );
  const call = (from: string, to: string) =>
    kit.call('GET', `/api/v1/policies/upcoming-runs?from=${from}&to=${to}`, { role: 'reporter' });
  const next = daily.next_start_at ?? '';
  const day = (days: number): string => new Date(Date.parse(next) + days * 24 * HOUR_MS).toISOString();
  const list = async (from: string, to: string) => {
    const { runs, is_cut: isCut } = await made<Schemas['UpcomingPolicyRunList']>(call(from, to), 200);
    const own = runs.filter(({ policy_id: id }) => id === daily.id || id === off.id);
    return [isCut, ...own.map(({ name, starts_at: at, is_skipped: skipped }) => [name, at, skipped])];
  };
  assert.equal(await list(day(-3), day(2)), [false, ['Ahead', next, true], ['Ahead', day(1), false]]);
  assert.equal(
    await list(day(5), day(6)),
    [false, ['Ahead', day(5), false]],
    'the start is inclusive, the end not',
  );
  for (const to of [day(-3), day(60)]) assert.is(codeOf(await call(day(-3), to)), '400 VALIDATION_FAILED');
});

test.run();
