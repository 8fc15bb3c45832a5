// time-limit: 240
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { selfSigned } from '../../server/kernel/http/outbound.testing.ts';
import { scriptFailed } from '../../server/pluginTesting.ts';
import { waitFor } from '../../test/support/wait.ts';
import { MAIL_HOST, startBadServer, startMailServer, type MailServer } from './mailServer.testing.ts';
import {
  addGroup,
  addRule,
  configure,
  deliveries,
  patch,
  setUp,
  settled,
  tearDown,
  type World,
} from './notifications.testing.ts';

interface MailWorld extends World {
  server: MailServer;
}

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

const MINUTE_MS = 60_000;

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
  assert.is(subject, 'Done: Sunday night');
  assert.match(text, /^You need do nothing: “Sunday night” is done on all 3 hosts\.\n/);
  assert.match(text, new RegExp(`https://fleet\\.example\\.test/jobs/${job.id}`));
  assert.match(String(html), /You need do nothing: “Sunday night” is done on all 3 hosts\./);
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
  assert.is(subject, 'Look at 2 hosts: Sunday night');
  assert.match(text, /^Look at 2 hosts: “Sunday night” has ended and did not do its work there\.\n/);
  assert.match(text, /Of 3 hosts: 1 done, 2 not done\./);
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
  assert.is(subject, 'Decide: Patching, 3 hosts has stopped');
  assert.match(
    text,
    /^Decide whether “Patching, 3 hosts” goes on or ends: it has stopped, because too many hosts failed\./,
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
  assert.equal([row?.state, row?.last_answer], ['dropped', 'Mail was switched off before it was sent.']);
});

test('greylisting, a full box and a server that is away are tried again with growing pauses, under one Message-ID', async (world) => {
  const { kit, server } = world;
  server.refuse.rcpt.push({ code: 450, text: '4.7.1 greylisted, come back in a minute' });
  server.refuse.data.push({ code: 452, text: '4.2.2 mailbox full' });
  await patch(kit);
  const triesAt: number[] = [];
  let seen = 0;
  await kit.until(async () => {
    const [row] = await deliveries(kit);
    if (row && row.tries > seen) {
      triesAt.push(kit.clock.now().getTime());
      seen = row.tries;
      if (seen === 1) assert.match(row.last_answer ?? '', /refused the mail.*450 4\.7\.1 greylisted/);
    }
    return row?.state === 'sent';
  });
  assert.equal([server.received.length, triesAt.length], [1, 3]);
  const [first = 0, second = 0] = triesAt.slice(1).map((at, index) => at - (triesAt[index] ?? 0));
  // 30 s and then 60 s, each a quarter more or less; the test's clock runs on while the server answers.
  assert.ok(first >= 22_500 && second >= 45_000, `${first} ${second}`);
});

test('a refusal for good ends it at once, says what the server said, and is sent again when somebody asks', async (world) => {
  const { kit, server } = world;
  server.refuse.rcpt.push({ code: 550, text: '5.1.1 nobody of that name' });
  await patch(kit);
  await settled(kit);
  const [dead] = await deliveries(kit, '?state=dead');
  assert.equal([dead?.tries, server.received.length], [1, 0]);
  assert.match(
    dead?.last_answer ?? '',
    /^The server refused the mail\. It said: 550 5\.1\.1 nobody of that name/,
  );
  const again = await kit.call('POST', `/api/v1/notification-deliveries/${dead?.id}/send-again`);
  assert.equal([again.status, (again.body as { state: string }).state], [200, 'waiting']);
  await settled(kit);
  assert.is(server.received[0]?.mail.messageId, `<${dead?.id}@example.test>`);
  const twice = await kit.call('POST', `/api/v1/notification-deliveries/${dead?.id}/send-again`);
  assert.is((twice.body as { error: { code: string } }).error.code, 'DELIVERY_NOT_DEAD');
  assert.is(server.received.length, 1);
});

test('what says no before the mail is offered can be put right: it is tried until it is given up', async (world) => {
  const { kit, server } = world;
  server.refuse.mail.push({ code: 530, text: '5.7.0 sign in first' });
  await patch(kit);
  await kit.until(async () => (await deliveries(kit))[0]?.tries === 1, MINUTE_MS);
  await configure(kit, 1);
  // As if ten attempts had failed: two are left.
  await kit.ctx.db.knex('kernel_outbox').update({ attempts: 10 });
  await kit.until(async () => (await deliveries(kit))[0]?.tries === 2);
  assert.is((await deliveries(kit))[0]?.state, 'waiting');
  await kit.until(async () => (await deliveries(kit))[0]?.tries === 3, 90 * MINUTE_MS);
  const [row] = await deliveries(kit);
  assert.equal(
    [row?.state, row?.last_answer],
    ['dead', 'No mail server listens at this address and port: the connection was refused.'],
  );
  await configure(kit, server.port);
  await kit.call('POST', `/api/v1/notification-deliveries/${row?.id}/send-again`);
  await settled(kit);
  assert.is(server.received.length, 1);
});

test('a server that breaks off in the message gets it again; one that took it and gave no answer gets it twice, under one id', async (world) => {
  const { kit } = world;
  const bad = await startBadServer('drops in the message');
  await configure(kit, bad.port);
  await patch(kit);
  await kit.until(async () => (await deliveries(kit))[0]?.tries === 1, MINUTE_MS);
  assert.equal([(await deliveries(kit))[0]?.state, bad.messages.length], ['waiting', 0]);
  bad.does = 'cuts the answer';
  await kit.until(async () => (await deliveries(kit))[0]?.tries === 2, 10 * MINUTE_MS);
  assert.equal([(await deliveries(kit))[0]?.state, bad.messages.length], ['waiting', 1]);
  assert.match((await deliveries(kit))[0]?.last_answer ?? '', /broke off/);
  bad.does = 'well';
  await settled(kit);
  assert.equal([(await deliveries(kit))[0]?.state, bad.messages.length], ['sent', 2]);
  const ids = bad.messages.map((message) => /^Message-ID: (.*)$/im.exec(message)?.[1]);
  assert.is(ids[0], ids[1]);
  await settled(kit);
  assert.is(bad.messages.length, 2);
  await bad.stop();
});

test('a server that hangs is left after its time, and each mail arrives once when it answers again', async ({
  kit,
}) => {
  const bad = await startBadServer('well');
  bad.next = ['silent', 'hangs'];
  const recipients = ['olga@example.test', 'otto@example.test'];
  await configure(kit, bad.port, { notification: { recipients } });
  await patch(kit);
  await kit.until(() => bad.connections === 2, MINUTE_MS);
  // In real time: the clock of the test stands still, so that no manager takes the mails over meanwhile.
  const given = async () => (await deliveries(kit)).filter(({ tries }) => tries === 1);
  await waitFor(async () => (await given()).length === 2, { what: 'two attempts to end' });
  assert.equal((await given()).map(({ state, last_answer }) => [state, last_answer]).sort(), [
    ['waiting', 'The server stopped answering.'],
    ['waiting', 'The server took the connection and said nothing.'],
  ]);
  await settled(kit);
  const told = bad.messages.map((message) => /^To: (.*)$/im.exec(message)?.[1]).sort();
  assert.equal([told, bad.connections], [recipients, 4]);
  assert.equal(
    (await deliveries(kit)).map(({ state, tries }) => [state, tries]),
    Array(2).fill(['sent', 2]),
  );
  await bad.stop();
});

test('a certificate that is not trusted holds the mail back until it is, and then it arrives once', async ({
  kit,
}) => {
  for (const mode of ['starttls', 'tls'] as const) {
    const wrong = await startMailServer({ mode, certificate: selfSigned(MAIL_HOST) });
    await configure(kit, wrong.port, { smtp: { tls_mode: mode } });
    await patch(kit);
    await kit.until(async () => (await deliveries(kit, '?state=waiting'))[0]?.tries === 2, 10 * MINUTE_MS);
    const [row] = await deliveries(kit);
    assert.match(row?.last_answer ?? '', /^The certificate of the server is not trusted/, mode);
    const right = await startMailServer({ mode });
    await configure(kit, right.port, { smtp: { tls_mode: mode } });
    await settled(kit);
    assert.equal(
      [wrong.received.length, right.received.length, right.received[0]?.isEncrypted],
      [0, 1, true],
    );
    await wrong.stop();
    await right.stop();
  }
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
    ['both@example.test', 'Look at 1 host: Sunday night'],
    ['db@example.test', 'Done: Sunday night'],
    ['olga@example.test', 'Look at 1 host: Sunday night'],
    ['web@example.test', 'Look at 1 host: Sunday night'],
  ]);
  const ofDb = server.received.find(({ to }) => to.includes('db@example.test'))?.mail.text ?? '';
  assert.match(ofDb, /is done on all 2 hosts/);
  assert.match(ofDb, /You are told only of the hosts of group “db”\./);
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
  assert.match(got?.mail.subject ?? '', /^Look at 1 host: x Bcc: evil@example\.test <script>/);
});

test.run();
