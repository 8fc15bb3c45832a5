// Addresses of the API that a browser opens as pages: whatever is wrong, it gets no raw answer.
import * as assert from 'uvu/assert';
import { hostileSuite, SSO } from './hostileWorld.testing.ts';

const test = hostileSuite('addresses that browsers open');

test('a person who comes back with parts missing, empty or long sees the page for signing in, and no raw answer', async ({
  app,
}) => {
  const fault = async (query: string): Promise<string | null> => {
    const { status, location, fragment } = await app.browser().page(`${SSO}/callback${query}`);
    assert.equal([status, location?.pathname], [302, '/sign-in'], query);
    return fragment.get('sso_error');
  };
  for (const query of ['', '?code=x', '?state=&code=x', '?state=x&code=', '?state=x&error='])
    assert.is(await fault(query), 'SSO_STATE_INVALID', query);
  assert.is(await fault(`?state=x&code=${'c'.repeat(6_000)}`), 'SSO_STATE_INVALID');
  assert.is(await fault(`?state=x&error=e&error_description=${'d'.repeat(6_000)}`), 'SSO_STATE_INVALID');
  for (const query of ['?error=access_denied', '?state=&error=invalid_request'])
    assert.is(await fault(query), 'SSO_REFUSED', query);
});

test('whatever is wrong with an address that browsers open, they see a page, and programs the envelope', async ({
  app,
}) => {
  const legacy = `/api/v1/auth/${app.ctx.config.legacyProvider}`;
  for (const path of [
    `${SSO}/callback?state=a&state=b&code=x`,
    `${SSO}/callback?state=a&code=x&code=x`,
    `${SSO}/callback?state[]=a&state[]=b&code=x&code=y`,
    `${legacy}/callback?error=a&error=b`,
    `${SSO}/callback?code=${'c'.repeat(9_000)}`,
    `${SSO}/callback?state=%ff`,
    `${SSO}/login?return_to=%2Fa&return_to=%2Fb`,
    `${SSO}/login?return_to[]=%2Fa`,
    `${SSO}/login?return_to=https%3A%2F%2Fevil.example`,
    `${SSO}/login?utm_source=mail`,
    `${legacy}/login?return_to=`,
  ]) {
    const { status, location, fragment } = await app.browser().page(path);
    assert.equal([status, location?.pathname, location?.search], [302, '/sign-in', ''], path);
    assert.ok(['VALIDATION_FAILED', 'SSO_STATE_INVALID'].includes(fragment.get('sso_error') ?? ''), path);
    const program = await app.browser().call('GET', path);
    assert.equal([program.status, program.body.error?.code], [400, fragment.get('sso_error')], path);
  }
  for (const path of ['/api/v1/auth/another/callback', '/api/v1/auth/another/login'])
    assert.is((await app.browser().page(path)).fragment.get('sso_error'), 'NOT_FOUND');
});

test('a fault of the manager is told to a browser on a page too', async ({ app }) => {
  const { knex } = app.ctx.db;
  await knex.schema.renameTable('sso_flows', 'sso_gone');
  try {
    for (const path of [`${SSO}/login`, `${SSO}/callback?state=a&code=x`]) {
      const { status, location, fragment } = await app.browser().page(path);
      assert.equal(
        [status, location?.pathname, fragment.get('sso_error')],
        [302, '/sign-in', 'INTERNAL_ERROR'],
      );
    }
  } finally {
    await knex.schema.renameTable('sso_gone', 'sso_flows');
  }
});

test.run();
