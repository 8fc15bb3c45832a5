import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  admin,
  audited,
  call,
  connect,
  must,
  newToken,
  outcome,
  person,
  signIn,
  stateOf,
  type Schemas,
  type World,
} from './users.testing.ts';

/** Who sees and deletes the tokens of others. */
export function tokensAreSeen(test: Test<World>): void {
  test('an administrator sees the tokens of somebody else, and revokes one of them at once', async ({
    one,
    two,
  }) => {
    const owner = await person(one, { username: 'tools-of-olga' });
    const [gone, kept] = [
      await newToken(one, owner, { name: 'lost' }),
      await newToken(one, owner, { name: 'kept' }),
    ];
    const root = await admin(one);
    const list = () => must<Schemas['ApiTokenList']>(one, root, `GET /users/${owner.id}/tokens?sort=name`);
    const { tokens, total } = await list();
    assert.equal([tokens.map(({ name }) => name), total], [['kept', 'lost'], 2]);
    assert.not(JSON.stringify(tokens).includes('fmt_'), 'no secret');
    const socket = await connect(one, gone.token);
    await must(one, root, `DELETE /users/${owner.id}/tokens/${gone.id}`);
    assert.is(outcome(await call(two, gone.token, 'GET /hosts')), '401 UNAUTHENTICATED');
    assert.is(await stateOf(socket), 1008);
    assert.is(outcome(await call(two, kept.token, 'GET /hosts')), '200');
    assert.equal(
      (await list()).tokens.map(({ name }) => name),
      ['kept'],
    );
    const row = (await audited(one, 'api_token.deleted')).at(-1);
    assert.equal(
      [row?.resource?.name, row?.actor.name, row?.before],
      ['lost', 'admin', { owner: 'tools-of-olga' }],
    );
  });

  test('a token is found under its owner alone, and by administrators alone', async ({ one }) => {
    const [owner, other] = [await person(one), await person(one)];
    const { id } = await newToken(one, owner);
    const root = await admin(one);
    const remove = async (userId: string, tokenId = id, by = root) =>
      outcome(await call(one, by, `DELETE /users/${userId}/tokens/${tokenId}`));
    const nobody = '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21';
    assert.is(await remove(other.id), '404 API_TOKEN_NOT_FOUND');
    const read = (userId: string) => call(one, root, `GET /users/${userId}/tokens/${id}`);
    assert.is(outcome(await read(other.id)), '404 API_TOKEN_NOT_FOUND');
    const { tokens } = (await call(one, root, `GET /users/${owner.id}/tokens`)).body as {
      tokens: object[];
    };
    assert.equal([(await read(owner.id)).body], tokens, 'as it is listed');
    assert.is(await remove(owner.id, nobody), '404 API_TOKEN_NOT_FOUND');
    assert.is(await remove(nobody), '404 USER_NOT_FOUND');
    assert.is(outcome(await call(one, root, `GET /users/${nobody}/tokens`)), '404 USER_NOT_FOUND');
    const reporter = await signIn(one, other);
    assert.is(await remove(owner.id, id, reporter), '403 FORBIDDEN');
    assert.is(outcome(await call(one, reporter, `GET /users/${owner.id}/tokens`)), '403 FORBIDDEN');
    assert.is(await remove(owner.id), '204');
  });

  test("somebody else's token is not there", async ({ one }) => {
    const { id } = await newToken(one, await person(one));
    const root = await admin(one);
    assert.is(outcome(await call(one, root, `GET /users/me/tokens/${id}`)), '404 API_TOKEN_NOT_FOUND');
    assert.is(outcome(await call(one, root, `DELETE /users/me/tokens/${id}`)), '404 API_TOKEN_NOT_FOUND');
    const nobody = '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21';
    assert.is(outcome(await call(one, root, `DELETE /users/me/tokens/${nobody}`)), '404 API_TOKEN_NOT_FOUND');
  });
}
