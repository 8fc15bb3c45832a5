// databases: sqlite, mariadb (night)
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import type { components } from '../../generated/manager.ts';
import { healthData, infoData, patchData } from '../../server/core/agents/agentAnswers.testing.ts';
import { byClock, refusal, success, wellBehaved } from '../../server/core/agents/fakeAgent.testing.ts';
import { by } from '../../server/core/agents/agents.testing.ts';
import { claimHosts } from '../../server/core/hosts/hosts.testing.ts';
import { waitFor } from '../../test/support/wait.ts';
import { AgentFailure } from '#sdk';
import { readFailure } from './domain.ts';
import { createSweeper } from './sweeper.ts';
import { hostWithAgent, setUp, show, tearDown, type World } from './polling.testing.ts';

const test = suite<World>('polling');
test.before.each(setUp);
test.after.each(tearDown);

async function due({ app }: World, hostIds: string[]): Promise<void> {
  await app.ctx.tx((tx) => app.ctx.core.hosts.pollSoon(tx, hostIds));
}

test('the first poll reads health, system and patches, and the host shows it all', async (world) => {
  const { hostId, agent } = await hostWithAgent(world);
  await world.sweeper.drain();
  const host = await show(world, hostId);
  assert.equal([host.health_status, host.status_reason, host.agent_version], ['healthy', null, '1.2.3']);
  assert.equal(
    [host.os_family, host.os_name, host.arch, host.kernel],
    ['debian', 'Debian GNU/Linux 12', 'amd64', '6.1.0-28-amd64'],
  );
  assert.equal(
    [host.patches_total, host.patches_security, host.reboot_required, host.reboot_reasons],
    [1, 1, true, ['linux-image-amd64']],
  );
  assert.is(host.patches_refreshed_at, '2026-01-15T06:00:00.250Z');
  assert.ok(host.last_seen_at !== null && host.last_polled_at !== null && host.patches_polled_at !== null);
  assert.equal(agent.calls, ['GET /health', 'GET /api/v1/system/info', 'GET /api/v1/patches']);
  const list = (await world.app.call('GET', `/api/v1/hosts/${hostId}/patches`))
    .body as components['schemas']['HostPatches'];
  const since = list.patches[0]?.security_since;
  assert.match(String(since), /^\d{4}-\d\d-\d\dT/, 'since this poll');
  assert.equal(
    list.patches,
    patchData.patches.map((patch) => ({ ...patch, security_since: since })),
  );
});

test('an interval that is shortened counts from its change on, not from the next poll on', async (world) => {
  const { app, sweeper } = world;
  await hostWithAgent(world);
  /** Seconds from now. */
  const dueIn = async (): Promise<number> => {
    const row = (await app.ctx.db.reader('hosts_hosts').first('next_patches_at')) as {
      next_patches_at: number;
    };
    return (Number(row.next_patches_at) - app.clock.now().getTime()) / 1_000;
  };
  await sweeper.drain();
  const before = await dueIn();
  assert.ok(before >= 1_620 && before <= 1_981, `every 30 minutes: in ${before} s`);
  const sections = { polling: { patch_poll_interval_secs: 60 } };
  await app.ctx.tx((tx) => app.ctx.settings.update(tx, { sections, ifMatch: null, by }));
  const after = await dueIn();
  assert.ok(after >= 0 && after <= 60, `every minute: in ${after} s`);
});

test('after the clock was set back by a year, a host is polled within its interval', async (world) => {
  const { app, sweeper } = world;
  const { agent } = await hostWithAgent(world);
  await sweeper.drain();
  agent.calls.length = 0;
  // A host's place in its intervals is random: near their beginning, the list of patches would be due with the health.
  await app.ctx.db.knex('hosts_hosts').update({ poll_spread: 500 });
  await app.clock.advance(-365 * 86_400_000);
  await app.clock.advance(31_000);
  await waitFor(async () => {
    const row = (await app.ctx.db.reader('hosts_hosts').first('next_poll_at')) as { next_poll_at: number };
    return Number(row.next_poll_at) < app.clock.now().getTime() + 3_600_000;
  });
  await app.clock.advance(61_000);
  await sweeper.drain();
  assert.equal(agent.calls, ['GET /health']);
  await app.clock.advance(31 * 60_000);
  await sweeper.drain();
  assert.ok(agent.calls.includes('GET /api/v1/patches'), agent.calls.join());
});

test('an agent that answers 304 to everything does not stay as it was read last', async (world) => {
  const { hostId, agent } = await hostWithAgent(world);
  await world.sweeper.drain();
  assert.is((await show(world, hostId)).health_status, 'healthy');
  for (const path of ['/health', '/api/v1/system/info'])
    agent.routes[`GET ${path}`] = (_req, res) => void res.writeHead(304).end();
  await due(world, [hostId]);
  await world.sweeper.drain();
  const { health_status: status, status_reason: reason } = await show(world, hostId);
  assert.equal([status, reason], ['degraded', 'ANSWER_INVALID']);
});

test('an agent whose link says that its health is unchanged is not asked, and counts as seen', async (world) => {
  const { app, sweeper } = world;
  const { hostId, agent } = await hostWithAgent(world);
  let mark: string | null = 'one';
  app.ctx.core.agents.transport.healthMark = () => mark;
  const takeOver = (manager: string): Promise<void> =>
    app.ctx.tx((tx) => app.ctx.core.hosts.holdPolls(tx, [hostId], manager));
  await takeOver('tested');
  const asked = async (kinds: ('health' | 'patches')[] = ['health']): Promise<string[]> => {
    agent.calls.length = 0;
    await app.ctx.tx((tx) => app.ctx.core.hosts.pollSoon(tx, [hostId], kinds));
    await sweeper.drain();
    return [...agent.calls];
  };
  await sweeper.drain();
  const before = await show(world, hostId);
  await app.clock.advance(1_000);
  assert.equal(await asked(), []);
  const after = await show(world, hostId);
  assert.ok(String(after.last_seen_at) > String(before.last_seen_at), 'seen');
  assert.equal([after.health_status, after.health_check_status], ['healthy', before.health_check_status]);
  assert.equal(await asked(['health', 'patches']), ['GET /health', 'GET /api/v1/patches'], 'a list is due');
  mark = 'two';
  assert.equal(await asked(), ['GET /health'], 'something has changed');
  assert.equal(await asked(), []);
  await app.ctx.db.knex('hosts_hosts').update({ health_digest: 'of another manager' });
  assert.equal(await asked(), ['GET /health'], 'another manager has stored something');
  mark = null;
  assert.equal(await asked(), ['GET /health'], 'the link is gone');
  mark = 'two';
  assert.equal(await asked(), ['GET /health'], 'it is back');
  agent.routes['GET /health'] = (_req, res) => refusal(res, 500, 'INTERNAL_ERROR');
  mark = 'three';
  assert.equal(await asked(), ['GET /health']);
  assert.equal(await asked(), ['GET /health'], 'what failed is asked again');
});

test('of many hosts those are asked alone whose links say that something has changed', async (world) => {
  const { app, sweeper } = world;
  const hosts = [await hostWithAgent(world), await hostWithAgent(world), await hostWithAgent(world)];
  const hostIds = hosts.map(({ hostId }) => hostId);
  const changed = new Set<string>();
  app.ctx.core.agents.transport.healthMark = (hostId) => (changed.has(hostId) ? 'two' : 'one');
  await app.ctx.tx((tx) => app.ctx.core.hosts.holdPolls(tx, hostIds, 'tested'));
  await sweeper.drain();
  for (const { agent } of hosts) agent.calls.length = 0;
  const nextOf = async (): Promise<number[]> =>
    (await app.ctx.db.reader('hosts_hosts').whereIn('id', hostIds).orderBy('id').select('next_poll_at')).map(
      ({ next_poll_at: at }) => Number(at),
    );
  const before = await nextOf();
  await app.clock.advance(70_000);
  changed.add(hostIds[1] ?? '');
  await sweeper.drain();
  assert.equal(
    hosts.map(({ agent }) => agent.calls),
    [[], ['GET /health'], []],
  );
  (await nextOf()).forEach((at, index) => assert.ok(at >= (before[index] ?? 0) + 54_000, `${at}`));
});

test('nothing is asked before it is due, and an unchanged list costs a 304', async (world) => {
  const { hostId, agent } = await hostWithAgent(world);
  await world.sweeper.drain();
  agent.calls.length = 0;
  await world.sweeper.drain();
  assert.equal(agent.calls, []);
  let asked: unknown;
  const patches = agent.routes['GET /api/v1/patches'];
  agent.routes['GET /api/v1/patches'] = (req, res, body) => {
    asked = req.headers['if-none-match'];
    patches?.(req, res, body);
  };
  await due(world, [hostId]);
  await world.sweeper.drain();
  assert.equal(agent.calls, ['GET /health', 'GET /api/v1/system/info', 'GET /api/v1/patches']);
  assert.is(asked, '"list-1"');
  const host = await show(world, hostId);
  assert.equal(
    [host.patches_total, (await world.app.ctx.core.hosts.patchesOf(hostId, 'all')).patches.length],
    [1, 1],
  );
  assert.is(agent.connections(), 1, 'the connection was kept');
});

test('a host moves through its states with the reason, and keeps its figures', async (world) => {
  const { hostId, agent } = await hostWithAgent(world);
  const state = async (): Promise<unknown[]> => {
    await due(world, [hostId]);
    await world.sweeper.drain();
    const host = await show(world, hostId);
    assert.is(host.patches_total, host.last_polled_at === null ? null : 1);
    return [host.health_status, host.status_reason];
  };
  assert.equal(await state(), ['healthy', null]);
  agent.routes['GET /health'] = (_req, res) =>
    success(res, { ...healthData, status: 'degraded', problems: [{ code: 'LISTS_STALE', message: 'old' }] });
  assert.equal(await state(), ['degraded', 'AGENT_PROBLEMS']);
  agent.routes['GET /health'] = (_req, res) => void res.end('<html>');
  assert.equal(await state(), ['degraded', 'ANSWER_INVALID']);
  agent.routes['GET /health'] = (_req, res) => refusal(res, 403, 'CERTIFICATE_REQUIRED');
  assert.equal(await state(), ['degraded', 'CERTIFICATE_REQUIRED']);
  agent.routes['GET /health'] = (_req, res) => success(res, healthData);
  assert.equal(await state(), ['healthy', null]);
  await agent.stop();
  assert.equal(await state(), ['unreachable', 'CONNECTION_REFUSED']);
  await world.app.ctx.tx((tx) => world.app.ctx.core.hosts.flagDuplicate(tx, hostId, by));
  assert.equal(await state(), ['unreachable', 'CONNECTION_REFUSED']);
});

test('what an agent says is not well is shown with its host: a few, short ones', async (world) => {
  const { hostId, agent } = await hostWithAgent(world);
  const problems = [
    { code: 'SOURCE_FAILED', message: 'The source http://deb.example.org/x vendor failed: 404 Not Found.' },
    { code: 'odd code', message: 'x'.repeat(4000) },
    ...Array.from({ length: 23 }, (_, i) => ({ code: 'DISK_LOW', message: `disk ${i}` })),
  ];
  agent.routes['GET /health'] = (_req, res) => success(res, { ...healthData, status: 'degraded', problems });
  await world.sweeper.drain();
  const shown = (await show(world, hostId)).problems;
  assert.is(shown.length, 21);
  assert.equal(shown[0], problems[0]);
  assert.equal(
    [shown[1]?.code, shown[1]?.message.length, shown[1]?.message.endsWith(' …')],
    ['UNKNOWN', 500, true],
  );
  assert.equal(shown[20], { code: 'MORE', message: 'And 5 more.' });
  agent.routes['GET /health'] = (_req, res) => success(res, healthData);
  await due(world, [hostId]);
  await world.sweeper.drain();
  assert.equal((await show(world, hostId)).problems, []);
});

test('a restart of the host is noticed by its boot id, and everything is read anew', async (world) => {
  const { hostId, agent } = await hostWithAgent(world);
  await world.sweeper.drain();
  const boot = uuid();
  agent.routes['GET /health'] = (_req, res) => success(res, { ...healthData, boot_id: boot });
  agent.routes['GET /api/v1/system/info'] = (_req, res) =>
    success(res, { ...infoData, boot_id: boot, kernel: '6.1.0-29-amd64' });
  agent.calls.length = 0;
  await world.app.ctx.tx((tx) => world.app.ctx.core.hosts.pollSoon(tx, [hostId], ['health']));
  await world.sweeper.drain();
  assert.equal(agent.calls, ['GET /health', 'GET /api/v1/system/info', 'GET /api/v1/patches']);
  assert.is((await show(world, hostId)).kernel, '6.1.0-29-amd64');
});

test('lists that were never refreshed are null, not zero', async (world) => {
  const routes = wellBehaved();
  routes['GET /api/v1/patches'] = (_req, res) =>
    success(res, { ...patchData, patches: [], total: null, security_total: null, refreshed_at: null });
  const { hostId } = await hostWithAgent(world, routes);
  await world.sweeper.drain();
  const host = await show(world, hostId);
  assert.equal([host.patches_total, host.patches_security, host.patches_refreshed_at], [null, null, null]);
  assert.ok(host.patches_polled_at);
});

test('a list that the agent cannot read makes the counts unknown until it can; one that is out of reach once does not', async (world) => {
  const { hostId, agent } = await hostWithAgent(world);
  const read = agent.routes['GET /api/v1/patches'];
  const counts = async (): Promise<unknown[]> => {
    await due(world, [hostId]);
    await world.sweeper.drain();
    const { patches_total: total, patches_security: security } = await show(world, hostId);
    return [total, security];
  };
  const known = await counts();
  assert.is(known[0], 1);
  agent.routes['GET /api/v1/patches'] = (req) => void req.socket.destroy();
  assert.equal(await counts(), known);
  agent.routes['GET /api/v1/patches'] = (_req, res) => refusal(res, 500, 'LISTS_UNREADABLE');
  assert.equal(await counts(), [null, null]);
  assert.equal(await counts(), [null, null]);
  if (read) agent.routes['GET /api/v1/patches'] = read;
  assert.equal(await counts(), known);
});

test('a patch list that does not arrive twice in a row is a problem with cause and time, kept by polls of health alone, until it does', async (world) => {
  const { hostId, agent } = await hostWithAgent(world);
  const read = agent.routes['GET /api/v1/patches'];
  const poll = async (kinds?: ['health']) => {
    await world.app.ctx.tx((tx) => world.app.ctx.core.hosts.pollSoon(tx, [hostId], kinds));
    await world.sweeper.drain();
    const host = await show(world, hostId);
    return { ...host, figures: [host.health_status, host.patches_total, host.patches_security] };
  };
  const known = (await poll()).figures;
  agent.routes['GET /api/v1/patches'] = (req) => void req.socket.destroy();
  const since = new Date().toISOString().slice(0, 10);
  assert.equal((await poll()).figures, known);
  const told = await poll();
  assert.equal([told.figures, told.status_reason], [['degraded', null, null], 'AGENT_PROBLEMS']);
  assert.equal(told.problems.length, 1);
  assert.is(told.problems[0]?.code, 'PATCHES_UNANSWERED');
  assert.match(told.problems[0]?.message ?? '', `missing since ${since}`);
  assert.match(told.problems[0]?.message ?? '', '(CONNECTION_LOST)');
  agent.calls.length = 0;
  const between = await poll(['health']);
  assert.equal(
    [agent.calls, between.problems, between.figures],
    [['GET /health'], told.problems, told.figures],
  );
  const list = await world.app.call('GET', '/api/v1/hosts?problem=PATCHES_UNANSWERED');
  assert.is((list.body as components['schemas']['HostList']).total, 1);
  if (read) agent.routes['GET /api/v1/patches'] = read;
  const after = await poll();
  assert.equal([after.problems, after.figures], [[], known]);
});

test('facts of the system that the agent refuses are a problem at once, and no figure is lost', async (world) => {
  const { hostId, agent } = await hostWithAgent(world);
  const read = agent.routes['GET /api/v1/system/info'];
  const poll = async () => {
    await due(world, [hostId]);
    await world.sweeper.drain();
    return show(world, hostId);
  };
  await poll();
  agent.routes['GET /api/v1/system/info'] = (_req, res) => refusal(res, 500, 'INTERNAL_ERROR');
  const told = await poll();
  assert.equal(
    [told.health_status, told.problems.map(({ code }) => code), told.patches_total, told.kernel],
    ['degraded', ['SYSTEM_UNANSWERED'], 1, '6.1.0-28-amd64'],
  );
  assert.match(told.problems[0]?.message ?? '', /INTERNAL_ERROR/);
  if (read) agent.routes['GET /api/v1/system/info'] = read;
  assert.equal((await poll()).problems, []);
});

test('a host whose clock is wrong says by how much, and is well again once it is right', async (world) => {
  const { hostId, agent } = await hostWithAgent(world);
  const poll = async () => {
    await due(world, [hostId]);
    await world.sweeper.drain();
    return show(world, hostId);
  };
  await poll();
  const health = agent.routes['GET /health'];
  agent.routes['GET /health'] = byClock(-2 * 86_400_000);
  const wrong = await poll();
  assert.equal([wrong.health_status, wrong.status_reason], ['unreachable', 'CLOCK_SKEW']);
  const message =
    "The clock of the host is about 2 days behind the manager's, and by it the manager's certificate is not valid.";
  assert.equal(wrong.problems, [{ code: 'CLOCK_SKEW', message }]);
  const list = await world.app.call('GET', '/api/v1/hosts?problem=CLOCK_SKEW');
  assert.is((list.body as components['schemas']['HostList']).total, 1);
  if (health) agent.routes['GET /health'] = health;
  const right = await poll();
  assert.equal([right.health_status, right.status_reason, right.problems], ['healthy', null, []]);
});

test('what is known of a wrong clock is not written at each poll', () => {
  const failure = new AgentFailure('tls', 'CLOCK_SKEW', 'the clock of the host is about 2 days behind');
  const { found } = readFailure({ healthDigest: null }, failure);
  assert.equal(found?.problems, [
    { code: 'CLOCK_SKEW', message: 'The clock of the host is about 2 days behind.' },
  ]);
  assert.is(readFailure({ healthDigest: found?.digest ?? null }, failure).found, undefined);
});

test('what an agent says beyond the contract reaches nobody', async (world) => {
  const routes = wellBehaved();
  const patch = {
    ...patchData.patches[0],
    severity: 'x'.repeat(40),
    kept_back_reason: 'no reason <b>',
    extra: '<script>',
  };
  routes['GET /api/v1/patches'] = (_req, res) => success(res, { ...patchData, patches: [patch], more: 1 });
  const { hostId } = await hostWithAgent(world, routes);
  await world.sweeper.drain();
  const [stored] = (await world.app.ctx.core.hosts.patchesOf(hostId, 'all')).patches;
  assert.is(stored?.kept_back_reason, null);
  assert.is(stored?.severity?.length, 32);
  assert.not.ok(JSON.stringify(stored).includes('script'));
  assert.is((await world.app.call('GET', `/api/v1/hosts/${hostId}/patches`)).status, 200);
});

test('two managers poll each due host once between them', async (world) => {
  const made = [];
  for (let n = 0; n < 12; n++) made.push(await hostWithAgent(world));
  const other = createSweeper({ ...world.app.ctx, instanceId: 'other' });
  await Promise.all([world.sweeper.drain(), other.drain(), world.sweeper.drain()]);
  for (const { agent } of made) assert.is(agent.calls.filter((call) => call === 'GET /health').length, 1);
});

test('what a manager held when it was killed is polled by another once its lease is over', async (world) => {
  const { hostId, agent } = await hostWithAgent(world);
  const { polls } = world.app.ctx.core.hosts;
  assert.is(
    (await polls.claim({ owner: 'killed', lane: 'answering', limit: 10, leaseMs: 60_000 })).length,
    1,
  );
  await world.sweeper.drain();
  assert.equal(agent.calls, []);
  await world.app.ctx.db
    .knex('hosts_hosts')
    .where('id', hostId)
    .update({ poll_lease_until: world.app.clock.now().getTime() - 1 });
  await world.sweeper.drain();
  assert.is((await show(world, hostId)).health_status, 'healthy');
});

test('what a manager held when it was killed, it polls at once when it starts again', async (world) => {
  const [own, others] = [await hostWithAgent(world), await hostWithAgent(world)];
  await claimHosts(world.app, { owner: 'tested', hostIds: [own.hostId] });
  await claimHosts(world.app, { owner: 'other', hostIds: [others.hostId] });
  await world.sweeper.start();
  await world.sweeper.drain();
  assert.is((await show(world, own.hostId)).health_status, 'healthy');
  assert.equal(others.agent.calls, [], 'another manager may be polling it');
  await world.sweeper.stop();
});

test('hosts that hang hold up neither the good ones nor each other for long', async (world) => {
  const hanging = [];
  for (let n = 0; n < 4; n++) hanging.push(await hostWithAgent(world));
  await world.sweeper.drain();
  for (const { agent } of hanging) await agent.stop();
  await due(
    world,
    hanging.map(({ hostId }) => hostId),
  );
  await world.sweeper.drain();
  const good = [];
  for (let n = 0; n < 6; n++) good.push(await hostWithAgent(world));
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  for (const { hostId } of hanging) {
    const slow = await hostWithAgent(world, {
      'GET /health': (_req, res) => void held.then(() => success(res, healthData)),
    });
    await world.app.ctx.db
      .knex('hosts_hosts')
      .where('id', slow.hostId)
      .update({ poll_lane: 1, poll_failures: 1 });
    await world.app.ctx.db.knex('hosts_hosts').where('id', hostId).update({ next_poll_at: null });
  }
  const one = createSweeper({ ...world.app.ctx, instanceId: 'one' }, { atOnce: 1 });
  const drained = one.drain();
  for (const { hostId } of good) {
    while ((await show(world, hostId)).health_status !== 'healthy')
      await new Promise((resolve) => setTimeout(resolve, 20));
  }
  release();
  await drained;
});

test('stopping stores what ended and gives the rest back', async (world) => {
  const { hostId } = await hostWithAgent(world, { 'GET /health': () => undefined });
  world.sweeper.wake();
  const held = async (): Promise<unknown> =>
    (
      (await world.app.ctx.db.reader('hosts_hosts').where('id', hostId).first('poll_owner')) as {
        poll_owner: unknown;
      }
    ).poll_owner;
  while ((await held()) === null) await new Promise((resolve) => setTimeout(resolve, 10));
  await world.sweeper.stop();
  assert.is(await held(), null);
});

test.run();
