import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { owing } from './tokens.testing.ts';
import { connect, must, newToken, person, signIn, stateOf, type World } from './users.testing.ts';

/** Live connections that were opened with a token. */
export function socketsEndWithTokens(test: Test<World>): void {
  test('with its token a socket ends at once, and a ticket that was not used yet', async ({
    one,
    two,
    clock,
  }) => {
    const who = await person(one);
    const [gone, kept] = [await newToken(one, who), await newToken(one, who)];
    const [here, there, other] = [
      await connect(one, gone.token),
      await connect(two, gone.token),
      await connect(one, kept.token),
    ];
    const { ticket } = await must<{ ticket: string }>(two, gone.token, 'POST /ws/ticket', { status: 201 });
    await must(one, await signIn(one, who), `DELETE /users/me/tokens/${gone.id}`);
    assert.equal([await stateOf(here), await stateOf(other)], [1008, null], 'before any round');
    const late = await fetch(`${two.url}/api/v1/ws/jobs?ticket=${ticket}&EIO=4&transport=polling`);
    assert.is(late.status, 401);
    await clock.advance(2_000);
    assert.is(await there.closed, 1008);
    assert.is(await stateOf(other), null);
    await other.close();
  });

  test('a token that runs out, or whose owner owes something, takes its sockets along', async ({
    one,
    clock,
  }) => {
    const who = await person(one);
    const [first, second] = [await newToken(one, who), await newToken(one, await person(one))];
    const sockets = [await connect(one, first.token), await connect(one, second.token)] as const;
    await clock.advance(2_000);
    assert.equal(await Promise.all(sockets.map(stateOf)), [null, null]);
    owing.add(who.id);
    await one.ctx.tx(({ knex }) =>
      knex('users_tokens').where({ id: second.id }).update({ expires_at: clock.now() }),
    );
    await clock.advance(2_000);
    assert.equal(await Promise.all(sockets.map(stateOf)), [1008, 1008]);
  });
}
