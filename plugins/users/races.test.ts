// databases: sqlite, mariadb (night)
// time-limit: 180
/** What happens at two managers in one moment. */
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSession } from '../../server/core/identity/identity.testing.ts';
import type { Account } from '#sdk/identity.ts';
import type { TestApp } from '../../server/testing.ts';
import {
  admin,
  call,
  changeAccount,
  must,
  newToken,
  outcome,
  person,
  setUp,
  signIn,
  tearDown,
  type Schemas,
  type World,
} from './users.testing.ts';

const test = suite<World>('races over two managers');
test.before((world) => setUp(world));
test.after(tearDown);

/** Calls both managers in turn. */
const each = <T>(world: World, count: number, work: (app: TestApp, at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at % 2 === 0 ? world.one : world.two, at)));

async function tally(outcomes: Promise<string[]>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const one of (await outcomes).sort()) counts[one] = (counts[one] ?? 0) + 1;
  return counts;
}

/** Makes `count` administrators, and reporters of all other administrators. */
async function onlyAdmins({ one }: World, count: number): Promise<Account[]> {
  const admins = [];
  for (let made = 0; made < count; made++) admins.push(await person(one, { role: 'admin' }));
  const { accounts } = await one.ctx.core.identity.accounts.page({ role: 'admin', sort: 'role', limit: 500 });
  for (const { id } of accounts)
    if (!admins.some((own) => own.id === id)) await changeAccount(one, id, { role: 'reporter' });
  return admins;
}

const rescuers = async ({ one }: World): Promise<number> => {
  const { accounts } = await one.ctx.core.identity.accounts.page({ role: 'admin', sort: 'role', limit: 500 });
  return accounts.filter(({ disabled, hasPassword }) => !disabled && hasPassword).length;
};

test('two administrators demote each other in one moment: one stays', async (world) => {
  for (let round = 0; round < 8; round++) {
    const [a, b] = (await onlyAdmins(world, 2)) as [Account, Account];
    const sessions = [await signIn(world.one, a), await signIn(world.two, b)];
    const outcomes = await each(world, 2, async (app, at) => {
      const target = `PUT /users/${(at === 0 ? b : a).id}`;
      return outcome(await call(app, sessions[at] ?? '', target, { body: { role: 'operator' } }));
    });
    assert.is(await rescuers(world), 1, outcomes.join(', '));
    assert.is(outcomes.filter((one) => one === '200').length, 1, outcomes.join(', '));
  }
});

test('six administrators put each other out by every way there is: one stays', async (world) => {
  for (let round = 0; round < 3; round++) {
    const admins = await onlyAdmins(world, 6);
    const sessions = await Promise.all(admins.map((account) => signIn(world.one, account)));
    const outcomes = await each(world, 6, async (app, at) => {
      const { id } = admins[(at + 1) % 6] as Account;
      const session = sessions[at] ?? '';
      if (at % 3 === 0) return outcome(await call(app, session, `DELETE /users/${id}`));
      const body = at % 3 === 1 ? { disabled: true } : { role: 'operator' };
      return outcome(await call(app, session, `PUT /users/${id}`, { body }));
    });
    assert.ok((await rescuers(world)) >= 1, outcomes.join(', '));
    assert.not(outcomes.join().includes('500'), outcomes.join(', '));
  }
  // Restores the administrator for the tests that follow.
  const [root] = (await world.one.ctx.core.identity.accounts.page({ sort: 'username', limit: 1 })).accounts;
  await changeAccount(world.one, root?.id ?? '', { role: 'admin' });
});

test('a name is taken once, by whichever manager it is asked of', async (world) => {
  const root = await admin(world.one);
  const body = { username: 'wanted', role: 'reporter', password: 'seven quiet otters row north' };
  const counts = await tally(
    each(world, 8, async (app) => outcome(await call(app, root, 'POST /users', { body }))),
  );
  assert.equal(counts, { '201': 1, '409 USER_EXISTS': 7 });
});

test('of fifty tokens at once those are made for which there is room', async (world) => {
  const who = await person(world.one);
  const session = await signIn(world.one, who);
  const draft = { role: 'operator', expires_in_secs: 3_600 };
  const make = async (app: TestApp): Promise<string> => {
    const body = { ...draft, name: randomUUID() };
    return outcome(await call(app, session, 'POST /users/me/tokens', { body }));
  };
  for (let made = 0; made < 80; made += 10) await each(world, 10, make);
  const counts = await tally(each(world, 50, make));
  assert.equal(counts, { '201': 20, '409 API_TOKEN_LIMIT_REACHED': 30 });
  const list = await must<Schemas['ApiTokenList']>(world.one, session, 'GET /users/me/tokens');
  assert.is(list.total, 100);
});

test('a token that is deleted at both managers is deleted once, and works nowhere after the answer', async (world) => {
  const who = await person(world.one);
  for (let round = 0; round < 5; round++) {
    const { id, token } = await newToken(world.one, who);
    const session = await signIn(world.one, who);
    const uses = each(world, 20, async (app) => outcome(await call(app, token, 'GET /hosts')));
    const ends = each(world, 4, async (app) =>
      outcome(await call(app, session, `DELETE /users/me/tokens/${id}`)),
    );
    assert.equal(await tally(ends), { '204': 1, '404 API_TOKEN_NOT_FOUND': 3 });
    const after = each(world, 4, async (app) => outcome(await call(app, token, 'GET /hosts')));
    assert.equal(await tally(after), { '401 UNAUTHENTICATED': 4 });
    const met = Object.keys(await tally(uses));
    assert.equal(
      met.filter((one) => !['200', '401 UNAUTHENTICATED'].includes(one)),
      [],
    );
  }
});

test('a user is deleted while tools of his are used and made: nothing of him is left', async (world) => {
  const root = await admin(world.one);
  for (let round = 0; round < 5; round++) {
    const who = await person(world.one);
    const session = await signIn(world.one, who);
    const { token } = await newToken(world.one, who);
    const body = { role: 'operator', expires_in_secs: 3_600, group_ids: [] };
    const busy = each(world, 24, async (app, at) =>
      at % 4 < 2
        ? outcome(await call(app, token, 'GET /hosts'))
        : outcome(
            await call(app, session, 'POST /users/me/tokens', { body: { ...body, name: randomUUID() } }),
          ),
    );
    await must(world.two, root, `DELETE /users/${who.id}`);
    const after = each(world, 4, async (app, at) =>
      outcome(await call(app, at < 2 ? token : session, 'GET /hosts')),
    );
    assert.equal(await tally(after), { '401 UNAUTHENTICATED': 4 });
    const odd = (await busy).filter((one) => !['200', '201', '401 UNAUTHENTICATED'].includes(one));
    assert.equal(odd, []);
    for (const table of ['users_tokens', 'users_scopes']) {
      const left: unknown[] = await world.one.ctx.db.reader(table).where('account_id', who.id);
      assert.equal(left, [], table);
    }
  }
});

test('a group is given to a user while it is deleted: nobody is kept to a group that is gone', async (world) => {
  const root = await admin(world.one);
  const who = await person(world.one);
  const met: string[] = [];
  for (let round = 0; round < 8; round++) {
    const options = { body: { name: `going ${round}` }, status: 201 };
    const { id } = await must<Schemas['Group']>(world.one, root, 'POST /groups', options);
    const [gone, given] = await Promise.all([
      call(world.one, root, `DELETE /groups/${id}`),
      call(world.two, root, `PUT /users/${who.id}`, { body: { scope_group_ids: [id] } }),
    ]);
    met.push(`${outcome(gone)}, ${outcome(given)}`);
    await must(world.one, root, `PUT /users/${who.id}`, { body: { scope_group_ids: null }, status: 200 });
  }
  const possible = ['204, 404 GROUP_NOT_FOUND', '409 GROUP_IN_USE, 200'];
  assert.equal(
    met.filter((one) => !possible.includes(one)),
    [],
  );
});

test('whoever signs in thirty times at once keeps twenty sessions', async (world) => {
  const { id } = await person(world.one);
  const tokens = await each(world, 30, async (app) => (await openSession(app.ctx, id)).accessToken);
  const works = await Promise.all(
    tokens.map(async (token) => outcome(await call(world.one, token, 'GET /hosts'))),
  );
  assert.is(works.filter((one) => one === '200').length, 20);
});

test.run();
