// databases: sqlite, mariadb
import { rejects } from 'node:assert/strict';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bySystem, cheapIdentity, newAccount, PASSWORD, setup, type Setup } from '../identity.testing.ts';
import { changePreferences, preferencesOf } from './preferences.ts';

const test = suite<{ app: Setup; userId: string }>('preferences of an account');
test.before.each(async (world) => {
  world.app = await setup(PASSWORD, [cheapIdentity]);
  world.userId = (await newAccount(world.app.ctx, 'olga')).id;
});
test.after.each(({ app }) => app.stop());

test('what changes is merged by name, raises the version, and goes with the account', async ({
  app,
  userId,
}) => {
  const { ctx } = app;
  const { reader } = ctx.db;
  const change = (values: Record<string, string | null>, ifMatch: string[] | null = null) =>
    changePreferences(ctx, { userId, values, ifMatch });
  assert.equal(await preferencesOf(reader, userId), { values: {}, editVersion: 0 });
  assert.equal(await change({ a: '1', b: '2' }, ['0']), { values: { a: '1', b: '2' }, editVersion: 1 });
  assert.equal(await change({ a: null, c: '3' }, ['1']), { values: { b: '2', c: '3' }, editVersion: 2 });
  assert.is((await change({ b: '2', gone: null })).editVersion, 2, 'nothing has changed');
  await rejects(change({ b: '5' }, ['1']), { code: 'PRECONDITION_FAILED' });
  assert.equal(await preferencesOf(reader, userId), { values: { b: '2', c: '3' }, editVersion: 2 });
  await ctx.tx((tx) => ctx.core.identity.accounts.remove(tx, userId, bySystem));
  assert.equal(await preferencesOf(reader, userId), { values: {}, editVersion: 0 });
});

test('two first changes at once are both kept', async ({ app, userId }) => {
  const change = (name: string) =>
    changePreferences(app.ctx, { userId, values: { [name]: '1' }, ifMatch: null });
  await Promise.all([change('a'), change('b')]);
  assert.equal(await preferencesOf(app.ctx.db.reader, userId), {
    values: { a: '1', b: '1' },
    editVersion: 2,
  });
});

test('an account has at most fifty names', async ({ app, userId }) => {
  const names = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${from + at}`, 'x']));
  const change = (values: Record<string, string | null>) =>
    changePreferences(app.ctx, { userId, values, ifMatch: null });
  await change(names(0, 50));
  await rejects(change(names(50, 1)), { code: 'VALIDATION_FAILED' });
  const { values } = await change({ n0: null, n50: 'x' });
  assert.is(Object.keys(values).length, 50);
});

test.run();
