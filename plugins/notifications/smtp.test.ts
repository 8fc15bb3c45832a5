// time-limit: 120
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createOutbound } from '../../server/kernel/http/outbound.ts';
import { selfSigned } from '../../server/kernel/http/outbound.testing.ts';
import { freshDatabase } from '../../test/support/databases.ts';
import {
  MAIL_HOST,
  PASSWORD,
  startBadServer,
  startMailServer,
  USERNAME,
  type MailServer,
} from './mailServer.testing.ts';
import {
  codeOf,
  configure,
  deliveries,
  made,
  manager,
  outbound,
  setUp,
  tearDown,
  type Schemas,
  type World,
} from './notifications.testing.ts';
import { MailFailure } from './service/mailFailure.ts';
import { sendMail } from './service/smtp.ts';
import { ownName, type TlsMode } from './settings.ts';

const test = suite<World>('mail and the server that takes it');
test.before.each((world) => setUp(world));
test.after.each(tearDown);

const tested = (world: World): Promise<Schemas['TestResult']> =>
  made(world.kit.call('POST', '/api/v1/settings/smtp/test'), 200);

const MODES: readonly TlsMode[] = ['none', 'starttls', 'tls'];

test('a test mail goes through a real server in each mode, with and without a sign-in', async (world) => {
  for (const mode of MODES)
    for (const wantsLogin of [false, true]) {
      const server = await startMailServer({ mode, wantsLogin });
      const credentials = wantsLogin ? { username: USERNAME, password: PASSWORD } : { username: '' };
      await configure(world.kit, server.port, { smtp: { tls_mode: mode, ...credentials } });
      const { success, message } = await tested(world);
      assert.is(success, true, `${mode}: ${message}`);
      assert.match(message, /olga@example\.test.*taken as 0815/);
      const [got] = server.received;
      assert.equal(
        [server.received.length, got?.isEncrypted, got?.user, got?.from, got?.to],
        [1, mode !== 'none', wantsLogin ? USERNAME : null, 'fleetmend@example.test', ['olga@example.test']],
      );
      await server.stop();
    }
});

test('a strict relay is greeted by the name that is set', async (world) => {
  const server = await startMailServer({ isStrict: true });
  const helo = async (smtp: object) => {
    await configure(world.kit, server.port, { smtp });
    const { success, message } = await tested(world);
    assert.is(success, true, message);
    return server.received.at(-1)?.helo;
  };
  assert.is(await helo({ helo_name: 'patch.example.org' }), 'patch.example.org');
  await server.stop();
  for (const bad of ['manager', '192.0.2.1', '[127.0.0.1]', 'a b.example', '.example'])
    assert.is(
      (await world.kit.call('PUT', '/api/v1/settings', { body: { smtp: { helo_name: bad } } })).status,
      400,
      bad,
    );
});

test('the name of the manager is that of public_url, else that of its machine, and has a dot', () => {
  assert.is(ownName({ publicUrl: 'https://fleet.example.org:8443' }, 'm1.example.org'), 'fleet.example.org');
  for (const publicUrl of [null, 'https://192.0.2.1:8443', 'https://[2001:db8::1]', 'https://manager'])
    assert.is(ownName({ publicUrl }, 'm1.example.org'), 'm1.example.org');
  assert.is(ownName({ publicUrl: null }, 'm1'), null);
});

test('a certificate that nobody vouches for, or of another name, ends it before anything is sent', async (world) => {
  for (const mode of ['starttls', 'tls'] as const) {
    const server = await startMailServer({ mode, wantsLogin: true, certificate: selfSigned(MAIL_HOST) });
    const smtp = { tls_mode: mode, username: USERNAME, password: PASSWORD };
    await configure(world.kit, server.port, { smtp });
    const untrusted = await tested(world);
    assert.equal([untrusted.success, server.received.length], [false, 0]);
    assert.match(untrusted.message, /^The certificate of the server is not trusted/, mode);
    await server.stop();
    const other = await startMailServer({ mode });
    await configure(world.kit, other.port, { smtp: { ...smtp, host: 'other.example.test' } });
    const misnamed = await tested(world);
    assert.match(
      misnamed.message,
      /^The certificate of the server is not trusted.*other\.example\.test/,
      mode,
    );
    assert.is(other.received.length, 0);
    await other.stop();
  }
});

test('STARTTLS never falls back: where it is missing or refused, no word of the mail and no password is sent', async (world) => {
  for (const does of ['does not encrypt', 'refuses to encrypt'] as const) {
    const server = await startBadServer(does);
    const smtp = { tls_mode: 'starttls', username: USERNAME, password: PASSWORD } as const;
    await configure(world.kit, server.port, { smtp });
    const { success, message } = await tested(world);
    assert.is(success, false);
    assert.match(message, /does not encrypt the connection \(STARTTLS\), so nothing was sent/);
    assert.not.match(server.heard.join(''), /AUTH|MAIL FROM|olga/i, does);
    await server.stop();
  }
});

test('what a server says against it is told, short and without the password', async (world) => {
  const server = await startMailServer({ wantsLogin: true });
  const wrong = `${PASSWORD} indeed`;
  await configure(world.kit, server.port, { smtp: { username: USERNAME, password: wrong } });
  const refused = await tested(world);
  assert.match(refused.message, /^The server does not accept the user name and the password\. It said: 535/);
  assert.not.match(refused.message, /storks/);
  assert.match(refused.message, /\*{8}/, 'the server has quoted it');
  await configure(world.kit, server.port, { smtp: { username: USERNAME, password: PASSWORD } });
  server.refuse.rcpt.push({ code: 550, text: `5.1.1 nobody here\u001b[31m ${'x'.repeat(2_000)}` });
  const unknown = await tested(world);
  assert.match(unknown.message, /^The server refused the mail\. It said: 550 5\.1\.1 nobody here/);
  assert.ok(unknown.message.length < 400, 'shortened');
  assert.not.match(unknown.message, /\u001b/);
  await server.stop();
});

test('servers that are not there, say nothing, or are none, are told apart', async (world) => {
  const silent = await startBadServer('is none');
  await configure(world.kit, silent.port);
  assert.match((await tested(world)).message, /not from a mail server/);
  await silent.stop();
  assert.match((await tested(world)).message, /no mail server listens/);
  await configure(world.kit, 2_525, { smtp: { host: 'metadata.example.test' } });
  assert.match((await tested(world)).message, /does not call metadata\.example\.test/);
  await configure(world.kit, 2_525, { smtp: { host: 'none.example.test' } });
  assert.match((await tested(world)).message, /has no address/);
});

/** Why a mail by this server is not sent within 300 ms. */
async function failureWithin300Ms(port: number, by = outbound): Promise<unknown> {
  const server = {
    host: MAIL_HOST,
    port,
    username: '',
    password: null,
    tlsMode: 'none',
    heloName: null,
  } as const;
  const mail = { messageId: 'a@b', from: 'a@b.test', to: ['c@d.test'], subject: '', text: '', html: '' };
  const signal = AbortSignal.timeout(300);
  const sending = sendMail(by, { server, mail: { ...mail, date: new Date() }, signal });
  return sending.catch((error: unknown) => error);
}

test('a server that hangs holds nobody longer than its time', async () => {
  for (const does of ['silent', 'hangs'] as const) {
    const bad = await startBadServer(does);
    const failure = await failureWithin300Ms(bad.port);
    assert.ok(failure instanceof MailFailure, does);
    assert.equal([failure.kind, failure.message], ['later', 'The server took too long.']);
    await bad.stop();
  }
});

test('a DNS that does not answer holds nobody longer than its time, and is named', async () => {
  const deaf = createOutbound({ resolve: () => new Promise(() => {}), judge: () => null });
  const failure = await failureWithin300Ms(25, deaf);
  assert.ok(failure instanceof MailFailure);
  const { kind, message } = failure;
  assert.equal([kind, message], ['later', 'The host name of the mail server could not be resolved in time.']);
});

test('a test is in the log of deliveries, for each recipient, with what was answered; it is not sent again', async (world) => {
  const { kit } = world;
  const server = await startMailServer({ mode: 'none' });
  const recipients = ['olga@example.test', 'team@example.test'];
  await configure(kit, server.port, { notification: { recipients } });
  await tested(world);
  server.refuse.rcpt.push({ code: 550, text: 'nobody here' }, { code: 550, text: 'nobody here' });
  await tested(world);
  await server.stop();
  const log = await deliveries(kit);
  const [refusal] = log.filter(({ state }) => state === 'dead');
  assert.equal(
    log.map(({ fact, channel, recipient, state, tries }) => [fact, channel, recipient, state, tries]).sort(),
    ['dead', 'sent'].flatMap((state) => recipients.map((to) => ['test', 'mail', to, state, 1])).sort(),
  );
  assert.match(refusal?.last_answer ?? '', /550 nobody here/);
  const again = await kit.call('POST', `/api/v1/notification-deliveries/${refusal?.id}/send-again`);
  assert.is(codeOf(again), '409 DELIVERY_NOT_DEAD');
});

test('loopback takes mail on the ports of mail alone, and the inside of a cloud never does', async (world) => {
  await world.kit.stop();
  const { notificationsPlugin } = await import('./plugin.ts');
  const { settingsFeature } = await import('../../server/core/settings/plugin.ts');
  world.kit = await manager(world.place, { plugins: [settingsFeature, notificationsPlugin] });
  const answerAt = async (host: string, port: number): Promise<string> => {
    await configure(world.kit, port, { smtp: { host } });
    return (await tested(world)).message;
  };
  for (const host of ['localhost', '127.0.0.1', '0x7f.1', '2130706433']) {
    // Refused when it is saved, with the way out; not only once somebody makes a test.
    const body = { smtp: { host, port: 6_379 } };
    const refusal = await world.kit.call('PUT', '/api/v1/settings', { body });
    assert.is(refusal.status, 400, host);
    assert.match(JSON.stringify(refusal.body), /own machine is used at port 25, 465 or 587 alone/, host);
    assert.match(await answerAt(host, 465), /no mail server listens/, host);
  }
  for (const host of ['169.254.169.254', '2852039166', '0xa9.0xfe.0xa9.0xfe'])
    assert.match(await answerAt(host, 25), /does not call/, host);
});

test('settings: the password is never told, and cleared when it would go elsewhere or unencrypted', async (world) => {
  const { kit } = world;
  const set = (smtp: Schemas['UpdateSmtpSettings']) => configure(kit, 587, { smtp });
  const stored = async (smtp: Schemas['UpdateSmtpSettings']) => (await set(smtp)).smtp?.password;
  const all = { tls_mode: 'tls', username: USERNAME } as const;
  assert.is(await stored({ ...all, password: PASSWORD }), '********');
  assert.is(await stored({ ...all, from: 'other@example.test' }), '********');
  for (const move of [{ host: 'other.example.test' }, { port: 25 }, { tls_mode: 'none' }] as const) {
    assert.is(await stored({ ...all, password: PASSWORD }), '********');
    assert.is(await stored({ ...all, ...move }), null, JSON.stringify(move));
  }
  const answer = await kit.call('GET', '/api/v1/settings');
  assert.not.match(JSON.stringify(answer.body), /storks/);
});

test('settings: what is no address of a person or a host is refused, and loses nothing', async (world) => {
  const { kit } = world;
  await configure(kit, 587);
  const put = async (body: object) => codeOf(await kit.call('PUT', '/api/v1/settings', { body }));
  const bad: object[] = [
    { smtp: { from: 'Fleetmend <a@b.test>' } },
    { smtp: { from: 'a@b.test\r\nBcc: c@d.test' } },
    { smtp: { from: '' } },
    { smtp: { host: '' } },
    { smtp: { host: 'a/b' } },
    { smtp: { host: 'a\r\nb' } },
    { smtp: { port: 0 } },
    { smtp: { tls_mode: 'maybe' } },
    { smtp: { colour: 'red' } },
    { notification: { recipients: ['a@b.test, c@d.test'] } },
    { notification: { recipients: ['a@b.test\nBcc: c@d.test'] } },
    { notification: { email_from: 'nobody' } },
    { notification: { log_days: 0 } },
  ];
  for (const body of bad) assert.is(await put(body), '400 VALIDATION_FAILED', JSON.stringify(body));
  assert.is(await put({ smtp: { enabled: false, from: '', host: '' } }), '200');
});

test('without recipients the test mail goes to who asks, and says what is missing', async (world) => {
  const server: MailServer = await startMailServer();
  assert.is((await tested(world)).message, 'The mail server is not set.');
  await configure(world.kit, server.port, { notification: { recipients: [] } });
  assert.match((await tested(world)).message, /your account has no mail address/);
  await server.stop();
});

test('the password and further recipients are set by who has just signed in, and test mails are limited', async (world) => {
  const { kit } = world;
  const limited = async () => codeOf(await kit.call('POST', '/api/v1/settings/smtp/test'));
  for (let count = 0; count < 20; count++) assert.is(await limited(), '200');
  assert.is(await limited(), '429 RATE_LIMITED');
  const place = await freshDatabase('sqlite');
  const real = await manager(place, { authenticate: 'identity', config: { adminPassword: PASSWORD } });
  const login = { username: 'admin', password: PASSWORD };
  const { access_token: token } = await made<Schemas['SessionTokens']>(
    real.call('POST', '/api/v1/auth/login', { role: null, body: login }),
    200,
  );
  const put = async (body: object) => {
    const headers = { authorization: `Bearer ${token}` };
    return codeOf(await real.call('PUT', '/api/v1/settings', { role: null, headers, body }));
  };
  assert.is(await put({ smtp: { host: 'mail.example.test' } }), '200');
  await real.clock.advance(11 * 60_000);
  assert.is(await put({ smtp: { host: 'evil.example.test' } }), '403 REAUTHENTICATION_REQUIRED');
  assert.is(await put({ notification: { recipients: ['a@b.test'] } }), '403 REAUTHENTICATION_REQUIRED');
  assert.is(await put({ notification: { log_days: 91 } }), '200');
  await real.stop();
  await place.cleanup();
});

test.run();
