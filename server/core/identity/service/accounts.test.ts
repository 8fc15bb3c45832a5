// databases: sqlite, mariadb
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '#server/shared/wire/appError.ts';
import type { Feature } from '#server/kernel/boot/feature.ts';
import type { AccountChange } from '../accounts.ts';
import {
  bySystem,
  cheapIdentity,
  NEXT,
  newAccount,
  openSession,
  PASSWORD,
  setup,
  type Setup,
} from '../identity.testing.ts';

const test = suite<{ app: Setup; facts: unknown[] }>('accounts');

/** A plugin that keeps a row for each account, as factors and tokens will be. */
const notes = (removed: string[], fail: () => boolean): Feature => ({
  name: 'test-notes',
  requires: ['identity'],
  setup: () => ({
    routes: {},
    steps: {
      'identity.accountRemoved': async (tx, { account }) => {
        if (fail()) throw new AppError('FORBIDDEN');
        await tx.knex('identity_keys').insert({
          name: `gone-${account.username}`,
          sealed_private_jwk: '',
          created_at: new Date(0),
        });
        removed.push(account.username);
      },
    },
  }),
});

let removed: string[] = [];
let refuses = false;

test.before.each(async (world) => {
  removed = [];
  refuses = false;
  world.app = await setup(PASSWORD, [cheapIdentity, notes(removed, () => refuses)]);
  world.facts = [];
  const { events } = world.app.ctx;
  events.on('identity.accountChanged', ({ change }) => void world.facts.push(change));
  events.on('identity.accessEnded', ({ which }) => void world.facts.push(which));
});
test.after.each(({ app }) => app.stop());

const change = ({ ctx }: Setup, id: string, what: AccountChange) =>
  ctx.tx((tx) => ctx.core.identity.accounts.change(tx, id, what, bySystem));
const remove = ({ ctx }: Setup, id: string) =>
  ctx.tx((tx) => ctx.core.identity.accounts.remove(tx, id, bySystem));

async function adminOf({ ctx }: Setup) {
  const admin = await ctx.core.identity.accounts.findByName('admin');
  if (!admin) throw new Error('no admin');
  return admin;
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

async function actsIn({ ctx }: Setup): Promise<string[]> {
  const rows = await ctx.db.reader('kernel_audit').orderBy('row_id');
  return rows.map(({ action }: { action: string }) => action).slice(1); // without the first administrator
}

test('an account is found by its name however it is typed, and two have not the same', async ({
  app,
  facts,
}) => {
  const { accounts } = app.ctx.core.identity;
  const olga = await newAccount(app.ctx, ' Olga ', { displayName: 'Olga O.' });
  assert.equal(
    [olga.username, olga.displayName, olga.editVersion, olga.hasPassword],
    ['olga', 'Olga O.', 1, true],
  );
  assert.equal(await accounts.findByName('OLGA '), olga);
  assert.is(await codeOf(newAccount(app.ctx, 'OLGA')), 'USER_EXISTS');
  const names = async (...options: Parameters<typeof accounts.list>) =>
    (await accounts.list(...options)).map(({ username }) => username);
  assert.equal(await names(), ['admin', 'olga']);
  assert.equal([await names({ limit: 1 }), await names({ afterName: 'admin' })], [['admin'], ['olga']]);
  assert.not.match(
    JSON.stringify([olga, await accounts.list()]),
    /hash/i,
    'what proves the person stays inside',
  );
  assert.equal(facts, ['created']);
});

test('of twenty who take a name at once, one gets it', async ({ app }) => {
  const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(newAccount(app.ctx, 'olga'))));
  assert.equal(codes.sort(), ['done', ...Array.from({ length: 19 }, () => 'USER_EXISTS')].sort());
});

test('a change writes one act a row, and says who was put out', async ({ app, facts }) => {
  const { id } = await newAccount(app.ctx, 'olga');
  await openSession(app.ctx, id);
  const everySession = { exceptId: null };
  assert.is((await change(app, id, { role: 'reporter', email: 'olga@example.org' })).editVersion, 2);
  await change(app, id, { disabled: true });
  await change(app, id, { disabled: false });
  await change(app, id, { passwordHash: `hash of ${NEXT}`, mustChangePassword: true });
  assert.equal(await actsIn(app), [
    'user.created',
    'login.succeeded',
    'user.role_changed',
    'user.updated',
    'user.disabled',
    'user.enabled',
    'user.password_reset',
  ]);
  const rows = await app.ctx.db.reader('kernel_audit').where('action', 'user.role_changed');
  const { before, after, resource } = JSON.parse((rows[0] as { text: string }).text) as Record<
    string,
    unknown
  >;
  assert.equal(
    [before, after, resource],
    [{ role: 'operator' }, { role: 'reporter' }, { kind: 'user', id, name: 'olga' }],
  );
  assert.equal(facts, [
    'created',
    everySession,
    'changed',
    everySession,
    'changed',
    'changed',
    everySession,
    'changed',
  ]);
  assert.is(await codeOf(change(app, '00000000-0000-7000-8000-000000000000', {})), 'USER_NOT_FOUND');
});

test('another role holds from the next call on; a disabled account and a reset password end the sessions', async ({
  app,
}) => {
  const { id } = await newAccount(app.ctx, 'olga', { role: 'admin' });
  const hosts = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await app.call('GET', '/api/v1/users', { role: null, headers })).status;
  };
  const first = await openSession(app.ctx, id);
  assert.is(await hosts(first.accessToken), 404, 'permitted, and switched off');
  await change(app, id, { role: 'reporter' });
  assert.equal([await hosts(first.accessToken), await app.me(first.accessToken)], [403, 200]);
  await change(app, id, { disabled: true });
  assert.is(await app.me(first.accessToken), 401);
  assert.is(await codeOf(openSession(app.ctx, id)), 'ACCOUNT_DISABLED');
  await change(app, id, { disabled: false });
  assert.is(await app.me(first.accessToken), 401, 'it does not come back');
  const second = await openSession(app.ctx, id);
  await change(app, id, { passwordHash: `hash of ${NEXT}`, mustChangePassword: true });
  assert.is(await app.me(second.accessToken), 401);
  assert.equal(await app.ctx.core.identity.sessions.list(id), []);
  assert.is(await codeOf(openSession(app.ctx, id)), 'PASSWORD_CHANGE_REQUIRED');
});

test('a session says nothing for an account that may not sign in, even one that nobody ended', async ({
  app,
}) => {
  const { id } = await newAccount(app.ctx, 'olga');
  const { accessToken } = await openSession(app.ctx, id);
  const row = app.ctx.db.knex('identity_users').where({ id });
  await row.clone().update({ disabled: 1 });
  assert.is(await app.me(accessToken), 401);
  await row.clone().update({ disabled: 0 });
  assert.is(await app.me(accessToken), 200);
  await row.clone().update({ must_change_password: 1 });
  assert.is(await app.me(accessToken), 401);
});

test('a disabled account gets the same answers as before, and its refresh token nothing', async ({ app }) => {
  const { id } = await newAccount(app.ctx, 'olga');
  const { refreshToken } = await openSession(app.ctx, id);
  await change(app, id, { disabled: true });
  assert.is((await app.login('wrong', { username: 'olga' })).code, 'INVALID_CREDENTIALS');
  assert.is((await app.login(PASSWORD, { username: 'olga' })).code, 'ACCOUNT_DISABLED');
  const refreshed = await app.post('/auth/refresh', { refresh_token: refreshToken });
  assert.equal([refreshed.status, refreshed.code], [401, 'REFRESH_TOKEN_INVALID']);
});

test('the last enabled administrator with a password stays one', async ({ app }) => {
  const admin = await adminOf(app);
  await newAccount(app.ctx, 'by-sso', { role: 'admin', passwordHash: null });
  const out = await newAccount(app.ctx, 'out', { role: 'admin' });
  await change(app, out.id, { disabled: true });
  for (const what of [{ role: 'operator' }, { disabled: true }, { passwordHash: null }] as const)
    assert.is(await codeOf(change(app, admin.id, what)), 'WOULD_LOCK_OUT', JSON.stringify(what));
  assert.is(await codeOf(remove(app, admin.id)), 'WOULD_LOCK_OUT');
  assert.is((await app.ctx.core.identity.accounts.find(admin.id))?.editVersion, 1, 'nothing was written');
  await change(app, out.id, { disabled: false });
  assert.is(await codeOf(remove(app, admin.id)), 'done');
});

test('of two administrators who take each other’s rights at once, one stays', async ({ app }) => {
  for (let round = 0; round < 10; round++) {
    const admin = await adminOf(app);
    const other = await newAccount(app.ctx, `olga${round}`, { role: 'admin' });
    const codes = await Promise.all([
      codeOf(change(app, admin.id, { role: 'reporter' })),
      codeOf(remove(app, other.id)),
    ]);
    assert.equal(codes.sort(), ['WOULD_LOCK_OUT', 'done'], `round ${round}`);
    await app.ctx.db.knex('identity_users').where('username', 'admin').update({ role: 'admin' });
    await app.ctx.db.knex('identity_users').whereNot('username', 'admin').delete();
  }
});

test('a removed account leaves nothing but its name in the log, and whoever joined has gone along', async ({
  app,
  facts,
}) => {
  const { id } = await newAccount(app.ctx, 'olga');
  const { accessToken, refreshToken } = await openSession(app.ctx, id);
  assert.is((await app.login(PASSWORD, { username: 'olga' })).status, 200);
  refuses = true;
  assert.is(await codeOf(remove(app, id)), 'FORBIDDEN');
  assert.is(await app.me(accessToken), 200, 'nothing was done');
  refuses = false;
  facts.length = 0;
  await remove(app, id);
  assert.equal(facts, [{ exceptId: null }, 'removed']);
  assert.is(await app.me(accessToken), 401);
  assert.is((await app.post('/auth/refresh', { refresh_token: refreshToken })).code, 'REFRESH_TOKEN_INVALID');
  assert.is((await app.login(PASSWORD, { username: 'olga' })).code, 'INVALID_CREDENTIALS');
  for (const table of ['identity_sessions', 'identity_refresh_tokens', 'identity_sign_in_networks'])
    assert.equal(await app.ctx.db.reader(table), [], table);
  assert.is((await app.ctx.db.reader('identity_keys').where('name', 'gone-olga')).length, 1);
  const rows = await app.ctx.db.reader('kernel_audit').where('action', 'user.deleted');
  assert.match((rows[0] as { text: string }).text, /"name":"olga"/);
  assert.is(await codeOf(remove(app, id)), 'USER_NOT_FOUND');
});

test.run();
