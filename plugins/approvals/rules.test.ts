// databases: sqlite, mariadb (night)
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newAccount } from '../../server/core/identity/identity.testing.ts';
import { tellVersion } from '../../server/core/hosts/hosts.testing.ts';
import { actors } from '#sdk';
import { testActor } from '#sdk/testing.ts';
import { approverSection } from './settings.ts';
import {
  accountId,
  addRule,
  approving,
  ask,
  audited,
  call,
  clean,
  endOf,
  job,
  must,
  outcome,
  planned,
  read,
  setUp,
  tearDown,
  type Approval,
  type Schemas,
  type World,
} from './approvals.testing.ts';

const test = suite<World>('approval rules');
test.before((world) => setUp(world));
test.after.each(clean);
test.after(tearDown);

type Rule = Schemas['ApprovalRule'];
const rulesOf = async ({ kit }: World): Promise<Rule[]> =>
  (await must<Schemas['ApprovalRuleList']>(kit, 'rita', 'GET /approval-rules')).rules;

test('a rule holds for its operations and its groups alone', async ({ kit }) => {
  const [first] = kit.hosts;
  const group = await must<Schemas['Group']>(kit, 'admin', 'POST /groups', {
    body: { name: 'databases', host_ids: [first?.id] },
  });
  const rule = await addRule(kit, {
    name: 'Databases',
    operations: ['patch', 'reboot'],
    group_ids: [group.id],
  });
  assert.equal(
    [rule.operations, rule.group_ids, rule.enabled, rule.change],
    [['patch', 'reboot'], [group.id], true, null],
  );
  assert.is(await outcome(kit, 'olga', 'POST /jobs', job([0], kit)), '409 APPROVAL_REQUIRED');
  assert.is(await outcome(kit, 'olga', 'POST /jobs', job([1], kit)), '202');
  const remove = { operation: 'remove', packages: [{ name: 'jq' }] };
  assert.is(await outcome(kit, 'olga', 'POST /jobs', job([0], kit, remove)), '202');
  const both = await call(kit, 'olga', 'POST /jobs', job([0, 1], kit));
  const { error } = both.body as { error: { details: { host_ids: string[] } } };
  assert.equal(error.details.host_ids, [first?.id], 'those that it holds for');
  const told = await must<Schemas['JobApprovals']>(
    kit,
    'olga',
    `GET /jobs/${await planned(kit, [0, 1])}/approvals`,
  );
  assert.equal(told.rules, [{ id: rule.id, name: 'Databases' }]);
  const others = await must<Schemas['JobApprovals']>(
    kit,
    'olga',
    `GET /jobs/${await planned(kit, [1])}/approvals`,
  );
  assert.equal(others.rules, []);

  const preview = (more: object = {}) =>
    must<Schemas['JobPreview']>(kit, 'olga', 'POST /jobs/preview', job([0, 1], kit, more));
  const { holds, refusal } = await preview();
  assert.equal(
    holds.map(({ kind, id, name, effect, hosts }) => [
      kind,
      id,
      name,
      effect,
      hosts.map((host) => host.host_id),
    ]),
    [['approval', rule.id, 'Databases', 'skip', [first?.id]]],
    'and whoever looks at a job sees it before it is made',
  );
  assert.is(refusal?.code, 'APPROVAL_REQUIRED');
  assert.is((await preview({ dry_run: true })).refusal, null, 'its plan is not refused');
  assert.is((await preview({ dry_run: true })).holds.length, 1);

  assert.is(await outcome(kit, 'admin', `DELETE /groups/${group.id}`), '409 GROUP_IN_USE');
  const leave = `DELETE /groups/${group.id}/hosts/${first?.id}`;
  assert.is(
    await outcome(kit, 'olga', leave),
    '403 FORBIDDEN',
    'so an operator cannot take a host out of the rule',
  );
  assert.is((await audited(kit, 'approval_rule.created'))[0]?.by, 'admin');
});

test('tags that take a host out of a ruled group are the administrators’', async ({ kit }) => {
  const [first] = kit.hosts;
  const path = `PUT /hosts/${first?.id}`;
  await must(kit, 'admin', path, { body: { tags: ['db'] } });
  const rule = { match: 'all', conditions: [{ field: 'tag', operator: 'equals', value: 'db' }] };
  const group = await must<Schemas['Group']>(kit, 'admin', 'POST /groups', {
    body: { name: 'tagged', rule },
  });
  await must(kit, 'olga', path, { body: { tags: ['db', 'one'] } });
  await addRule(kit, { group_ids: [group.id] });
  assert.is(await outcome(kit, 'olga', path, { body: { tags: ['one'] } }), '403 FORBIDDEN');
  assert.is(await outcome(kit, 'olga', path, { body: { tags: ['db', 'two'] } }), '200');
  assert.is(await outcome(kit, 'admin', path, { body: { tags: [] } }), '200');
});

test('a host neither leaves a ruled group by its own word nor its rule, and one that would enter is ruled too', async ({
  kit,
}) => {
  const [first, second] = kit.hosts.map(({ id }) => id);
  if (first === undefined || second === undefined) throw new Error('two hosts');
  await tellVersion(kit, first, '12');
  await tellVersion(kit, second, '13');
  const rule = { match: 'all', conditions: [{ field: 'os_version', operator: 'equals', value: '12' }] };
  const body = { name: 'twelve', rule };
  const { id } = await must<Schemas['Group']>(kit, 'admin', 'POST /groups', { body });
  await addRule(kit, { group_ids: [id] });
  assert.is(await outcome(kit, 'olga', 'POST /jobs', job([1], kit)), '202');
  await tellVersion(kit, first, '13');
  await tellVersion(kit, second, '12');
  assert.is(await outcome(kit, 'olga', 'POST /jobs', job([0], kit)), '409 APPROVAL_REQUIRED');
  assert.is(await outcome(kit, 'olga', 'POST /jobs', job([1], kit)), '409 APPROVAL_REQUIRED');
  const { changes } = await must<Schemas['GroupChangeList']>(kit, 'admin', 'GET /group-changes');
  const ids = changes.map((change) => change.id);
  await must(kit, 'admin', 'POST /group-changes/decide', { body: { decision: 'confirm', ids } });
  assert.is(await outcome(kit, 'olga', 'POST /jobs', job([0], kit)), '202');
});

test('a change holds once another administrator has confirmed it', async (world) => {
  const { kit } = world;
  const rule = await addRule(kit);
  const path = `/approval-rules/${rule.id}`;
  const proposed = await must<Rule>(kit, 'admin', `PUT ${path}`, { body: { operations: ['reboot'] } });
  assert.equal(
    [proposed.operations, proposed.change?.operations, proposed.change?.may_confirm],
    [[], ['reboot'], false],
  );
  assert.equal(await must<Rule>(kit, 'admin', `GET ${path}`), proposed);
  assert.is((await must<Rule>(kit, 'bert', `GET ${path}`)).change?.may_confirm, true);
  assert.is(
    await outcome(kit, 'olga', 'POST /jobs', job([0], kit)),
    '409 APPROVAL_REQUIRED',
    'it holds as it was',
  );
  const change = { body: { change_id: proposed.change?.id } };
  assert.is(await outcome(kit, 'admin', `POST ${path}/change/approve`, change), '403 APPROVER_NOT_ALLOWED');
  assert.is(
    await outcome(kit, 'bert', `PUT ${path}`, { body: { enabled: false } }),
    '409 RULE_CHANGE_PENDING',
  );
  const other = { body: { change_id: rule.id } };
  assert.is(await outcome(kit, 'bert', `POST ${path}/change/approve`, other), '404 RULE_CHANGE_NOT_FOUND');
  const confirmed = await must<{ rule: Rule }>(kit, 'bert', `POST ${path}/change/approve`, change);
  assert.equal(
    [confirmed.rule.operations, confirmed.rule.change, confirmed.rule.edit_version],
    [['reboot'], null, 2],
  );
  assert.is(await outcome(kit, 'olga', 'POST /jobs', job([0], kit)), '202');
  assert.is(
    await outcome(kit, 'bert', `POST ${path}/change/approve`, change),
    '404 RULE_CHANGE_NOT_FOUND',
    'a second click',
  );
  const stale = { body: { enabled: false }, headers: { 'if-match': '"1"' } };
  assert.is(await outcome(kit, 'admin', `PUT ${path}`, stale), '412 PRECONDITION_FAILED');

  const away = await must<Rule>(kit, 'admin', `DELETE ${path}`);
  assert.is(away.change?.kind, 'delete');
  const drop = { body: { change_id: away.change?.id } };
  await must(kit, 'bert', `POST ${path}/change/deny`, drop);
  const again = await must<Rule>(kit, 'bert', `DELETE ${path}`);
  await must(kit, 'bert', `POST ${path}/change/deny`, { body: { change_id: again.change?.id } });
  assert.equal(
    (await rulesOf(world)).map(({ change: waiting }) => waiting),
    [null],
  );
  const last = await must<Rule>(kit, 'bert', `DELETE ${path}`);
  const gone = await must(kit, 'admin', `POST ${path}/change/approve`, {
    body: { change_id: last.change?.id },
  });
  assert.equal(gone, { rule: null });
  assert.equal(await rulesOf(world), []);
  const by = async (action: string) => (await audited(kit, action)).map((row) => row.by);
  assert.equal(await by('approval_rule.change_proposed'), ['admin', 'admin', 'bert', 'bert']);
  assert.equal(
    [await by('approval_rule.updated'), await by('approval_rule.change_rejected')],
    [['bert'], ['bert']],
  );
  assert.equal(
    [await by('approval_rule.change_withdrawn'), await by('approval_rule.deleted')],
    [['bert'], ['admin']],
  );
});

test('a repeated call makes a rule once, and none in place of one that was deleted since', async (world) => {
  const { kit } = world;
  const headers = { 'idempotency-key': '0190b7c4-0000-7000-8000-000000000002' };
  const again = { headers, body: { name: 'Once' } };
  const { id } = await must<Rule>(kit, 'admin', 'POST /approval-rules', again);
  assert.is((await must<Rule>(kit, 'admin', 'POST /approval-rules', again)).id, id);
  await must(kit, 'admin', `DELETE /approval-rules/${id}`);
  const [rule] = await rulesOf(world);
  const body = { change_id: rule?.change?.id };
  await must(kit, 'bert', `POST /approval-rules/${id}/change/approve`, { body });
  assert.is(await outcome(kit, 'admin', 'POST /approval-rules', again), '404 APPROVAL_RULE_NOT_FOUND');
  assert.equal(await rulesOf(world), []);
});

test('a rule that nobody could satisfy or change again is refused', async (world) => {
  const { kit } = world;
  const path = `PUT /users/${await accountId(kit, 'bert')}`;
  await must(kit, 'admin', path, { body: { disabled: true } });
  const rule = { body: { name: 'Alone' } };
  assert.is(await outcome(kit, 'admin', 'POST /approval-rules', rule), '409 NO_SECOND_PERSON');
  const off = await addRule(kit, { enabled: false });
  const on = { body: { enabled: true } };
  assert.is(await outcome(kit, 'admin', `PUT /approval-rules/${off.id}`, on), '409 NO_SECOND_PERSON');
  await must(kit, 'admin', path, { body: { disabled: false } });
  assert.is(await outcome(kit, 'admin', 'POST /approval-rules', rule), '201');
  const absent = { body: { name: 'x', group_ids: [off.id] } };
  assert.is(await outcome(kit, 'admin', 'POST /approval-rules', absent), '404 GROUP_NOT_FOUND');
});

test('a group that a rule is to hold for, once a second person has confirmed it, says so and stays', async ({
  kit,
}) => {
  const group = await must<Schemas['Group']>(kit, 'admin', 'POST /groups', {
    body: { name: 'shops', host_ids: [] },
  });
  const rule = await addRule(kit, { name: 'Restarts', operations: ['reboot'] });
  const body = { name: 'Restarts of shops', group_ids: [group.id] };
  await must(kit, 'admin', `PUT /approval-rules/${rule.id}`, { body });
  const { status, body: refused } = await call(kit, 'admin', `DELETE /groups/${group.id}`);
  const { code, details } = (refused as Schemas['ErrorEnvelope']).error;
  assert.equal([status, code], [409, 'GROUP_IN_USE']);
  assert.equal(details, { uses: [{ kind: 'approval', id: rule.id, name: 'Restarts' }] });
});

test('a rule for restarts holds for each job that may restart its hosts', async ({ kit }) => {
  await addRule(kit, { name: 'Restarts', operations: ['reboot'] });
  for (const reboot of ['if_required', 'always'])
    assert.is(
      await outcome(kit, 'olga', 'POST /jobs', job([0], kit, { reboot })),
      '409 APPROVAL_REQUIRED',
      reboot,
    );
  const { id } = await must<Schemas['Job']>(kit, 'olga', 'POST /jobs', job([0], kit, { reboot: 'never' }));
  assert.is((await endOf(kit, id)).state, 'completed');
});

test('four eyes are two people: accounts that one person made or reset shortly before approve nothing for each other', async ({
  kit,
}) => {
  const { accounts } = kit.ctx.core.identity;
  const boss = await accountId(kit, 'admin');
  const by = (id: string, name: string) => ({
    actor: { ...testActor('admin'), kind: 'user' as const, id, name },
    address: null,
  });
  const made = (name: string, maker: string) =>
    kit.ctx.tx((tx) =>
      accounts.create(
        tx,
        { username: name, role: 'admin', passwordHash: 'none', mustChangePassword: false },
        by(maker, 'somebody'),
      ),
    );
  const second = await made('second', boss);
  await made('third', second.id);
  await newAccount(kit.ctx, 'fresh', { role: 'admin' });
  const asked = await ask(kit, 'admin', await planned(kit, [0], 'admin'));
  const path = `POST /approvals/${asked.id}/approve`;
  for (const name of ['second', 'third'] as const) {
    assert.is((await read(kit, asked, name)).may_decide, 'MADE_BY_AUTHOR');
    assert.is(await outcome(kit, name, path, approving(asked)), '403 APPROVER_NOT_ALLOWED', name);
  }
  assert.is((await read(kit, asked, 'fresh')).may_decide, null, 'nobody has touched it');
  const mine = async (name: 'second' | 'fresh') =>
    (await must<Schemas['ApprovalList']>(kit, name, 'GET /approvals?waits_for_me=true')).total;
  assert.equal([await mine('second'), await mine('fresh')], [0, 1], 'nobody is told to decide who may not');
  await newAccount(kit.ctx, 'other', { role: 'admin' });
  const another = await ask(kit, 'other', await planned(kit, [1], 'other'));
  const { approvals } = await must<Schemas['ApprovalList']>(kit, 'second', 'GET /approvals?state=waiting');
  const mays = approvals.map(({ id, may_decide: may }): [string, string | null] => [id, may]);
  assert.equal(
    mays.toSorted(),
    [[asked.id, 'MADE_BY_AUTHOR'] as const, [another.id, null] as const].toSorted(),
  );
  await must(kit, 'other', `POST /approvals/${another.id}/withdraw`);
  // The other way round, and between two that one person made.
  for (const [planner, others] of [
    ['second', ['admin', 'third']],
    ['third', ['admin', 'second']],
  ] as const) {
    const own = await ask(kit, planner, await planned(kit, [1], planner));
    for (const name of others)
      assert.is(
        await outcome(kit, name, `POST /approvals/${own.id}/approve`, approving(own)),
        '403 APPROVER_NOT_ALLOWED',
        `${name} for ${planner}`,
      );
    assert.is((await read(kit, own, 'fresh')).may_decide, null, `fresh for ${planner}`);
    await must(kit, planner, `POST /approvals/${own.id}/withdraw`);
  }
  const rule = await addRule(kit, { name: 'Of two' });
  const { change } = await must<Schemas['ApprovalRule']>(kit, 'admin', `DELETE /approval-rules/${rule.id}`);
  const confirm = `POST /approval-rules/${rule.id}/change/approve`;
  const body = { change_id: change?.id };
  assert.is(await outcome(kit, 'second', confirm, { body }), '403 APPROVER_NOT_ALLOWED');
  const mayConfirm = async (name: 'admin' | 'second' | 'fresh') =>
    (await must<Rule>(kit, name, `GET /approval-rules/${rule.id}`)).change?.may_confirm;
  assert.equal(
    [await mayConfirm('admin'), await mayConfirm('second'), await mayConfirm('fresh')],
    [false, false, true],
  );
  await must(kit, 'fresh', confirm, { body });
  const other = await addRule(kit, { name: 'Of two, too' });
  const proposed = await must<Schemas['ApprovalRule']>(kit, 'second', `DELETE /approval-rules/${other.id}`);
  const undo = `POST /approval-rules/${other.id}/change/approve`;
  const change2 = { body: { change_id: proposed.change?.id } };
  assert.is(await outcome(kit, 'admin', undo, change2), '403 APPROVER_NOT_ALLOWED');
  await must(kit, 'fresh', undo, change2);
  // A day later the account is as good as any.
  const later = new Date(kit.clock.now().getTime() + 25 * 3_600_000);
  await kit.ctx.db.knex('approvals_approvals').where('id', asked.id).update({ created_at: later });
  const keep = async (days: number): Promise<void> => {
    const sections = { approvers: { independence_days: days } };
    const actor = { ...testActor('admin'), authenticatedAt: kit.clock.now() };
    const update = { sections, ifMatch: null, by: { actor, address: null } };
    await kit.ctx.tx((tx) => kit.ctx.settings.update(tx, update));
    await kit.until(async () => (await kit.ctx.settings.get(approverSection)).independence_days === days);
  };
  const refused = await keep(0).catch(({ code }: { code: string }) => code);
  assert.is(refused, 'VALIDATION_FAILED');
  await keep(2);
  assert.is(await outcome(kit, 'third', path, approving(asked)), '403 APPROVER_NOT_ALLOWED', 'the setting');
  await keep(1);
  assert.is((await must<Approval>(kit, 'third', path, approving(asked))).state, 'approved');
});

test('whoever set single sign-on up shortly before has the accounts in hand that it makes', async ({
  kit,
}) => {
  await newAccount(kit.ctx, 'guest');
  const asked = await ask(kit, 'admin', await planned(kit, [1], 'admin'));
  const guest = await accountId(kit, 'guest');
  await kit.ctx.tx(async (tx) =>
    kit.ctx.audit.record(tx, {
      actor: actors.signOn,
      address: null,
      action: 'user.role_changed',
      resource: { kind: 'user', id: guest, name: 'guest' },
    }),
  );
  assert.is((await read(kit, asked, 'guest')).may_decide, null, 'nobody has changed how people sign in');
  const boss = await accountId(kit, 'admin');
  await kit.ctx.tx(async (tx) =>
    kit.ctx.audit.record(tx, {
      actor: { ...testActor('admin'), id: boss },
      address: null,
      action: 'settings.updated',
      resource: { kind: 'settings', id: 'oidc', name: 'oidc' },
    }),
  );
  assert.is((await read(kit, asked, 'guest')).may_decide, 'MADE_BY_AUTHOR');
  const path = `POST /approvals/${asked.id}/approve`;
  assert.is(await outcome(kit, 'guest', path, approving(asked)), '403 APPROVER_NOT_ALLOWED');
});

test.run();
