import { randomUUID } from 'node:crypto';
import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { MAIL_HOST, startMailServer } from '#plugins/notifications/mailServer.testing.ts';
import { startReceiver } from '#plugins/notifications/notifications.testing.ts';
import type { HostileProvider } from '#plugins/sso/hostileProvider.testing.ts';
import { Browser, oidcFor } from '#plugins/sso/sso.testing.ts';
import { ADMIN_PASSWORD, call, login, type Schemas, type World } from './world.ts';

/** Secrets by which the manager makes itself known to servers outside, which refuse them or quote them back. */
export function serversAreGivenSecrets(test: Test<World>): void {
  test('the client secret of single sign-on, with a provider that refuses it', async (world) => {
    const { kit, planted, provider } = world;
    const { access_token: token } = await login(world, 'admin', ADMIN_PASSWORD);
    const secret = planted.plant('client secret', 'only provider and manager know it');
    const oidc = oidcFor(provider.origin, { client_secret: secret });
    const put = (body: object, status: number) => call(world, status, 'PUT /settings', { body, token });
    await put({ oidc: { ...oidc, discovery_url: 'none' } }, 400);
    await put({ oidc: { ...oidc, client_secret: [secret] } }, 400);
    await put({ oidc }, 200);
    await call(world, 200, 'GET /settings', { token });
    await call(world, 200, 'POST /settings/sso/test', { token });
    for (const lies of [{}, refusing(401, { error: 'invalid_client' }), refusing(500, { broken: true })]) {
      provider.lies = lies;
      const browser = new Browser(kit);
      const away = await browser.page('/api/v1/auth/sso/login');
      const query = provider.approve(away.location as URL).toString();
      const back = await browser.page(`/api/v1/auth/sso/callback?${query}`);
      world.answers.set(`callback (${world.answers.size})`, JSON.stringify(back.body));
    }
    assert.ok(provider.tokenCalls.length > 0, 'the provider was given the secret');
  });

  test('the password of a mail server and the secrets of webhooks, with others that quote them back', async (world) => {
    const { planted } = world;
    const { access_token: token } = await login(world, 'admin', ADMIN_PASSWORD);
    const server = await startMailServer({ wantsLogin: true });
    const password = planted.plant('SMTP password', 'only mail server and manager know');
    const smtp = {
      enabled: true,
      host: MAIL_HOST,
      port: server.port,
      username: 'fleetmend',
      from: 'f@example.org',
    };
    const put = (body: object, status: number) => call(world, status, 'PUT /settings', { body, token });
    await put({ smtp: { ...smtp, password: [password] } }, 400);
    await put({ smtp: { ...smtp, from: password, password } }, 400);
    await put({ smtp: { ...smtp, tls_mode: 'none', password } }, 200);
    await put({ notification: { email_enabled: true, recipients: ['olga@example.org'] } }, 200);
    const tried = await call<Schemas['TestResult']>(world, 200, 'POST /settings/smtp/test', { token });
    assert.match(tried.message, /It said: 535 no such user fleetmend with \*{8}/);
    await call(world, 200, 'GET /settings', { token });
    await put({ smtp: { enabled: false } }, 200);
    await server.stop();

    const receiver = await startReceiver();
    const own = planted.plant('own webhook secret', `whsec_${Buffer.from(randomUUID()).toString('base64')}`);
    planted.plant('its bytes', Buffer.from(own.slice(6), 'base64').toString());
    const path = planted.plant('path of a webhook', `/services/${randomUUID()}`);
    const url = new URL(path, receiver.url).href;
    const add = (status: number, body: object, gives?: true) =>
      call<Schemas['WebhookWithSecret']>(world, status, 'POST /webhooks', {
        body: { name: 'chat', url, ...body },
        token,
        ...(gives ? { gives } : {}),
      });
    await add(400, { secret: [own] });
    await add(400, { secret: `${own}!` });
    const { id } = await add(201, { secret: own });
    const { secret } = await add(201, { name: 'other chat' }, true);
    planted.plant('webhook secret', secret ?? '');
    receiver.answers.push({ status: 400, body: `I expected ${own} at ${path}` });
    const called = await call<Schemas['TestResult']>(world, 200, `POST /webhooks/${id}/test`, { token });
    assert.is(called.message, 'It answered 400: I expected ******** at ********');
    await call(world, 200, 'GET /webhooks', { token });
    await receiver.stop();
  });
}

const refusing = (status: number, body: object): HostileProvider['lies'] => ({
  answer(path, res) {
    if (!path.includes('token')) return false;
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    return true;
  },
});
