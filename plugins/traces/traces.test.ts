// databases: sqlite, mariadb (night)
// Jobs on agents in memory, whose traces a receiver on loopback gets as a collector does.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { components } from '#generated/manager.ts';
import { createOutbound } from '#server/kernel/http/outbound.ts';
import type { AnyFeature } from '#server/kernel/boot/loader.ts';
import { settingsFeature } from '#server/core/settings/plugin.ts';
import { freshPlace, made, openManager, tearDown, type PluginWorld } from '#test/support/pluginManager.ts';
import type { Context } from '#sdk';
import { lockHeld, scriptFailed, type PluginTest } from '#sdk/testing.ts';
import { startCollector, type Collector, type GotSpan } from './collector.testing.ts';
import { tracesPlugin } from './plugin.ts';

type Schemas = components['schemas'];

interface World extends PluginWorld {
  collector: Collector;
}

const test = suite<World>('traces of jobs');

/** The plugin as it ships, except that this machine's loopback stands for the network at each port. */
const testTraces: AnyFeature = {
  ...tracesPlugin,
  setup: (ctx: Context) =>
    tracesPlugin.setup({
      ...ctx,
      outbound: createOutbound({ resolve: async () => ['127.0.0.1'], judge: () => null }),
    }),
};

test.before.each(async (world) => {
  world.collector = await startCollector();
  world.place = await freshPlace();
  world.kit = await openManager(world.place, { plugins: [settingsFeature, testTraces], hosts: 2 });
});
test.after.each(async (world) => {
  await tearDown(world);
  await world.collector.stop();
});

const set = (kit: PluginTest, traces: Schemas['UpdateTracesSettings']) =>
  kit.call('PUT', '/api/v1/settings', { body: { traces } });

async function switchOn({ kit, collector }: World): Promise<void> {
  await made(
    set(kit, { enabled: true, endpoint: `http://127.0.0.1:${collector.port}/`, headers: 'x-key=a%20b' }),
    200,
  );
}

async function patch(
  kit: PluginTest,
  more: Partial<Schemas['CreateJobRequest']> = {},
): Promise<Schemas['Job']> {
  const target = { host_ids: kit.hosts.map(({ id }) => id) };
  const { id } = await kit.createJob({ operation: 'patch', target, ...more });
  return kit.runJob(id);
}

const delivered = ({ ctx, until }: PluginTest): Promise<void> =>
  until(async () => (await ctx.outbox.figures()).waiting === 0);

const counted = async ({ ctx }: PluginTest, outcome: string): Promise<number> => {
  const name = `fleetmend_traces_total{outcome="${outcome}"} `;
  const line = (await ctx.metrics.text()).text.split('\n').find((one) => one.startsWith(name));
  return Number(line?.slice(name.length));
};

/** `parent > name`, in order of time. */
function tree(spans: readonly GotSpan[], under: string | null = null, depth = 0): string[] {
  return spans
    .filter(({ parentId }) => parentId === under)
    .sort((a, b) => a.fromMs - b.fromMs)
    .flatMap((span) => [
      `${'  '.repeat(depth)}${span.name}${span.hasFailed ? ' failed' : ''}`,
      ...tree(spans, span.id, depth + 1),
    ]);
}

test('a job is one trace: its hosts, their attempts, and what each waited for and did', async (world) => {
  const { kit, collector } = world;
  await switchOn(world);
  const [first, second] = kit.hosts;
  first?.agent.endings.push({ status: 'failed', error: { ...lockHeld } });
  second?.agent.endings.push({ status: 'failed', error: { ...scriptFailed } });
  const job = await patch(kit, { max_parallel: 1 });
  await delivered(kit);
  const { spans } = collector;
  const traceId = job.id.replaceAll('-', '');
  assert.equal([...new Set(spans.map((span) => span.traceId))], [traceId]);
  assert.is(job.trace_id, traceId);
  assert.equal(
    tree(spans).filter((line) => !/^ {4}/.test(line)),
    ['job patch failed', '  host', '  host failed'],
  );
  const host = (fqdn: string | undefined) => spans.find((span) => span.attributes['host.name'] === fqdn);
  assert.equal(tree(spans, host(first?.fqdn)?.id), [
    'wait',
    'attempt failed',
    '  call',
    '  work',
    'wait for retry',
    'attempt',
    '  call',
    '  work',
  ]);
  assert.equal(tree(spans, host(second?.fqdn)?.id), ['wait', 'attempt failed', '  call', '  work']);
  assert.equal(
    [host(second?.fqdn)?.hasFailed, host(second?.fqdn)?.attributes['error.type']],
    [true, 'SCRIPT_FAILED'],
  );
  const root = spans.find(({ parentId }) => parentId === null);
  assert.equal(
    [root?.attributes['fleetmend.job.state'], root?.attributes['fleetmend.job.hosts.completed']],
    ['partial', 1],
  );
  assert.is(root?.toMs, Date.parse(job.completed_at ?? ''));
  for (const span of spans) assert.ok(span.fromMs <= span.toMs, span.name);
  assert.is(collector.resource['service.name'], 'fleetmend');
  assert.equal(
    collector.calls.map(({ path, headers }) => [path, headers['x-key'], headers['content-type']]),
    [['/v1/traces', 'a b', 'application/x-protobuf']],
  );
  // Agents were told the attempts that the trace has.
  const attempts = spans.filter(({ name }) => name === 'attempt').map(({ id }) => `00-${traceId}-${id}-01`);
  const named = kit.hosts.flatMap(({ agent }) => [...agent.traceparents]);
  assert.equal(named.sort(), attempts.sort());
});

test('waves are spans, with their hosts below them; a retried job is sent whole once more, under the same ids', async (world) => {
  const { kit, collector } = world;
  await switchOn(world);
  kit.hosts[1]?.agent.endings.push({ status: 'failed', error: { ...scriptFailed } });
  const waves = [{ count: 1, soak_secs: 60 }, { percent: 100 }];
  const job = await patch(kit, { waves });
  await delivered(kit);
  const before = collector.spans.splice(0);
  assert.equal(
    tree(before).filter((line) => !/^ {4}/.test(line)),
    ['job patch failed', '  wave', '  wave failed'],
  );
  await made(kit.call('POST', `/api/v1/jobs/${job.id}/retry`), 202);
  await kit.until(async () => {
    const { body } = await kit.call('GET', `/api/v1/jobs/${job.id}`);
    return (body as Schemas['Job']).state === 'completed';
  });
  await delivered(kit);
  const after = collector.spans;
  const ids = new Set(after.map(({ id }) => id));
  assert.equal(
    before.filter(({ id }) => !ids.has(id)),
    [],
  );
  const rounds = after
    .filter(({ name }) => name === 'attempt')
    .map((span) => span.attributes['fleetmend.round']);
  assert.equal(rounds.sort(), [1, 1, 2]);
});

test('while traces are off nothing is sent, written or named', async ({ kit, collector }) => {
  const job = await patch(kit);
  await kit.until(async () => true);
  assert.equal([collector.calls.length, (await kit.ctx.outbox.figures()).waiting], [0, 0]);
  assert.is('trace_id' in job, false);
  assert.equal([...(kit.hosts[0]?.agent.traceparents ?? [])], []);
});

test('a collector that is away for minutes loses nothing; one that stays away or refuses costs a counted trace and no job', async (world) => {
  const { kit, collector } = world;
  await switchOn(world);
  collector.answers.push(503, 503);
  await patch(kit);
  await delivered(kit);
  assert.ok(collector.spans.length > 0);
  assert.equal([await counted(kit, 'sent'), await counted(kit, 'retried')], [1, 2]);
  collector.answers.push(...Array.from({ length: 7 }, () => 503));
  assert.is((await patch(kit)).state, 'completed');
  await delivered(kit);
  collector.answers.push(400);
  assert.is((await patch(kit)).state, 'completed');
  await delivered(kit);
  await kit.until(async () => (await counted(kit, 'dropped')) === 2);
  const { waiting, dead } = await kit.ctx.outbox.figures();
  assert.equal([waiting, dead], [0, 0], 'nobody is alarmed');
});

test('a test sends one span and says what the collector answered', async (world) => {
  const { kit, collector } = world;
  const send = () => made<Schemas['TraceTestResult']>(kit.call('POST', '/api/v1/settings/traces/test'), 200);
  assert.equal(await send(), {
    success: false,
    message: 'The address of the collector is not set.',
    trace_id: null,
  });
  await switchOn(world);
  const { success, trace_id: traceId } = await send();
  assert.equal([success, collector.spans.map((span) => span.traceId)], [true, [traceId]]);
  collector.answers.push(401);
  assert.equal((await send()).message, 'The collector answered 401.');
});

test('the settings take what can be called, keep headers secret, and send them to nobody who listens', async () => {
  const place = await freshPlace();
  const kit = await openManager(place, { plugins: [settingsFeature, tracesPlugin] });
  try {
    const issueOf = async (traces: Schemas['UpdateTracesSettings']): Promise<string> => {
      const { status, body } = await set(kit, traces);
      return status === 200 ? 'taken' : JSON.stringify(body);
    };
    assert.match(await issueOf({ enabled: true }), /endpoint: is needed/);
    assert.match(await issueOf({ endpoint: 'http://127.0.0.1:9464' }), /endpoint: .*port 4318 alone/);
    assert.match(await issueOf({ endpoint: 'http://169.254.169.254:4318' }), /traces\/endpoint: /);
    assert.match(await issueOf({ endpoint: 'http://olga:geheim@192.0.2.1' }), /without user/);
    assert.match(
      await issueOf({ endpoint: 'http://collector.example.test:4318', headers: 'x-key=geheim' }),
      /https alone/,
    );
    assert.match(await issueOf({ headers: 'no pair' }), /must be name=value/);
    assert.match(await issueOf({ headers: 'x-key=a%0d%0ab' }), /must be name=value/);
    assert.is(
      await issueOf({ enabled: true, endpoint: 'http://127.0.0.1:4318', headers: 'x-key=geheim' }),
      'taken',
    );
    const { body } = await kit.call('GET', '/api/v1/settings');
    assert.is((body as Schemas['Settings']).traces?.headers, '********');
    assert.is(await issueOf({ endpoint: 'https://collector.example.test' }), 'taken');
    const moved = (await kit.call('GET', '/api/v1/settings')).body as Schemas['Settings'];
    assert.is(moved.traces?.headers, null, 'another place gets no headers of the former');
  } finally {
    await kit.stop();
    await place.cleanup();
  }
});

test.run();
