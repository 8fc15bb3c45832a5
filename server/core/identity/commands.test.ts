import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../shared/wire/appError.ts';
import { systemActor } from '../../kernel/security/actor.ts';
import { UsageError } from '../../kernel/boot/commands.ts';
import { runUserCommand } from './commands.ts';
import { NEXT, newAccount, openSession, PASSWORD, setup, type Setup } from './identity.testing.ts';

const test = suite<{ app: Setup }>('fleetmend user');
test.before.each(async (world) => {
  world.app = await setup();
});
test.after.each(({ app }) => app.stop());

const by = { actor: { ...systemActor, name: 'root at the machine' }, address: null };

/** The printed lines, or the error's code (USAGE for arguments that were not understood). */
async function user({ ctx }: Setup, ...words: string[]): Promise<string[] | string> {
  const lines: string[] = [];
  try {
    await runUserCommand({ ctx, by, print: (line) => lines.push(line) }, words);
    return lines;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    if (error instanceof UsageError) return 'USAGE';
    throw error;
  }
}

/** The password after the colon. */
const passwordIn = (lines: string[] | string): string => /: (\S+)$/.exec(lines[0] ?? '')?.[1] ?? '';

test('a new account gets a password that is printed once and must be changed', async ({ app }) => {
  const password = passwordIn(await user(app, 'create', 'Olga', 'operator'));
  assert.match(password, /^(\w{5}-){3}\w{5}$/);
  assert.is((await app.login(password, { username: 'olga' })).code, 'PASSWORD_CHANGE_REQUIRED');
  const body = { username: 'olga', current_password: password, new_password: NEXT };
  assert.is((await app.post('/auth/force-change-password', body)).status, 204);
  const signedIn = await app.login(NEXT, { username: 'olga' });
  assert.equal([signedIn.status, (signedIn.body.user as { role: string }).role], [200, 'operator']);
  assert.is(await user(app, 'create', 'olga', 'admin'), 'USER_EXISTS');
  const rows: { text: string }[] = await app.ctx.db.reader('kernel_audit').where('action', 'user.created');
  assert.match(rows.at(-1)?.text ?? '', /"name":"root at the machine"/);
  for (const table of ['kernel_audit', 'identity_users'])
    assert.not.match(JSON.stringify(await app.ctx.db.reader(table)), new RegExp(password), table);
});

test('a reset password ends the sessions, opens the lock, and lets its owner in again', async ({ app }) => {
  const admin = await app.ctx.core.identity.accounts.findByName('admin');
  const { accessToken } = await openSession(app.ctx, admin?.id ?? '');
  assert.is(await app.me(accessToken), 200);
  for (let i = 0; i < 5; i++) await app.login('wrong');
  assert.is((await app.login()).code, 'ACCOUNT_LOCKED');
  const password = passwordIn(await user(app, 'reset-password', 'admin'));
  assert.is(await app.me(accessToken), 401);
  assert.is((await app.login()).code, 'INVALID_CREDENTIALS', 'the old one');
  assert.is((await app.login(password)).code, 'PASSWORD_CHANGE_REQUIRED');
});

test('unlock opens the lock of one account, keeps the password, and is told in the audit log', async ({
  app,
}) => {
  await newAccount(app.ctx, 'olga', { passwordHash: null });
  for (const username of ['admin', 'olga'])
    for (let i = 0; i < 5; i++) await app.login('wrong', { username });
  assert.is((await app.login()).code, 'ACCOUNT_LOCKED');
  assert.equal(await user(app, 'unlock', ' ADMIN'), [
    "failed sign-ins of 'admin' are forgotten, from 1 network",
  ]);
  assert.is((await app.login()).status, 200);
  assert.is(
    (await app.login(PASSWORD, { username: 'olga' })).code,
    'ACCOUNT_LOCKED',
    'the other stays locked',
  );
  assert.equal(await user(app, 'unlock', 'admin'), [
    "'admin' was not locked: no sign-in has failed since the last successful one",
  ]);
  assert.is(await user(app, 'unlock', 'nobody'), 'USER_NOT_FOUND');
  assert.is(await user(app, 'unlock'), 'USAGE');
  const rows: { text: string }[] = await app.ctx.db.reader('kernel_audit').where('action', 'user.unlocked');
  assert.match(rows[0]?.text ?? '', /"name":"root at the machine"/);
});

test('disable and enable hold at once, and the last administrator cannot shut himself out', async ({
  app,
}) => {
  const { id } = await newAccount(app.ctx, 'olga', { role: 'admin' });
  const { accessToken } = await openSession(app.ctx, id);
  assert.equal(await user(app, 'disable', 'OLGA'), ["'olga' is disabled"]);
  assert.is(await app.me(accessToken), 401);
  assert.equal(await user(app, 'disable', 'olga'), ["'olga' is disabled already"]);
  assert.is(await user(app, 'disable', 'admin'), 'WOULD_LOCK_OUT');
  assert.equal(await user(app, 'enable', 'olga'), ["'olga' is enabled"]);
  assert.equal(await user(app, 'disable', 'admin'), ["'admin' is disabled"]);
  const rows: { action: string }[] = await app.ctx.db.reader('kernel_audit').orderBy('row_id');
  assert.equal(
    rows.map(({ action }) => action).filter((action) => action.endsWith('abled')),
    ['user.disabled', 'user.enabled', 'user.disabled'],
  );
});

test('the list shows every account, also beyond a page', async ({ app }) => {
  await newAccount(app.ctx, 'olga', { mustChangePassword: true });
  const names = Array.from({ length: 600 }, (_, index) => `user${String(index).padStart(3, '0')}`);
  const row = (await app.ctx.db.reader('identity_users').where('username', 'olga').first()) as object;
  const copies = names.map((username, index) => ({
    ...row,
    id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    username,
    disabled: 1,
  }));
  for (let at = 0; at < copies.length; at += 100)
    await app.ctx.db.knex('identity_users').insert(copies.slice(at, at + 100));
  const lines = await user(app, 'list');
  assert.is(lines.length, 603);
  assert.match(lines[0] ?? '', /^NAME +ROLE +STATE +LAST SIGN-IN$/);
  assert.match(lines[1] ?? '', /^admin +admin +enabled +never$/);
  assert.match(lines[2] ?? '', /^olga +operator +password to be changed +never$/);
  assert.match(lines[602] ?? '', /^user599 +operator +disabled +never$/);
});

test('what is not understood changes nothing and says what there is', async ({ app }) => {
  const wrong = [
    [],
    ['constructor'],
    ['list', 'all'],
    ['create', 'olga'],
    ['create', '-olga', 'admin'],
    ['create', 'a'.repeat(65), 'admin'],
    ['reset-password'],
    ['disable', 'admin', 'now'],
  ];
  for (const words of wrong) assert.is(await user(app, ...words), 'USAGE', words.join(' '));
  assert.is(await user(app, 'create', 'olga', 'root'), 'ROLE_NOT_FOUND');
  for (const word of ['reset-password', 'disable', 'enable'])
    assert.is(await user(app, word, 'nobody'), 'USER_NOT_FOUND', word);
  assert.is((await app.ctx.db.reader('identity_users')).length, 1);
});

test.run();
