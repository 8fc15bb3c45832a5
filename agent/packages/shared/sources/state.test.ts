import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { FailedSource } from '../../backend.ts';
import type { SourceRecord } from './records.ts';
import {
  isRefreshDue,
  mergeResults,
  noneAnswered,
  refreshFailure,
  restingSources,
  sourceSentence,
} from './state.ts';

const test = suite('state of sources');
const now = new Date('2026-11-22T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

const record = (name: string, okMinutes: number | null, failedMinutes: number | null): SourceRecord => ({
  name,
  lists: name,
  okAt: okMinutes === null ? null : minutesAgo(okMinutes).toISOString(),
  failure:
    failedMinutes === null
      ? null
      : { at: minutesAgo(failedMinutes).toISOString(), code: 'FETCH_FAILED', message: '404' },
});

const failedSource = (name: string, more: Partial<FailedSource> = {}): FailedSource => ({
  name,
  lists: name,
  code: 'FETCH_FAILED',
  message: '404  Not Found',
  failedAt: now,
  okAt: new Date('2026-11-20T08:30:00Z'),
  use: 'last_list',
  ...more,
});

test('a failed source rests for 15 minutes while another answers, and not at all when none does', () => {
  assert.equal(restingSources([record('main', 0, null), record('dead', 90, 14)], now), ['dead']);
  assert.equal(restingSources([record('main', 0, null), record('dead', 90, 15)], now), []);
  assert.equal(restingSources([record('main', 90, 1), record('dead', 90, 1)], now), []);
});

test('times that lie ahead are from a wrong clock: what they say of is neither young nor at rest', () => {
  const ahead = -525_600;
  const due = (records: SourceRecord[], refreshedMinutes: number) =>
    isRefreshDue(records, { refreshedAt: minutesAgo(refreshedMinutes), maxAgeSecs: 3600, now });
  assert.equal([due([], ahead), due([], -1), due([], 1)], [true, false, false]);
  assert.is(due([record('main', ahead, null)], 90), true);
  assert.equal(restingSources([record('main', 0, null), record('dead', 90, ahead)], now), []);
  assert.equal(restingSources([record('main', 0, null), record('dead', 90, -1)], now), ['dead']);
});

test('a refresh is due for the oldest list that no rest protects', () => {
  const due = (records: SourceRecord[], refreshedMinutes: number | null, maxAgeSecs = 3600) =>
    isRefreshDue(records, {
      refreshedAt: refreshedMinutes === null ? null : minutesAgo(refreshedMinutes),
      maxAgeSecs,
      now,
    });
  assert.is(due([], null), true, 'never refreshed');
  assert.is(due([], 59), false);
  assert.is(due([], 61), true);
  assert.is(due([record('main', 10, null), record('dead', 90, 10)], 10), false, 'it rests');
  assert.is(due([record('main', 20, null), record('dead', 90, 20)], 20), true, 'it has rested');
  assert.is(due([record('main', 20, null), record('dead', 30, 20)], 20), false, 'its list is young enough');
  assert.is(
    due([record('main', 90, null), record('dead', 90, 10)], 20),
    false,
    'somebody else refreshed the rest',
  );
  assert.is(due([record('main', 90, 1), record('dead', 90, 1)], 90), true, 'none answers');
});

test('each source keeps its own stamp; what is configured no more is forgotten', () => {
  const failure = { code: 'FETCH_FAILED', message: '404' };
  const merged = mergeResults(
    [record('dead', 90, 20), record('removed', 90, 20), record('resting', 90, 5)],
    [
      { name: 'main', lists: 'main', failure: null },
      { name: 'dead', lists: 'dead', failure },
      { name: 'new', lists: 'new', failure },
    ],
    { before: minutesAgo(70), now, resting: ['resting'] },
  );
  assert.equal(
    merged.map(({ name, okAt, failure: failed }) => [name, okAt, failed?.at ?? null]),
    [
      ['main', '2026-11-22T12:00:00.000Z', null],
      ['dead', '2026-11-22T10:30:00.000Z', '2026-11-22T12:00:00.000Z'],
      ['new', '2026-11-22T10:50:00.000Z', '2026-11-22T12:00:00.000Z'],
      ['resting', '2026-11-22T10:30:00.000Z', '2026-11-22T11:55:00.000Z'],
    ],
  );
  assert.equal(mergeResults(merged, [], { before: now, now, resting: ['resting'] }), [], 'all went well');
});

test('a refresh fails with the code that all failed sources share, else with SOURCE_FAILED, and names each', () => {
  assert.is(refreshFailure([]), null);
  const dead = failedSource('dead');
  const foreign = failedSource('foreign', { code: 'SIGNATURE_INVALID', message: 'NO_PUBKEY 86' });
  assert.is(refreshFailure([dead])?.code, 'FETCH_FAILED');
  const both = refreshFailure([dead, foreign]);
  assert.is(both?.code, 'SOURCE_FAILED');
  assert.is(both?.message, 'dead: 404 Not Found. foreign: NO_PUBKEY 86.');
});

test('where none answers, trying again helps only if none could be reached', () => {
  const dead = failedSource('dead');
  assert.is(noneAnswered([dead], null).code, 'METADATA_STALE');
  assert.is(
    noneAnswered([dead, failedSource('x', { code: 'METADATA_EXPIRED' })], null).code,
    'SOURCE_FAILED',
  );
});

test('what a thousand sources or an endless message say is cut', () => {
  const many = Array.from({ length: 1000 }, (_, i) => failedSource(`s${i}`, { message: 'x'.repeat(10_000) }));
  const failure = refreshFailure(many);
  assert.ok((failure?.message.length ?? Infinity) < 8000);
  assert.match(failure?.message ?? '', /And 980 more\.$/);
  assert.is((failure?.details?.['sources'] as unknown[]).length, 20);
});

test('the sentence about a source says what plans do meanwhile', () => {
  assert.is(
    sourceSentence(failedSource('dead')),
    'The source dead failed: 404 Not Found. Plans use its last list of 2026-11-20 08:30 UTC.',
  );
  assert.match(
    sourceSentence(failedSource('dead', { use: 'left_out' })),
    /left out of plans, because there is no valid list/,
  );
  assert.match(
    sourceSentence(failedSource('dead', { use: 'unfetchable' })),
    /its packages cannot be fetched/,
  );
});

test.run();
