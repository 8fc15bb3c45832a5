import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { once } from 'node:events';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { components } from '#generated/manager.ts';
import { definePlugin, hostByHost } from '#sdk';
import { installExample } from '#server/installed/installed.testing.ts';
import { createMailbox, createPluginTest, lockHeld, scriptFailed, type PluginTest } from '#sdk/testing.ts';

declare module '#sdk' {
  interface OutboxTopics {
    'parcels.parcel': object;
  }
}

const test = suite<{ kit: PluginTest }>('kit for tests of plugins');

/** A gate that opens at `opensAt`, and a clean-up that runs each hour. */
const gate = (opensAt: Date, cleaned: Date[]) =>
  definePlugin({
    name: 'gate',
    requires: ['patching'],
    setup({ clock, db, core }) {
      core.patching.declareReasons('gate', { WINDOW_CLOSED: 'The gate opens later.' });
      return {
        routes: {},
        jobs: {
          'gate.cleanUp': { everyMs: 3_600_000, run: async () => void cleaned.push(await db.now()) },
        },
        hooks: {
          'patching.beforeHost': hostByHost(() =>
            clock.now() < opensAt
              ? { verdict: 'wait', state: 'waiting_window', reason: 'WINDOW_CLOSED', until: opensAt }
              : { verdict: 'go' },
          ),
        },
      };
    },
  });

test.after.each(async ({ kit }) => kit.stop());

test('one clock moves the gate, the job, the scheduler and the time of the database', async (world) => {
  const cleaned: Date[] = [];
  const opensAt = new Date('2026-01-15T14:30:00Z');
  const kit = (world.kit = await createPluginTest({ plugins: [gate(opensAt, cleaned)], hosts: 2 }));
  const [first, second] = kit.hosts;
  second?.agent.endings.push({ status: 'failed', error: { ...scriptFailed } });
  const { id } = await kit.createJob({
    operation: 'patch',
    target: { host_ids: kit.hosts.map((host) => host.id) },
  });
  await kit.clock.advance(2 * 3_600_000);
  assert.is(first?.agent.started.length, 0, 'the gate is closed');
  const job = await kit.runJob(id);
  assert.is(job.state, 'partial');
  assert.is(first?.agent.started.length, 1);
  assert.ok(job.completed_at !== null && new Date(job.completed_at) >= opensAt);
  assert.equal(
    cleaned.slice(0, 3).map((at) => at.toISOString()),
    ['2026-01-15T12:00:00.000Z', '2026-01-15T13:00:00.000Z', '2026-01-15T14:00:00.000Z'],
  );
});

test('a retry comes a minute later by the clock of the test', async (world) => {
  const kit = (world.kit = await createPluginTest({ plugins: [], hosts: 1 }));
  const [host] = kit.hosts;
  host?.agent.endings.push({ status: 'failed', error: { ...lockHeld } });
  const startedAt = kit.clock.now().getTime();
  const { id } = await kit.createJob({ operation: 'patch', target: { host_ids: [host?.id ?? ''] } });
  const job = await kit.runJob(id);
  assert.is(job.state, 'completed');
  assert.is(host?.agent.started.length, 2);
  assert.ok(kit.clock.now().getTime() - startedAt >= 60_000);
  await assertThrows(() => kit.until(() => false, 3_000), /did not come within 3 s/);
});

test('patches that the test sets are pending on that host', async (world) => {
  const kit = (world.kit = await createPluginTest({ plugins: [], hosts: 2 }));
  const [host, other] = kit.hosts;
  await kit.setPatches(host?.id ?? '', [{ name: 'linux-image-amd64' }, { name: 'openssl', security: true }]);
  await kit.setPatches(host?.id ?? '', [{ name: 'openssl', security: true }]);
  await kit.setPatches(other?.id ?? '', [{ name: 'jq' }]);
  const { patches, securityTotal } = await kit.ctx.core.hosts.patchesOf(host?.id ?? '', 'all');
  assert.equal([patches.map(({ name }) => name), securityTotal], [['openssl'], 1]);
});

test('the page of a package is where the web UI is told that it is, and its settings have their form', async (world) => {
  const place = installExample();
  try {
    const kit = (world.kit = await createPluginTest({ packages: [place.directory] }));
    const { pages, settings = [] } = (await kit.call('GET', '/api/v1/ui'))
      .body as components['schemas']['UiInfo'];
    assert.equal([pages.length, settings.map(({ section }) => section)], [1, ['acme_notes']]);
    const served = await fetch(`${kit.url}${pages[0]?.module}`);
    assert.is(await served.text(), readFileSync(path.join(place.directory, 'web/pages.js'), 'utf8'));
  } finally {
    place.cleanup();
  }
});

/** Lists the notes, of which the manager's validation knows another form. */
const BROKEN_REPLY = `
  import { createPluginTest } from '#sdk/testing.ts';
  const kit = await createPluginTest({ packages: [process.env.PLACE], hosts: 1 });
  console.log((await kit.call('GET', '/api/v1/acme-notes')).status);
  await kit.stop();
`;

test('what goes wrong in a package is on stderr, and nothing else', async (world) => {
  world.kit = await createPluginTest({ plugins: [] });
  const place = installExample();
  const run = () => {
    const env = { ...process.env, PLACE: place.directory, TEST_LOG: undefined };
    const args = ['--input-type=module', '--eval', BROKEN_REPLY];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
    // On a busy machine.
    const told = stderr.split('\n').filter((line) => line !== '' && !line.includes('slow transaction'));
    return { status: stdout.trim(), told };
  };
  try {
    assert.equal(run(), { status: '200', told: [] });
    const file = path.join(place.directory, 'plugin.js');
    place.write('plugin.js', readFileSync(file, 'utf8').replace('notes.map(toWire)', '[{}]'));
    const { status, told } = run();
    assert.is(status, '500');
    assert.match(told.join('\n'), /"level":50.*notes.0 must have required property/);
  } finally {
    place.cleanup();
  }
});

test('the clock stands while a message is delivered, so that its lease holds', async (world) => {
  let tries = 0;
  let isDone = false;
  // Its lease is half a minute longer than its time limit. Without waiting, the clock passes it in a fifth of a second.
  const parcel = {
    timeoutMs: 2_000,
    deliver: async () => {
      tries += 1;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      isDone = true;
    },
  };
  const parcels = definePlugin({
    name: 'parcels',
    setup(ctx) {
      ctx.outbox.deliver({ 'parcels.parcel': parcel });
      return { routes: {} };
    },
  });
  const kit = (world.kit = await createPluginTest({ plugins: [parcels] }));
  await kit.ctx.tx((tx) => kit.ctx.outbox.write(tx, 'parcels.parcel', { key: '1', payload: {} }));
  const startedAt = kit.clock.now().getTime();
  await kit.until(() => isDone);
  assert.is(tries, 1);
  assert.ok(kit.clock.now().getTime() - startedAt < 30_000);
});

test('a mailbox takes real SMTP, and refuses what it is told to', async (world) => {
  world.kit = await createPluginTest({ plugins: [] });
  const mailbox = await createMailbox();
  mailbox.refuseNext(451);
  assert.match(await send(mailbox.port), /^451/m);
  assert.equal(mailbox.mails, []);
  assert.match(await send(mailbox.port), /^250 .*\r\n221/m);
  const [mail] = mailbox.mails;
  assert.equal(mail?.to, ['olga@example.org']);
  assert.is(mail?.subject, 'Zwei Pakete für web1');
  assert.is(mail?.text.trim(), 'jq, curl');
  await mailbox.stop();
});

async function send(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let said = '';
  socket.on('data', (text) => (said += String(text)));
  const lines = [
    'EHLO test',
    'MAIL FROM:<fleetmend@example.org>',
    'RCPT TO:<olga@example.org>',
    'DATA',
    'Subject: =?utf-8?q?Zwei_Pakete_f=C3=BCr_web1?=\r\nMessage-ID: <1@test>\r\n\r\njq, curl\r\n.',
    'QUIT',
  ];
  await once(socket, 'data');
  for (const line of lines) {
    const answered = once(socket, 'data');
    socket.write(`${line}\r\n`);
    await answered;
  }
  await once(socket, 'close');
  return said;
}

async function assertThrows(work: () => Promise<unknown>, message: RegExp): Promise<void> {
  const error: unknown = await work().catch((caught: unknown) => caught);
  assert.ok(error instanceof Error && message.test(error.message), String(error));
}

test.run();
