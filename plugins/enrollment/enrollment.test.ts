import { X509Certificate } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { publicKeyPin } from '../../server/core/agents/pki/index.ts';
import { pollFirst } from './service/firstPoll.ts';
import {
  approve,
  ask,
  audits,
  codeOf,
  DAY_MS,
  enrolled,
  type ErrorBody,
  HOUR_MS,
  list,
  newKey,
  newToken,
  publicPem,
  setUp,
  status,
  tearDown,
  type World,
} from './enrollment.testing.ts';

const test = suite<World>('enrollment');
test.before.each(setUp);
test.after.each(tearDown);

test('a host asks, a person approves, and the agent fetches a certificate for its own key', async ({
  app,
}) => {
  const key = newKey();
  const { id, polling_token, expires_at } = await ask(app, key);
  assert.is(expires_at, '2026-01-16T12:00:00.000Z');
  assert.equal((await status(app, polling_token)).body, { status: 'pending' });

  assert.is((await approve(app, id)).status, 204);
  const told = new Promise<{ hostId: string }>((resolve) =>
    app.ctx.events.on('enrollment.certificateFetched', resolve),
  );
  const { body } = await status(app, polling_token);
  assert.is(body.status, 'approved');
  assert.is(publicKeyPin(body.certificate_pem ?? ''), publicKeyPin(publicPem(key)));
  const certificate = new X509Certificate(body.certificate_pem ?? '');
  assert.match(certificate.subjectAltName ?? '', `URI:urn:fleetmend:host:${body.host_id}`);
  assert.not.match(certificate.subject, 'let me in');
  assert.ok(certificate.checkIssued(new X509Certificate(body.ca_pem ?? '')));

  const host = await app.ctx.core.hosts.get(body.host_id ?? '');
  assert.is(host?.osName, 'Debian 12');
  assert.is(host?.osFamily, 'debian');
  assert.is(host?.healthStatus, 'unknown');
  await app.clock.advance(1_500);
  const { hostId: polledId } = await told;
  assert.is(polledId, body.host_id);
});

test('a host is made due until it has answered since it got its certificate', async (world) => {
  const { app } = world;
  const hostId = await enrolled(world, newKey());
  let told = 0;
  app.ctx.events.on('enrollment.certificateFetched', () => void told++);
  const dueAt = async () => {
    const row = await app.ctx.db.reader('hosts_hosts').where('id', hostId).first('next_poll_at');
    return (row as { next_poll_at: number | null }).next_poll_at;
  };
  await pollFirst(app.ctx, { hostId, fetchedAtMs: app.clock.now().getTime(), attempt: 3 });
  assert.is(told, 1);
  assert.is.not(await dueAt(), null);
  await app.ctx.tx(({ knex }) =>
    knex('hosts_hosts').where('id', hostId).update({ last_seen_at: app.clock.now() }),
  );
  await pollFirst(app.ctx, { hostId, fetchedAtMs: app.clock.now().getTime(), attempt: 0 });
  assert.is(told, 1);
  await pollFirst(app.ctx, { hostId, fetchedAtMs: app.clock.now().getTime() + 1, attempt: 3 });
  assert.is(told, 2, 'an answer from before a re-key is none');
});

test('every act writes its audit row, and no row holds a token', async ({ app }) => {
  const { token } = await newToken(app);
  const { polling_token } = await ask(app, newKey(), { enrollment_token: token });
  await status(app, polling_token);
  const rows = await audits(app);
  const actions = rows.map(({ action }) => action);
  for (const action of [
    'enrollment_token.created',
    'enrollment.requested',
    'host.created',
    'enrollment.approved',
    'enrollment.completed',
  ] as const)
    assert.ok(actions.includes(action), action);
  const text = JSON.stringify(rows);
  assert.not(text.includes(polling_token));
  assert.not(text.includes(token.split('.')[0] ?? ''));
});

test('a live machine id is flagged: no token approves it, and replace re-keys the same host', async (world) => {
  const { app, agents } = world;
  const first = await enrolled(world, newKey());
  const { token, id: tokenId } = await newToken(app);
  const key = newKey();
  const again = await ask(app, key, { enrollment_token: token, ip_address: '10.0.4.99' });
  assert.is((await status(app, again.polling_token)).body.status, 'pending');
  assert.equal(
    (await list(app)).map((row) => [row.id, row.machine_id_in_use]),
    [[again.id, true]],
  );
  const uses = await app.ctx.db.reader('enrollment_tokens').where('id', tokenId).first('uses');
  assert.is((uses as { uses: number }).uses, 0, 'no use is spent');

  const refused = await approve(app, again.id);
  assert.is(refused.status, 409);
  assert.is(codeOf(refused), 'MACHINE_ID_IN_USE');
  assert.is((refused.body as ErrorBody).error.details?.host_id, first);
  assert.match((refused.body as ErrorBody).error.message, 'systemd-machine-id-setup');

  assert.is((await approve(app, again.id, '?replace=true')).status, 204);
  const answer = (await status(app, again.polling_token)).body;
  assert.is(answer.host_id, first, 'the host keeps its id');
  assert.is((await app.ctx.core.hosts.get(first))?.ipAddress, '10.0.4.99');
  assert.equal(
    agents.issued.map(({ certificate }) => certificate.status),
    ['revoked', 'active'],
  );
});

test('a denied, an expired and a decided request cannot be decided again', async ({ app }) => {
  const denied = await ask(app, newKey());
  const deny = (id: string) => app.call('DELETE', `/api/v1/admin/enrollments/${id}/deny`);
  assert.is((await deny(denied.id)).status, 204);
  assert.equal((await status(app, denied.polling_token)).body, { status: 'denied' });
  assert.is(codeOf(await approve(app, denied.id)), 'ENROLLMENT_NOT_PENDING');
  assert.is(codeOf(await deny(denied.id)), 'ENROLLMENT_NOT_PENDING');
  assert.is(codeOf(await deny('01939f6c-2b3c-7d4e-8f50-617283940a1b')), 'ENROLLMENT_NOT_FOUND');

  const late = await ask(app, newKey());
  await app.clock.leap(24 * HOUR_MS);
  assert.equal((await status(app, late.polling_token)).body, { status: 'expired' });
  assert.equal(await list(app), []);
  assert.is(codeOf(await approve(app, late.id)), 'ENROLLMENT_NOT_PENDING');
});

test('of two administrators who approve at once, one is told that it is decided', async ({ app, agents }) => {
  const { id } = await ask(app, newKey());
  const answers = await Promise.all([approve(app, id), approve(app, id), approve(app, id)]);
  assert.equal(answers.map((answer) => answer.status).sort(), [204, 409, 409]);
  assert.is(agents.issued.length, 1);
});

test('the certificate of a deleted host is handed out no more, and its machine id inherits nothing', async (world) => {
  const { app } = world;
  const key = newKey();
  const { id, polling_token } = await ask(app, key);
  await approve(app, id);
  const hostId = (await status(app, polling_token)).body.host_id ?? '';
  assert.is((await app.call('DELETE', `/api/v1/hosts/${hostId}`)).status, 204);
  assert.equal((await status(app, polling_token)).body, { status: 'expired' });
  const kept = (await app.ctx.db.reader('enrollment_requests').where({ id }).first()) as Record<
    string,
    unknown
  >;
  assert.equal([kept.state, kept.host_id, kept.certificate_pem], ['approved', hostId, null]);
  const { token } = await newToken(app);
  const anew = await ask(app, newKey(), { enrollment_token: token });
  assert.is.not((await status(app, anew.polling_token)).body.host_id, hostId);
});

test('the fleet status counts what waits, and expired requests are written down', async ({ app }) => {
  await ask(app, newKey());
  const [answer] = await app.ctx.hooks.ask('fleet.collect', { scope: 'all' });
  assert.equal(answer?.answer, { enrollmentsPending: 1 });
  const { expireRequests } = await import('./jobs.ts');
  await app.clock.leap(24 * HOUR_MS);
  await expireRequests(app.ctx);
  assert.is((await audits(app)).at(-1)?.action, 'enrollment.expired');
  await app.clock.leap(31 * DAY_MS);
  await expireRequests(app.ctx);
  assert.equal(await app.ctx.db.reader('enrollment_requests').select(), []);
});

test.run();
