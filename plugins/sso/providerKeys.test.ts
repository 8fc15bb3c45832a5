// The keys with which a provider signs, when it changes them.
import * as assert from 'uvu/assert';
import { hostileSuite, outcome } from './hostileWorld.testing.ts';

const test = hostileSuite('keys of the provider');

test('new keys of the provider count at once, with and without ids of keys', async (world) => {
  const { provider } = world;
  assert.is(await outcome(world), '-');
  for (const header of [{}, {}, { kid: undefined }, { kid: undefined }]) {
    await provider.rotate();
    provider.lies = { header };
    assert.is(await outcome(world), '-', JSON.stringify(header));
  }
  provider.lies = {};
  assert.is(await outcome(world), '-');
  provider.asked.length = 0;
  for (let count = 0; count < 3; count++) assert.is(await outcome(world), '-');
  assert.not.ok(provider.asked.includes('/jwks'), 'known keys are not read again');
});

test('a provider that gives the id of an old key to a new one loses one sign-in by it', async (world) => {
  assert.is(await outcome(world), '-');
  await world.provider.rotate('same id');
  assert.equal([await outcome(world), await outcome(world)], ['SSO_REFUSED', '-']);
});

test('keys are read only for a token that the provider itself gave: made-up answers of browsers cost it no call', async (world) => {
  const { provider } = world;
  await provider.rotate();
  provider.asked.length = 0;
  provider.lies = { returned: { code: 'made-up' } };
  for (let count = 0; count < 5; count++) assert.is(await outcome(world), 'SSO_REFUSED');
  assert.not.ok(provider.asked.includes('/jwks'));
  provider.lies = { header: { kid: 'of nobody' } };
  for (let count = 0; count < 5; count++) assert.is(await outcome(world), 'SSO_REFUSED');
  assert.is(provider.asked.filter((path) => path === '/jwks').length, 5, 'one for each such token');
  await world.app.clock.advance(61_000);
});

test.run();
