import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Duplex } from 'node:stream';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createKeyPair, issueLeaf } from '#server/core/agents/pki/index.ts';
import type { Authority } from '#server/core/agents/pki/index.ts';
import { eventually } from '../../testing/fakeAgent.ts';
import { createAuthority, emptyCrl } from '../../testing/fakeManager.ts';
import { callOver, startLinkManager } from '../../testing/linkManager.ts';
import type { LinkManager } from '../../testing/linkManager.ts';
import { machineIdOf } from '../host.ts';
import { simulatedNames } from '../simulator.ts';
import { FleetCertificatesWriter } from './certificates.ts';
import { ThinFleet } from './fleet.ts';
import type { ThinFleetOptions } from './fleet.ts';

interface Context {
  dir: string;
  ca: Authority;
  hostIds: string[];
  manager: LinkManager;
  fleets: ThinFleet[];
}

const test = suite<Context>('thin hosts');
const names = simulatedNames(3);

test.before.each(async (context) => {
  context.dir = await mkdtemp(join(tmpdir(), 'fleetmend-thin-'));
  context.ca = await createAuthority();
  context.fleets = [];
  context.hostIds = names.map(() => randomUUID());
  const writer = new FleetCertificatesWriter(context.dir);
  writer.saveTrust(context.ca.certificatePem + emptyCrl(context.ca));
  const { publicKeyPem, privateKeyPem } = await createKeyPair();
  for (const [place, hostId] of context.hostIds.entries()) {
    const profile = { kind: 'host', hostId } as const;
    const { certificatePem } = issueLeaf({ ca: context.ca, publicKeyPem, profile, now: new Date() });
    writer.write(place, { hostId, privateKeyPem, certificatePem });
  }
  writer.close();
  context.manager = await startLinkManager({ ca: context.ca });
});

test.after.each(async ({ fleets, manager, dir }) => {
  for (const fleet of fleets) await fleet.stop();
  await manager.close();
  await rm(dir, { recursive: true, force: true });
});

async function start(context: Context, options: Partial<ThinFleetOptions> = {}): Promise<ThinFleet> {
  const fleet = new ThinFleet({
    dir: context.dir,
    names,
    managers: [context.manager.url.href],
    packages: { installed: 10, patches: 4, security: 1 },
    onAnswer: () => undefined,
    log: pino({ level: 'silent' }),
    random: () => 0,
    ...options,
  });
  context.fleets.push(fleet);
  await fleet.start();
  return fleet;
}

const linked = (fleet: ThinFleet, links: number): Promise<void> =>
  eventually(() => fleet.counts.links === links, `${links} links`);

/** One host with its link. */
async function startOne(context: Context): Promise<ThinFleet> {
  const fleet = await start(context, { part: { index: 1, of: 3 } });
  await linked(fleet, 1);
  return fleet;
}

async function patch(channel: Duplex): Promise<void> {
  const headers = { 'idempotency-key': randomUUID() };
  const accepted = await callOver(channel, '/api/v1/patches', { method: 'POST', body: {}, headers });
  const { data } = JSON.parse(accepted.text) as { data: { job_id: string } };
  let status: unknown = null;
  for (let tries = 0; tries < 500 && status !== 'completed'; tries += 1)
    status = (await dataOver(channel, `/api/v1/jobs/${data.job_id}`))['status'];
  assert.is(status, 'completed');
}

const dataOver = async (channel: Duplex, path: string): Promise<Record<string, unknown>> =>
  (JSON.parse((await callOver(channel, path)).text) as { data: Record<string, unknown> }).data;

test('each host opens a link with a certificate of its own, says who it is, and how its health is', async (context) => {
  const fleet = await start(context);
  await linked(fleet, 3);
  const { links } = context.manager;
  assert.equal(links.map(({ hello }) => hello?.host_id).toSorted(), context.hostIds.toSorted());
  assert.is(new Set(links.map(({ serial }) => serial)).size, 3);
  await eventually(() => links.every(({ texts }) => texts.length === 2), 'the marks');
  assert.is(new Set(links.map(({ texts }) => texts[1])).size, 1);
  assert.equal(fleet.counts, { begun: 3, links: 3, awake: 0, isShort: false });
});

test('in a channel it answers as an agent for its own host, and is a mere socket again when it closes', async (context) => {
  const fleet = await startOne(context);
  const channel = await context.manager.open();
  const info = await dataOver(channel, '/api/v1/system/info');
  assert.is(info['hostname'], 'sim-0002');
  assert.is(info['machine_id'], machineIdOf('sim-0002'));
  const first = await callOver(channel, '/api/v1/packages');
  const again = { headers: { 'if-none-match': String(first.headers.etag) } };
  assert.is(first.status, 200);
  assert.is((await callOver(channel, '/api/v1/packages', again)).status, 304);
  assert.is(fleet.counts.awake, 1);
  channel.destroy();
  await eventually(() => fleet.counts.awake === 0, 'sleep');
  // Between two calls nothing of it is left, and its list still is the same.
  const later = await context.manager.open();
  assert.is((await callOver(later, '/api/v1/packages', again)).status, 304);
  assert.is((await callOver(later, '/health')).status, 200);
});

test('a host that was patched stays so when it is called again, and keeps its job; the others stay as they were', async (context) => {
  const fleet = await startOne(context);
  const channel = await context.manager.open();
  await patch(channel);
  channel.destroy();
  await eventually(() => fleet.counts.awake === 0, 'sleep');
  const later = await context.manager.open();
  assert.is((await dataOver(later, '/api/v1/patches'))['total'], 0);
  assert.is(((await dataOver(later, '/api/v1/jobs'))['jobs'] as unknown[]).length, 1);
  assert.equal(readdirSync(join(context.dir, 'journals-1')), ['sim-0002']);
  const other = await start(context, { part: { index: 2, of: 3 } });
  await linked(other, 1);
  assert.is((await dataOver(await context.manager.open(), '/api/v1/patches'))['total'], 4);
});

test('a host that was only asked leaves no file behind', async (context) => {
  const fleet = await startOne(context);
  const channel = await context.manager.open();
  await callOver(channel, '/health');
  channel.destroy();
  await eventually(() => fleet.counts.awake === 0, 'sleep');
  await eventually(() => !existsSync(join(context.dir, 'journals-1', 'sim-0002')), 'removal');
});

test('a lost link is opened again, and at another manager where there is one', async (context) => {
  const other = await startLinkManager({ ca: context.ca });
  try {
    const fleet = await start(context, { managers: [context.manager.url.href, other.url.href] });
    await linked(fleet, 3);
    assert.equal([context.manager.links.length, other.links.length], [2, 1]);
    await context.manager.close();
    await eventually(() => other.links.length === 3, 'the links of the dead one');
    await linked(fleet, 3);
    other.send({ kind: 'bye', why: 'restart', retry_after_ms: 1 });
    await linked(fleet, 2);
  } finally {
    await other.close();
  }
});

test('a bye is waited for, and a message that is none ends the link', async (context) => {
  const fleet = await startOne(context);
  context.manager.send({ kind: 'bye', why: 'balance', retry_after_ms: 0 });
  await context.manager.link(2);
  await linked(fleet, 1);
  context.manager.send('{"kind":');
  await context.manager.link(3);
  await linked(fleet, 1);
  await eventually(() => context.manager.links[0]?.closed === 1000, 'the close');
});

test('a manager of another authority gets nothing', async (context) => {
  const stranger = await startLinkManager({ ca: await createAuthority() });
  try {
    const fleet = await start(context, { managers: [stranger.url.href], part: { index: 0, of: 3 } });
    await eventually(() => stranger.connections > 0 || fleet.counts.begun === 1, 'the try');
    assert.equal(stranger.asked, []);
    assert.is(fleet.counts.links, 0);
  } finally {
    await stranger.close();
  }
});

test('where memory is short no host is started, and it says so', async (context) => {
  const fleet = await start(context, { leastMemoryMb: 1e9 });
  assert.equal(fleet.counts, { begun: 0, links: 0, awake: 0, isShort: true });
});

test.run();
