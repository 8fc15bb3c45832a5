import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createMetrics, type OwnMetrics } from './metrics.ts';

interface World {
  own: OwnMetrics;
  warnings: string[];
}

const test = suite<World>('metrics');

test.before.each((world) => {
  world.warnings = [];
  const stream = { write: (line: string) => void world.warnings.push(line) };
  world.own = createMetrics(pino({ level: 'warn', serializers: { error: pino.stdSerializers.err } }, stream));
});

const lines = async ({ own }: World, name: string): Promise<string[]> =>
  (await own.of('any').text()).text.split('\n').filter((line) => line.startsWith(`fleetmend_${name}`));

test('counts by labels; a value that is not listed is other', async (world) => {
  const count = world.own.of('jobs').counter('jobs_total', {
    help: 'Jobs.',
    labels: { outcome: ['done', 'failed'] },
  });
  count({ outcome: 'done' });
  count({ outcome: 'done' }, 2);
  count({ outcome: 'a text of a host' });
  count({ outcome: 'another text of a host' });
  assert.equal(await lines(world, 'jobs_total'), [
    'fleetmend_jobs_total{outcome="done"} 3',
    'fleetmend_jobs_total{outcome="failed"} 0',
    'fleetmend_jobs_total{outcome="other"} 2',
  ]);
});

test('tells the figures of the moment, and no old ones beside them', async (world) => {
  let state = 'one';
  world.own
    .of('jobs')
    .gauges(
      { jobs: { help: 'Jobs.', labels: { state: ['one', 'two'] } }, jobs_lag_seconds: { help: 'Lag.' } },
      async () => ({ jobs: [[{ state }, 4]], jobs_lag_seconds: 7 }),
    );
  assert.equal(await lines(world, 'jobs'), ['fleetmend_jobs{state="one"} 4', 'fleetmend_jobs_lag_seconds 7']);
  state = 'two';
  assert.equal(
    (await lines(world, 'jobs'))[0],
    'fleetmend_jobs{state="one"} 4',
    'read at most each five seconds',
  );
});

test('figures that cannot be read are missing, and it is told of which feature', async (world) => {
  const { own } = world;
  own.of('good').gauges({ good: { help: 'Good.' } }, async () => ({ good: 1 }));
  own.of('bad').gauges({ bad: { help: 'Bad.' } }, () => Promise.reject(new Error('the table is gone')));
  own.of('slow').gauges({ slow: { help: 'Slow.' } }, async () => {
    await sleep(60_000, undefined, { ref: false });
    return { slow: 1 };
  });
  assert.equal(await lines(world, ''), [
    'fleetmend_unread_figures{feature="good"} 0',
    'fleetmend_unread_figures{feature="bad"} 1',
    'fleetmend_unread_figures{feature="slow"} 1',
    'fleetmend_good 1',
  ]);
  assert.is(world.warnings.length, 2);
  assert.match(world.warnings[0] ?? '', /the table is gone/);
  assert.match(world.warnings[1] ?? '', /more than 2.5 s/);
});

test('where all of them hang, Prometheus has the rest before it gives up: not each is waited for', async (world) => {
  const asked: string[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
    world.own.of(name).gauges({ [name]: { help: 'Hangs.' } }, async () => {
      asked.push(name);
      await sleep(60_000, undefined, { ref: false });
      return { [name]: 1 };
    });
  const unread = await lines(world, 'unread');
  assert.is(unread.filter((line) => line.endsWith(' 1')).length, 6);
  assert.ok(asked.length < 5, asked.join());
});

test('tells what waits in queues, each by its name; one that cannot be read is missing', async (world) => {
  const { own } = world;
  own.of('turns').queue('requests', () => 3);
  own.of('rows').queue('polls', async () => 40);
  own.of('bad').queue('lost', () => Promise.reject(new Error('the table is gone')));
  assert.equal(await lines(world, 'queue'), [
    'fleetmend_queue_waiting{queue="requests"} 3',
    'fleetmend_queue_waiting{queue="polls"} 40',
  ]);
  assert.equal(await lines(world, 'unread_figures{feature="bad"}'), [
    'fleetmend_unread_figures{feature="bad"} 1',
  ]);
  assert.throws(
    () => own.of('other').queue('polls', () => 1),
    /other: the queue polls is there already, of rows/,
  );
  assert.throws(() => own.of('other').queue('Polls', () => 1), /is no name of a queue/);
});

test('a name is of one feature, and made of words', (world) => {
  const { own } = world;
  own.of('one').counter('things_total', { help: 'Things.' });
  assert.throws(
    () => own.of('two').counter('things_total', { help: 'Things.' }),
    /two: the metric things_total is there already, of one/,
  );
  assert.throws(() => own.of('two').counter('Things', { help: 'Things.' }), /is no name of a metric/);
});

test('sorts what took long into buckets, and tells of the process itself', async (world) => {
  const observe = world.own.of('jobs').histogram('job_seconds', { help: 'Jobs.', buckets: [1, 10] });
  observe({}, 0.5);
  observe({}, 5);
  assert.equal(await lines(world, 'job_seconds'), [
    'fleetmend_job_seconds_bucket{le="1"} 1',
    'fleetmend_job_seconds_bucket{le="10"} 2',
    'fleetmend_job_seconds_bucket{le="+Inf"} 2',
    'fleetmend_job_seconds_sum 5.5',
    'fleetmend_job_seconds_count 2',
  ]);
  assert.match((await world.own.of('any').text()).text, /^process_resident_memory_bytes \d/m);
});

test.run();
