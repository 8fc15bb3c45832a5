import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { selfSigned } from '../../server/kernel/http/outbound.testing.ts';
import { waitFor } from '../../test/support/wait.ts';
import { MAIL_HOST, startBadServer, startMailServer } from './mailServer.testing.ts';
import { configure, deliveries, MINUTE_MS, patch, settled, type MailWorld } from './notifications.testing.ts';

/** What is done about a mail that a server did not take: when it is tried again, and when no more. */
export function mailsAreTriedAgain(test: Test<MailWorld>): void {
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
      ['dead', 'Connection refused: no mail server listens at this address and port.'],
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
    assert.match((await deliveries(kit))[0]?.last_answer ?? '', /connection was lost/);
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
      ['waiting', 'The server accepted the connection but did not respond.'],
      ['waiting', 'The server stopped responding.'],
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
}
