// What an administrator is told of a rule before it is saved.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newAccount } from '../../server/core/identity/identity.testing.ts';
import { testActor } from '#sdk/testing.ts';
import type { RecurringWork } from './api.ts';
import {
  accountId,
  addRule,
  approving,
  ask,
  clean,
  job,
  must,
  outcome,
  planned,
  setUp,
  tearDown,
  type Approval,
  type Schemas,
  type World,
} from './approvals.testing.ts';

const test = suite<World>('preview of an approval rule');
test.before((world) => setUp(world));
test.after.each(clean);
test.after(tearDown);

type Preview = Schemas['ApprovalRulePreview'];
const DAY_MS = 86_400_000;

const preview = ({ kit }: World, body: object = {}, who: 'admin' | 'bert' = 'admin'): Promise<Preview> =>
  must(kit, who, 'POST /approval-rules/preview', { body });

const names = (people: readonly { username: string }[]): string[] =>
  people.map(({ username }) => username).sort();

/** Makes an account in somebody's name, as the page for users does. */
async function madeBy({ kit }: World, name: string, role: string, maker: string): Promise<void> {
  const by = {
    actor: { ...testActor('admin'), kind: 'user' as const, id: maker, name: 'somebody' },
    address: null,
  };
  const account = { username: name, role, passwordHash: 'none', mustChangePassword: false };
  await kit.ctx.tx((tx) => kit.ctx.core.identity.accounts.create(tx, account, by));
}

test('who can approve is named, and who cannot yet, with the time from which on', async (world) => {
  const { kit } = world;
  const { approvers, approvers_total: total, dependent } = await preview(world);
  assert.equal(
    names(approvers),
    ['bert', 'gone', 'less', 'olga', 'otto', 'sam'],
    'no reporter, and not oneself',
  );
  assert.equal([total, dependent], [6, []]);

  const boss = await accountId(kit, 'admin');
  await madeBy(world, 'second', 'admin', boss);
  const madeAt = kit.clock.now().getTime();
  await madeBy(world, 'third', 'operator', await accountId(kit, 'second'));
  const now = await preview(world);
  assert.equal(
    names(now.dependent.map(({ user }) => user)),
    ['second', 'third'],
    'also through another account',
  );
  assert.is(now.approvers_total, 6);
  for (const { independent_at: at } of now.dependent)
    assert.ok(Math.abs(Date.parse(at) - madeAt - DAY_MS) < 60_000, at);
  const forBert = await preview(world, {}, 'bert');
  assert.ok(names(forBert.approvers).includes('second'), 'of what bert asks for, they can');
});

test('somebody who sees only some hosts counts for a rule of these alone', async (world) => {
  const { kit } = world;
  const group = await must<Schemas['Group']>(kit, 'admin', 'POST /groups', {
    body: { name: 'a part', host_ids: [kit.hosts[0]?.id] },
  });
  await newAccount(kit.ctx, 'other', { role: 'operator' });
  const id = await accountId(kit, 'other');
  await must(kit, 'admin', `PUT /users/${id}`, { body: { scope_group_ids: [group.id] } });
  assert.not.ok(names((await preview(world)).approvers).includes('other'));
  const part = await preview(world, { group_ids: [group.id] });
  assert.ok(names(part.approvers).includes('other'));
});

test('jobs that have not begun are named, by what they do and where, unless they are approved', async (world) => {
  const { kit } = world;
  const [first] = kit.hosts;
  const at = new Date(kit.clock.now().getTime() + DAY_MS).toISOString();
  const group = await must<Schemas['Group']>(kit, 'admin', 'POST /groups', {
    body: { name: 'first', host_ids: [first?.id] },
  });
  const made = async (more: object): Promise<string> =>
    (await must<Schemas['Job']>(kit, 'olga', 'POST /jobs', job([0, 1], kit, { schedule_at: at, ...more })))
      .id;
  const patch = await made({ name: 'Tonight', reboot: 'if_required' });
  const remove = await made({ operation: 'remove', packages: [{ name: 'jq' }] });
  await made({ dry_run: true });
  const asked = await ask(kit, 'olga', await planned(kit, [2]), { schedule_at: at });
  await addRule(kit);
  await must<Approval>(kit, 'bert', `POST /approvals/${asked.id}/approve`, approving(asked));

  const ids = (of: Preview): string[] => of.jobs.map(({ id }) => id).sort();
  const all = await preview(world);
  assert.equal(ids(all), [patch, remove].sort(), 'neither a plan nor the approved run');
  assert.equal(
    all.jobs.find(({ id }) => id === patch),
    { id: patch, name: 'Tonight', hosts_total: 2, schedule_at: at },
  );
  assert.equal(ids(await preview(world, { operations: ['reboot'] })), [patch], 'it may restart its hosts');
  const part = await preview(world, { group_ids: [group.id] });
  assert.equal(
    part.jobs.map(({ hosts_total: hosts }) => hosts),
    [1, 1],
  );
  for (const id of [patch, remove]) await must(kit, 'olga', `POST /jobs/${id}/cancel`);
});

test('policies that would wait are named with their next start', async (world) => {
  const { kit } = world;
  const hostIds = kit.hosts.map(({ id }) => id);
  const startsAt = [1, 8].map((days) => new Date(kit.clock.now().getTime() + days * DAY_MS));
  const policy: RecurringWork = {
    kind: 'policy',
    id: kit.hosts[0]?.id ?? '',
    name: 'Weekly',
    operation: 'patch',
    reboot: 'never',
    startsAt,
    hostIds,
  };
  kit.ctx.hooks.add('policies', {
    'approvals.recurringWork': () => Promise.resolve({ work: [policy], isCut: true }),
  });
  const told = await preview(world);
  assert.equal(told.policies, [
    { id: policy.id, name: 'Weekly', hosts_total: hostIds.length, starts_at: startsAt[0]?.toISOString() },
  ]);
  assert.is(told.is_cut, true);
  assert.equal((await preview(world, { operations: ['reboot'] })).policies, [], 'it restarts nothing');
});

test('a plan says that it waits for an approval', async ({ kit }) => {
  await addRule(kit);
  const planId = await planned(kit, [0]);
  await ask(kit, 'olga', planId);
  const { waits_for: waits = [] } = await must<Schemas['Job']>(kit, 'olga', `GET /jobs/${planId}`);
  assert.equal(
    waits.map(({ kind, name, hosts_total: hosts }) => [kind, name, hosts]),
    [['approval', 'Everything', 1]],
  );
  assert.is(await outcome(kit, 'olga', 'POST /approval-rules/preview', { body: {} }), '403 FORBIDDEN');
});

test('a plan under a rule says who could approve it if the reader asked now, and a job what stopped it', async (world) => {
  const { kit } = world;
  const at = new Date(kit.clock.now().getTime() + 60_000).toISOString();
  const { id: late } = await must<Schemas['Job']>(
    kit,
    'olga',
    'POST /jobs',
    job([0, 1], kit, { schedule_at: at }),
  );
  const id = await planned(kit, [2]);
  const of = (who: 'admin' | 'olga' | 'rita') =>
    must<Schemas['JobApprovals']>(kit, who, `GET /jobs/${id}/approvals`);
  assert.is((await of('olga')).approvers, null, 'no rule asks for anybody');
  await addRule(kit);
  const { approvers, rules } = await of('olga');
  assert.is(rules.length, 1);
  const people = names(approvers?.approvers ?? []);
  assert.equal([people.includes('bert'), people.includes('olga')], [true, false]);
  assert.is(approvers?.approvers_total, people.length);
  assert.not.ok(
    names((await of('admin')).approvers?.approvers ?? []).includes('olga'),
    'who planned it is an author, whoever asks',
  );
  assert.is((await of('rita')).approvers, null, 'who may not ask is told of nobody');

  await kit.clock.advance(61_000);
  await kit.runJob(late);
  const stopped = await must<Schemas['Job']>(kit, 'olga', `GET /jobs/${late}`);
  assert.equal([stopped.state, stopped.reason, stopped.counts.skipped], ['failed', 'APPROVAL_REQUIRED', 2]);
});

test.run();
