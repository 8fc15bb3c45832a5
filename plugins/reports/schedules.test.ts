// databases: sqlite, mariadb (night)
// time-limit: 240
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dialect } from '../../test/support/databases.ts';
import { actors } from '#sdk';
import { codeOf, made } from '../../test/support/pluginManager.ts';
import { settled } from '../notifications/notifications.testing.ts';
import { reportsKeepToRights } from './scheduleRights.testing.ts';
import {
  actions,
  add,
  DAILY,
  DAY_MS,
  draft,
  ended,
  manager,
  PATH,
  read,
  setUp,
  tearDown,
  type Schedule,
  type Schemas,
  type World,
} from './schedules.testing.ts';

const test = suite<World>(`schedules of reports on ${dialect}`);
test.before.each(setUp);
test.after.each(tearDown);

test('a start that a clock ahead has put off comes in time after the clock was set back', async ({ kit }) => {
  const { id, next_start_at: before } = await add(kit);
  const later = new Date(kit.clock.now().getTime() + 365 * DAY_MS);
  const ahead = {
    next_start_at: later,
    look_at: later,
    run_state: 'making',
    run_start_at: later,
    run_due_at: later,
    run_tries: 1,
  };
  await kit.ctx.db.knex('reports_schedules').where({ id }).update(ahead);
  await kit.clock.advance(-60_000);
  await kit.clock.advance(35_000);
  await kit.until(async () => (await read(kit, id)).next_start_at === before, 240_000);
  await kit.until(async () => (await read(kit, id)).last_run?.state === 'mailed');
});

test('a report is made at its start, mailed once with its file, and told in the log', async ({
  kit,
  mail,
}) => {
  const { id, next_start_at: next } = await add(kit);
  assert.is(next, '2026-01-15T12:05:00.000Z');
  const schedule = await ended(kit, id);
  assert.equal([schedule.last_run?.state, schedule.last_run?.starts_at], ['mailed', next]);
  assert.is(schedule.next_start_at, '2026-01-16T12:05:00.000Z');
  await kit.until(() => mail.received.length > 0);
  const [got, ...others] = mail.received;
  assert.is(others.length, 0);
  assert.equal(got?.to, ['audit@example.test']);
  assert.is(got?.mail.subject, 'Report: For the auditors');
  assert.match(got?.mail.text ?? '', /from 2026-01-08 12:05 UTC to 2026-01-15 12:05 UTC/);
  const [file] = got?.mail.attachments ?? [];
  assert.is(file?.filename, 'compliance-2026-01-15.csv');
  const text = file?.content.toString('utf8') ?? '';
  for (const { fqdn } of kit.hosts) assert.ok(text.includes(fqdn), fqdn);
  const log = await made<Schemas['NotificationDeliveryList']>(
    kit.call('GET', '/api/v1/notification-deliveries'),
    200,
  );
  assert.equal(
    (await read(kit, id)).last_run?.mails.map(({ recipient, state }) => [recipient, state]),
    [['audit@example.test', 'sent']],
  );
  assert.equal(
    log.deliveries.map(({ fact, state, recipient }) => [fact, state, recipient]),
    [['report.made', 'sent', 'audit@example.test']],
  );
  assert.is(got?.mail.messageId, `<${log.deliveries[0]?.id ?? ''}@example.test>`);
  assert.ok((await actions(kit)).includes('report.mailed'));
});

test('a file that is larger than the setting allows stays here, and the mail says how to get it', async ({
  kit,
  mail,
}) => {
  // More than one MiB of audit log, and less than two.
  await kit.ctx.tx(async (tx) => {
    for (let row = 0; row < 300; row += 1)
      kit.ctx.audit.record(tx, {
        actor: actors.system,
        address: null,
        action: 'host.updated',
        resource: { kind: 'host', id: null, name: 'h' },
        after: { text: 'x'.repeat(4_000) },
      });
  });
  const { id } = await add(kit, { report_type: 'audit', enabled: false });
  const admin = await kit.ctx.core.identity.accounts.findByName('admin');
  await kit.ctx.tx((tx) => tx.knex('reports_schedules').update({ author_id: admin?.id }));
  const runWith = async (mib: number) => {
    const body = { reports: { attachment_max_mib: mib } };
    await made(kit.call('PUT', '/api/v1/settings', { body }), 200);
    const before = mail.received.length;
    await kit.clock.advance(1_000);
    await made(kit.call('POST', `${PATH}/${id}/run`), 202);
    await kit.until(() => mail.received.length > before);
    return { told: (await ended(kit, id)).last_run?.message ?? '', got: mail.received.at(-1)?.mail };
  };
  const large = await runWith(1);
  assert.equal(large.got?.attachments, []);
  assert.match(large.told, /^3\d\d rows, 1\.\d MiB, mailed to 1 without the file: a mail may carry 1 MiB/);
  const text = large.got?.text?.replaceAll(/\s+/g, ' ') ?? '';
  assert.match(text, /Download the report “For the auditors” from the manager: it is too large for a mail\./);
  assert.match(
    text,
    /The file has 1\.\d MiB; the limit for attachments is 1 MiB\. Open the link .* choose Download CSV/,
  );
  const [link = ''] = /https:\S+/.exec(text) ?? [];
  const { pathname, searchParams } = new URL(link);
  const { starts_at: startsAt = '' } = (await read(kit, id)).last_run ?? {};
  assert.equal([pathname, searchParams.get('type'), searchParams.get('to')], ['/reports', 'audit', startsAt]);
  const fits = await runWith(2);
  assert.is(fits.got?.attachments.length, 1);
  assert.ok((fits.got?.attachments[0]?.size ?? 0) > 1_048_576);
  assert.match(fits.told, /mailed to 1\.$/);
  assert.equal((await runWith(0)).got?.attachments, [], 'nothing leaves by mail');
  const tooMuch = { reports: { attachment_max_mib: 26 } };
  assert.is(codeOf(await kit.call('PUT', '/api/v1/settings', { body: tooMuch })), '400 VALIDATION_FAILED');
});

test('a recipient whom the mail server refuses is told by name, with its words', async ({ kit, mail }) => {
  const { id } = await add(kit, { recipients: ['one@example.test', 'two@example.test'] });
  mail.refuse.rcpt.push({ code: 550, text: 'No such person here' });
  await ended(kit, id);
  await kit.until(async () =>
    Boolean((await read(kit, id)).last_run?.mails.every(({ state }) => state !== 'waiting')),
  );
  const { mails = [], state } = (await read(kit, id)).last_run ?? {};
  assert.is(state, 'mailed');
  assert.equal(
    mails.map((one) => one.recipient),
    ['one@example.test', 'two@example.test'],
  );
  assert.equal(mails.map((one) => one.state).sort(), ['dead', 'sent']);
  assert.match(
    mails.find((one) => one.state === 'dead')?.answer ?? '',
    /refused the mail.*No such person here/,
  );
});

test('two managers mail a report once, and after an outage one is made, not twelve', async (world) => {
  const { kit, mail, place } = world;
  const { id } = await add(kit, { format: 'pdf' });
  await kit.stop();
  await kit.clock.leap(12 * DAY_MS);
  world.kit = await manager(place, { beside: kit });
  const other = await manager(place, { beside: kit });
  try {
    const schedule = await ended(world.kit, id);
    assert.equal(
      [schedule.last_run?.state, schedule.last_run?.starts_at, schedule.next_start_at],
      ['mailed', '2026-01-26T12:05:00.000Z', '2026-01-27T12:05:00.000Z'],
    );
    await settled(world.kit);
    await kit.clock.advance(120_000);
    assert.is(mail.received.length, 1);
    assert.is(mail.received[0]?.mail.attachments[0]?.contentType, 'application/pdf');
  } finally {
    await other.stop();
  }
});

test('schedules are changed, paused, run at once and deleted, each with its row in the audit log', async ({
  kit,
  mail,
}) => {
  const { id } = await add(kit);
  const paused = await made<Schedule>(kit.call('PUT', `${PATH}/${id}`, { body: { enabled: false } }), 200);
  assert.equal([paused.enabled, paused.next_start_at, paused.edit_version], [false, null, 2]);
  const stale = await kit.call('PUT', `${PATH}/${id}`, {
    body: { name: 'x' },
    headers: { 'if-match': '"1"' },
  });
  assert.is(codeOf(stale), '412 PRECONDITION_FAILED');
  await kit.clock.advance(600_000);
  assert.is((await read(kit, id)).last_run, null, 'a paused one makes nothing');
  const headers = { 'idempotency-key': '0190b7c4-0000-7000-8000-000000000001' };
  await made(kit.call('POST', `${PATH}/${id}/run`, { headers }), 202);
  assert.is((await ended(kit, id)).last_run?.state, 'mailed');
  await kit.until(() => mail.received.length > 0);
  await kit.clock.advance(1_000);
  // Its caller had no answer, and asks again after the report has been mailed.
  const again = await made<Schedule>(kit.call('POST', `${PATH}/${id}/run`, { headers }), 202);
  assert.is(again.last_run?.state, 'mailed', 'no second run begins');
  assert.is((await kit.call('DELETE', `${PATH}/${id}`)).status, 204);
  assert.is(codeOf(await kit.call('DELETE', `${PATH}/${id}`)), '404 REPORT_SCHEDULE_NOT_FOUND');
  const acts = (await actions(kit)).filter((action) => action?.startsWith('report'));
  assert.equal(acts, [
    'report_schedule.created',
    'report_schedule.updated',
    'report_schedule.run_requested',
    'report.mailed',
    'report_schedule.deleted',
  ]);
  for (const rrule of ['RRULE:FREQ=DAILY', 'DTSTART:20260101T000000\nRRULE:FREQ=SECONDLY'])
    assert.is(
      codeOf(await kit.call('POST', PATH, { body: draft({ rrule }) })),
      '400 REPORT_SCHEDULE_INVALID',
    );
  const body = { timezone: 'Europe/Berlin', rrule: DAILY, period: 'last_month' };
  const { starts } = await made<Schemas['ReportSchedulePreview']>(
    kit.call('POST', `${PATH}/preview`, { body }),
    200,
  );
  assert.equal(
    [starts.length, starts[0]?.from, starts[0]?.to],
    [5, '2025-11-30T23:00:00.000Z', '2025-12-31T23:00:00.000Z'],
  );
});

test('a report that cannot be made says why, by mail where that goes', async ({ kit, mail }) => {
  const group = await made<{ id: string }>(kit.call('POST', '/api/v1/groups', { body: { name: 'Web' } }));
  const { id } = await add(kit, { group_id: group.id });
  assert.is(codeOf(await kit.call('DELETE', `/api/v1/groups/${group.id}`)), '409 GROUP_IN_USE');
  // Deletion refuses this, but a restore of the database may have done it.
  await kit.ctx.tx((tx) => tx.knex('hosts_groups').where('id', group.id).delete());
  const failed = await ended(kit, id);
  assert.equal(
    [failed.last_run?.state, failed.last_run?.message],
    [
      'failed',
      'Its group does not exist any more, or holds no host that the person who saved the schedule may see.',
    ],
  );
  await kit.until(() => mail.received.length > 0);
  assert.is(mail.received[0]?.mail.subject, 'Report failed: For the auditors');
  assert.match(mail.received[0]?.mail.text ?? '', /Its group does not exist any more/);
  await made(kit.call('PUT', '/api/v1/settings', { body: { notification: { email_enabled: false } } }), 200);
  // A run is named after its start: a second one at the same time would be the same.
  await kit.clock.advance(1_000);
  await made(kit.call('POST', `${PATH}/${id}/run`), 202);
  await kit.until(async () => (await read(kit, id)).last_run?.state === 'failed');
  const off = await made<Schemas['ReportScheduleList']>(kit.call('GET', PATH), 200);
  assert.is(off.mail_on, false);
  assert.match(off.schedules[0]?.last_run?.message ?? '', /Mail is not set up, or disabled/);
  assert.equal(off.schedules[0]?.last_run?.mails, []);
});

reportsKeepToRights(test);
test.run();
