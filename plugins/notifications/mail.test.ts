// time-limit: 240
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newId } from '#sdk';
import { scriptFailed } from '#sdk/testing.ts';
import { newAccount } from '../../server/core/identity/identity.testing.ts';
import { startMailServer } from './mailServer.testing.ts';
import { mailsAreTriedAgain } from './mailTries.testing.ts';
import {
  addGroup,
  addRule,
  configure,
  deliveries,
  MINUTE_MS,
  patch,
  setUp,
  settled,
  tearDown,
  type MailWorld,
} from './notifications.testing.ts';
import { tellOfRotation } from './service/personalMail.ts';

const test = suite<MailWorld>('mails about jobs');
test.before.each(async (world) => {
  await setUp(world, 3);
  world.server = await startMailServer();
  await configure(world.kit, world.server.port);
});
test.after.each(async (world) => {
  await tearDown(world);
  await world.server.stop();
});

test('a job that is done is told once to each recipient, in text and HTML, and first that nothing is to be done', async (world) => {
  const { kit, server } = world;
  await configure(kit, server.port, {
    notification: {
      recipients: ['olga@example.test', 'otto@example.test'],
      email_from: 'patches@example.test',
    },
  });
  const job = await patch(kit);
  await settled(kit);
  assert.equal(server.received.map(({ to }) => to.join()).sort(), ['olga@example.test', 'otto@example.test']);
  const [got] = server.received;
  const { subject, text = '', html, messageId, from, date } = got?.mail ?? {};
  assert.is(subject, 'Completed: Sunday night');
  assert.match(text, /^No action required: “Sunday night” completed on all 3 hosts\.\n/);
  assert.match(text, new RegExp(`https://fleet\\.example\\.test/jobs/${job.id}`));
  assert.match(String(html), /No action required: “Sunday night” completed on all 3 hosts\./);
  assert.is(from?.text, 'patches@example.test');
  assert.is(got?.mail.headers.get('auto-submitted'), 'auto-generated');
  const ids = server.received.map(({ mail }) => mail.messageId);
  assert.is(new Set(ids).size, 2);
  const rows = await deliveries(kit);
  assert.equal(rows.map(({ id }) => `<${id}@example.test>`).sort(), [...ids].sort());
  assert.equal(
    rows.map(({ fact, job_id, channel, state, tries }) => [fact, job_id, channel, state, tries]),
    Array(2).fill(['job.completed', job.id, 'mail', 'sent', 1]),
  );
  assert.match(rows[0]?.last_answer ?? '', /taken as 0815/);
  assert.is(messageId, ids[0]);
  assert.is(date?.toISOString().slice(0, 10), '2026-01-15');
});

test('failures are one digest a job, instead of the mail that it is done', async (world) => {
  const { kit, server } = world;
  await patch(kit, { failing: 2 });
  await settled(kit);
  assert.is(server.received.length, 1);
  const { subject, text = '' } = server.received[0]?.mail ?? {};
  assert.is(subject, 'Failed on 2 hosts: Sunday night');
  assert.match(text, /^“Sunday night” has ended and failed on 2 hosts\.\n/);
  assert.match(text, /Of 3 hosts: 1 completed, 2 not completed\./);
  for (const { fqdn } of kit.hosts.slice(0, 2))
    assert.match(text, new RegExp(`- ${fqdn}: failed \\(${scriptFailed.code}: ${scriptFailed.message}`));
  assert.not.match(text, new RegExp(kit.hosts[2]?.fqdn ?? ''));
});

test('a pause asks for a decision, and the end after it is told by itself', async (world) => {
  const { kit, server } = world;
  for (const { agent } of kit.hosts.slice(0, 1))
    agent.endings.push({ status: 'failed', error: { ...scriptFailed } });
  const target = { host_ids: kit.hosts.map(({ id }) => id) };
  const job = await kit.createJob({ operation: 'patch', target, max_parallel: 1, failure_budget_percent: 0 });
  await kit.until(() => server.received.length === 1, 10 * MINUTE_MS);
  const { subject, text = '' } = server.received[0]?.mail ?? {};
  assert.is(subject, 'Decision required: Patching, 3 hosts is paused');
  assert.match(
    text,
    /^Decide whether “Patching, 3 hosts” continues or ends: it is paused, because too many hosts failed\./,
  );
  await kit.call('POST', `/api/v1/jobs/${job.id}/resume`);
  await kit.runJob(job.id);
  await settled(kit);
  assert.equal(
    (await deliveries(kit)).map(({ fact }) => fact),
    ['job.failed', 'job.paused'],
  );
});

test('a plan is told to nobody, and so is nothing while mail is switched off', async (world) => {
  const { kit, server } = world;
  await patch(kit, { dry_run: true });
  await settled(kit);
  await configure(kit, server.port, { notification: { email_enabled: false } });
  await patch(kit);
  await settled(kit);
  await configure(kit, server.port, { smtp: { enabled: false } });
  await patch(kit);
  await settled(kit);
  await configure(kit, server.port);
  await settled(kit);
  assert.equal([server.received.length, await deliveries(kit)], [0, []]);
});

test('what waits when mail is switched off is dropped', async (world) => {
  const { kit, server } = world;
  server.refuse.rcpt.push({ code: 450, text: 'come back later' });
  await patch(kit);
  await kit.until(async () => (await deliveries(kit))[0]?.tries === 1, MINUTE_MS);
  await configure(kit, server.port, { notification: { email_enabled: false } });
  await settled(kit);
  const [row] = await deliveries(kit);
  assert.equal([row?.state, row?.last_answer], ['dropped', 'Mail was disabled before it was sent.']);
});

test('rules tell others of less: each once, of the hosts of their groups, and in what those are', async (world) => {
  const { kit, server } = world;
  const [one, two, three] = kit.hosts.map(({ id }) => id) as [string, string, string];
  const web = await addGroup(kit, 'web', [one]);
  const db = await addGroup(kit, 'db', [two, three]);
  const empty = await addGroup(kit, 'empty', []);
  await configure(kit, server.port, { notification: { recipients: ['olga@example.test'] } });
  await addRule(kit, { group_ids: [web.id], recipients: ['web@example.test', 'OLGA@example.test'] });
  await addRule(kit, { group_ids: [db.id], recipients: ['db@example.test', 'both@example.test'] });
  await addRule(kit, { group_ids: [web.id], recipients: ['both@example.test'] });
  await addRule(kit, { group_ids: [db.id], facts: ['job.failed'], recipients: ['quiet@example.test'] });
  await addRule(kit, { group_ids: [empty.id], recipients: ['empty@example.test'] });
  await addRule(kit, { recipients: ['off@example.test'], enabled: false });
  await patch(kit, { failing: 1 });
  await settled(kit);
  const told = server.received.map(({ to, mail }) => [to.join(), mail.subject]).sort();
  assert.equal(told, [
    ['both@example.test', 'Failed on 1 host: Sunday night'],
    ['db@example.test', 'Completed: Sunday night'],
    ['olga@example.test', 'Failed on 1 host: Sunday night'],
    ['web@example.test', 'Failed on 1 host: Sunday night'],
  ]);
  const ofDb = server.received.find(({ to }) => to.includes('db@example.test'))?.mail.text ?? '';
  assert.match(ofDb, /completed on all 2 hosts/);
  assert.match(ofDb, /This notification covers only the hosts of group “db”\./);
  assert.not.match(ofDb, new RegExp(kit.hosts[0]?.fqdn ?? ''));
});

test('names and error texts are text: no header, no element, no other line is made of them', async (world) => {
  const { kit, server } = world;
  const evil = 'x\r\nBcc: evil@example.test\r\n\r\n<script>alert(1)</script>\u202e';
  kit.hosts[0]?.agent.endings.push({
    status: 'failed',
    error: { ...scriptFailed, message: `<img src=x onerror=alert(1)>\r\n.\r\n${'long '.repeat(2_000)}` },
  });
  const name = 'Patch\u2028Bcc: evil@example.test <b>now</b> & "then"';
  const target = { host_ids: kit.hosts.map(({ id }) => id) };
  const job = await kit.createJob({ operation: 'patch', name, target });
  await kit.ctx.db.knex('patching_jobs').where('id', job.id).update({ name: evil });
  await kit.runJob(job.id);
  await settled(kit);
  const [got] = server.received;
  assert.equal(got?.to, ['olga@example.test']);
  assert.is(got?.mail.headers.has('bcc'), false);
  const html = String(got?.mail.html);
  assert.not.match(html, /<script|<img|onerror=alert\(1\)>/);
  assert.match(html, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
  assert.match(html, /&lt;img src=x onerror=alert\(1\)&gt;/);
  assert.not.match(got?.raw ?? '', /\u202e/);
  assert.ok(html.length < 10_000, 'long texts are cut');
  assert.match(got?.mail.subject ?? '', /^Failed on 1 host: x Bcc: evil@example\.test <script>/);
});

test('whoever made a token hears that it got another secret, once a day and by mail alone', async (world) => {
  const { kit, server } = world;
  const maker = await newAccount(kit.ctx, 'tess', { email: 'tess@example.test' });
  const silent = await newAccount(kit.ctx, 'otto');
  const previousUntil = new Date(kit.clock.now().getTime() + 3_600_000);
  const id = newId();
  const rotate = (makerId: string, isOwn = false) =>
    kit.ctx.tx(
      (tx) => {
        const token = { id, name: 'ci', owner: 'pipeline', makerId, isOwn, address: '198.51.100.7' };
        return tellOfRotation(kit.ctx, tx, { ...token, at: kit.clock.now(), previousUntil });
      },
      { name: 'test' },
    );
  for (const { id: makerId } of [maker, maker, silent]) await rotate(makerId);
  await settled(kit);
  assert.equal(
    server.received.map(({ to, mail }) => [to, mail.subject]),
    [[['tess@example.test'], 'API token rotated: ci']],
  );
  const text = server.received[0]?.mail.text ?? '';
  assert.match(text, /^If your script did not rotate the API token “ci”, revoke it now\./);
  assert.match(text, /The token of pipeline got a new secret from 198\.51\.100\.7/);
  assert.equal(
    (await deliveries(kit)).map(({ fact, state }) => [fact, state]),
    [['api_token.rotated', 'sent']],
  );
  await kit.clock.advance(86_400_000);
  await rotate(maker.id, true);
  await settled(kit);
  assert.is(server.received.length, 2);
  const pages = server.received.map(({ mail }) => /\/(?:api-tokens|profile)$/m.exec(mail.text ?? '')?.[0]);
  assert.equal(pages, ['/api-tokens', '/profile'], 'a token of ones own is on ones own page');
});

mailsAreTriedAgain(test);

test.run();
