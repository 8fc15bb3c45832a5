// time-limit: 400
/**
 * A whole manager, on which people and tools do all that involves a secret, rightly and wrongly. Afterwards none of
 * these secrets is in the log, an audit row, an answer that did not have to give it out, or a file of the manager's: in
 * clear, in hex or in base64.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newKey, request } from '../plugins/enrollment/enrollment.testing.ts';
import { codeAt } from '../plugins/mfa/mfa.testing.ts';
import { serversAreGivenSecrets } from './support/planted/outside.ts';
import { createPlanted, type Planted } from './support/planted/secrets.ts';
import {
  ADMIN_PASSWORD,
  call,
  login,
  refused,
  setUp,
  tearDown,
  type Schemas,
  type World,
} from './support/planted/world.ts';

const test = suite<World>('planted secrets');

test.before(setUp);
test.after(tearDown);

test('passwords, right, wrong, weak, in the wrong field and in requests that cannot be read', async (world) => {
  const { planted } = world;
  const secret = (name: string, text: string) => planted.plant(`${name} password`, text);
  const { access_token: admin } = await login(world, 'admin', ADMIN_PASSWORD);
  const wrong = secret('wrong', 'nine wrong geese walk west');
  await refused(world, 401, 'POST /auth/login', { username: 'admin', password: wrong });
  const typed = secret('typed as a name:', 'ten small wrens sing early');
  await refused(world, 401, 'POST /auth/login', { username: typed, password: 'x' });
  const odd = secret('oddly sent', 'six odd owls hunt at noon');
  await refused(world, 400, 'POST /auth/login', { username: 'admin', password: [odd] });
  await refused(world, 400, 'POST /auth/login', { username: 'admin', password: odd, remember: odd });
  await call(world, 400, 'POST /auth/login', { text: `{"username":"admin","password":"${odd}` });
  await call(world, 400, 'POST /auth/login', { text: `"${odd}"` });
  await call(world, 400, `GET /hosts?password=${encodeURIComponent(odd)}`, { token: admin });
  const first = secret("olga's first", 'seven quiet otters row north');
  const olga = { username: 'olga', role: 'operator', must_change_password: false };
  await refused(world, 400, 'POST /users', { ...olga, password: first, email: 'none' }, admin);
  const weak = secret('weak', 'olga-olga-olga');
  await refused(world, 400, 'POST /users', { ...olga, password: weak }, admin);
  const { id } = await call<Schemas['User']>(world, 201, 'POST /users', {
    body: { ...olga, password: first },
    token: admin,
  });
  const reset = secret('reset', 'eleven loud herons sail south');
  await call(world, 204, `PUT /users/${id}/password`, { body: { new_password: reset }, token: admin });
  await refused(world, 401, 'POST /auth/login', { username: 'olga', password: first });
  await refused(world, 403, 'POST /auth/login', { username: 'olga', password: reset });
  const second = secret("olga's second", 'four brown bears climb up');
  const change = { username: 'olga', current_password: wrong, new_password: second };
  await refused(world, 401, 'POST /auth/force-change-password', change);
  await call(world, 204, 'POST /auth/force-change-password', {
    body: { ...change, current_password: reset },
  });
  const { access_token: token } = await login(world, 'olga', second);
  const third = secret("olga's third", 'five grey cranes fly inland');
  const own = { current_password: wrong, new_password: third };
  await refused(world, 401, 'PUT /users/me/password', own, token);
  await call(world, 204, 'PUT /users/me/password', { body: { ...own, current_password: second }, token });
  await refused(world, 401, 'POST /auth/reauthenticate', { password: wrong }, token);
  await call(world, 204, 'POST /auth/reauthenticate', { body: { password: third }, token });
});

test('tokens: of sessions, of tools, of hosts that join, and tickets', async (world) => {
  const { kit, planted } = world;
  const opened = await login(world, 'admin', ADMIN_PASSWORD);
  planted.plant('access token', opened.access_token);
  planted.plant('refresh token', opened.refresh_token);
  const body = { refresh_token: opened.refresh_token };
  const next = await call<Schemas['RefreshResponse']>(world, 200, 'POST /auth/refresh', {
    body,
    gives: true,
  });
  planted.plant('next refresh token', next.refresh_token);
  await kit.clock.advance(11_000);
  await refused(world, 401, 'POST /auth/refresh', body);
  await refused(world, 400, 'POST /auth/refresh', { ...body, session: opened.refresh_token });
  await call(world, 401, 'GET /users/me', { token: next.access_token });

  const { access_token: token } = await login(world, 'admin', ADMIN_PASSWORD);
  const draft = { name: 'a tool', role: 'admin', expires_in_secs: 7 * 86_400 };
  const made = await call<Schemas['CreatedApiToken']>(world, 201, 'POST /users/me/tokens', {
    body: draft,
    token,
    gives: true,
  });
  const tool = planted.plant('API token', made.token);
  await call(world, 200, 'GET /hosts', { token: tool });
  await call(world, 403, 'DELETE /users/me/sessions', { token: tool });
  await call(world, 401, 'GET /hosts', { token: `${tool}x` });
  await call(world, 400, `GET /hosts?access_token=${tool}`, { token });
  await refused(world, 400, 'POST /hosts', { fqdn: tool, ip_address: tool }, token);
  await call(world, 200, 'GET /users/me/tokens', { token });

  const { ticket } = await call<{ ticket: string }>(world, 201, 'POST /ws/ticket', { token, gives: true });
  planted.plant('ticket', ticket);
  await call(world, 400, `GET /ws/jobs?ticket=${ticket}`);

  const tokens = '/admin/enrollment-tokens';
  const joining = await call<Schemas['CreatedEnrollmentToken']>(world, 201, `POST ${tokens}`, {
    body: { max_uses: 1 },
    token,
    gives: true,
  });
  const [secret = ''] = joining.token.split('.');
  planted.plant('enrollment token', secret);
  const ask = (more: Record<string, unknown>) => request(newKey(), more);
  await refused(world, 400, 'POST /enroll', ask({ enrollment_token: [joining.token] }));
  await refused(world, 403, 'POST /enroll', ask({ enrollment_token: `x${joining.token}` }));
  const joined = await call<Schemas['CreatedEnrollment']>(world, 201, 'POST /enroll', {
    body: ask({ machine_id: 'machine-0000-1', enrollment_token: joining.token }),
    gives: true,
  });
  planted.plant('polling token of who joined', joined.polling_token);
  await refused(world, 403, 'POST /enroll', ask({ enrollment_token: joining.token }));
  const asked = await call<Schemas['CreatedEnrollment']>(world, 201, 'POST /enroll', {
    body: ask({ machine_id: '0123456789abcdef0123456789abcdef' }),
    gives: true,
  });
  planted.plant('polling token', asked.polling_token);
  await call(world, 200, 'GET /enroll/status', { token: asked.polling_token });
  await call(world, 401, 'GET /enroll/status', { token: `${asked.polling_token}x` });
  await call(world, 200, 'GET /admin/enrollments', { token });
  await call(world, 200, `GET ${tokens}`, { token });
});

test('second factors: the secret of an app, recovery codes, and what stands for the password meanwhile', async (world) => {
  const { kit, planted } = world;
  const { access_token: token } = await login(world, 'admin', ADMIN_PASSWORD);
  const offered = await call<Schemas['TotpSetup']>(world, 200, 'GET /auth/mfa/setup', { token, gives: true });
  const secret = planted.plant('TOTP secret', offered.secret_base32);
  const proof = { secret_base32: secret, code: '000000' };
  await refused(world, 400, 'POST /auth/mfa/verify', proof, token);
  await refused(world, 400, 'POST /auth/mfa/verify', { ...proof, code: secret }, token);
  const enabled = await call<Schemas['RecoveryCodes']>(world, 200, 'POST /auth/mfa/verify', {
    body: { ...proof, code: codeAt(kit, secret) },
    token,
    gives: true,
  });
  for (const [index, code] of enabled.recovery_codes.entries())
    plantCode(planted, `recovery code ${index}`, code);
  const given = { username: 'admin', password: ADMIN_PASSWORD };
  const due = await call<Schemas['ErrorEnvelope']>(world, 401, 'POST /auth/login', {
    body: given,
    gives: true,
  });
  planted.plant('token of a pending second factor', String(due.error.details?.['mfa_token']));
  const [code = '', other = ''] = enabled.recovery_codes;
  await login(world, 'admin', ADMIN_PASSWORD, { recovery_code: code });
  await refused(world, 401, 'POST /auth/login', { ...given, recovery_code: code });
  await refused(world, 400, 'POST /auth/login', { ...given, recovery_code: [other] });
  await kit.clock.advance(60_000);
  const { access_token: again } = await login(world, 'admin', ADMIN_PASSWORD, {
    totp_code: codeAt(kit, secret),
  });
  const renewed = await call<Schemas['RecoveryCodes']>(world, 200, 'POST /auth/mfa/recovery-codes', {
    token: again,
    gives: true,
  });
  plantCode(planted, 'renewed recovery code', renewed.recovery_codes[0] ?? '');
  await call(world, 200, 'GET /auth/mfa', { token: again });
  await call(world, 204, 'DELETE /auth/mfa', { body: { password: ADMIN_PASSWORD }, token: again });
});

/** Registers a code as it is shown, and as it is typed. */
function plantCode(planted: Planted, name: string, code: string): void {
  planted.plant(name, code);
  planted.plant(`${name}, without signs between`, code.replaceAll(/[^A-Za-z0-9]/g, ''));
  planted.plant(
    `${name}, in other case`,
    code.toUpperCase() === code ? code.toLowerCase() : code.toUpperCase(),
  );
}

serversAreGivenSecrets(test);

/** The manager's files, by name; the log of the database as it is, and after it is written back. */
async function filesOf({ kit }: World): Promise<Map<string, Buffer>> {
  const { dataDir } = kit.ctx.config;
  const read = (when: string): [string, Buffer][] =>
    readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name, parentPath }) => [`${name} ${when}`, readFileSync(join(parentPath, name))]);
  const before = read('as it was left');
  await kit.ctx.db.knex.raw('pragma wal_checkpoint(full)');
  return new Map([...before, ...read('after the checkpoint')]);
}

test('none of them is where it has no business', async (world) => {
  const { kit, planted, answers } = world;
  const { access_token: token } = await login(world, 'admin', ADMIN_PASSWORD);
  for (const target of [
    'settings',
    'users',
    'webhooks',
    'notification-deliveries',
    'configuration',
    'audit?limit=500',
    'audit/export',
    'audit/export/csv',
  ])
    await call(world, 200, `GET /${target}`, { token });
  const found: string[] = [];
  const search = (where: string, bytes: Buffer): void => {
    for (const what of planted.foundIn(bytes)) found.push(`${where}: ${what}`);
  };
  for (const [name, answer] of answers) search(`answer of ${name.split('?')[0]}`, Buffer.from(answer));
  search('log', readFileSync(world.logFile));
  const rows: { text: string }[] = await kit.ctx.db.knex('kernel_audit');
  search('audit rows', Buffer.from(rows.map(({ text }) => text).join('\n')));
  const files = await filesOf(world);
  assert.ok(
    [...files.keys()].some((name) => name.startsWith('test.sqlite-wal')),
    [...files.keys()].join(),
  );
  for (const [name, bytes] of files) search(`file ${name}`, bytes);
  assert.equal(found, []);
  assert.ok(rows.length > 20 && answers.size > 30, 'there was something to look through');
});

test('what is looked for would be found', () => {
  const planted = createPlanted();
  planted.plant('it', 'seven quiet otters');
  const encoded = Buffer.from('x: seven quiet otters, y').toString('base64');
  for (const text of ['a seven quiet otters b', Buffer.from('seven quiet otters').toString('hex'), encoded])
    assert.is(planted.foundIn(Buffer.from(text)).length, 1, text);
  assert.equal(planted.foundIn(Buffer.from('seven quite others')), []);
});

test.run();
