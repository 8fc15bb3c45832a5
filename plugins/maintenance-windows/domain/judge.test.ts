import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { judge, type Situation } from './judge.ts';
import { nextOpening, openAt, workable, type Spans } from './openings.ts';

const test = suite('openings of a host');

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
/** The span between two minutes. */
const span = (from: number, to: number) => ({ startMs: from * MINUTE_MS, endMs: to * MINUTE_MS });
const minutes = (found: { startMs: number; endMs: number } | null | undefined) =>
  found ? [found.startMs / MINUTE_MS, found.endMs / MINUTE_MS] : null;

test('overlapping and adjacent windows are one opening, in whatever order they come', () => {
  const windows: Spans[] = [
    [span(120, 180), span(500, 510)],
    [span(0, 60), span(170, 240)],
    [span(60, 120), span(510, 520)],
  ];
  assert.equal(minutes(openAt(windows, 130 * MINUTE_MS)), [0, 240]);
  assert.equal(minutes(openAt(windows, 0)), [0, 240]);
  assert.equal(openAt(windows, 240 * MINUTE_MS), null, 'the end is not in it');
  assert.equal(minutes(nextOpening(windows, 240 * MINUTE_MS)), [500, 520]);
  assert.equal(minutes(nextOpening(windows, 505 * MINUTE_MS)), [500, 520]);
  assert.is(nextOpening(windows, 520 * MINUTE_MS), null);
  assert.is(nextOpening([], 0), null);
});

test('one window that holds another is as long as the outer one', () => {
  const windows: Spans[] = [[span(0, 300), span(20, 30)], [span(10, 20)]];
  assert.equal(minutes(openAt(windows, 25 * MINUTE_MS)), [0, 300]);
});

test('what is frozen is cut out of the openings; without windows all else is workable', () => {
  const of = (windows: Spans[] | null, freezes: Spans[], from: number) =>
    [...workable(windows, freezes, from * MINUTE_MS)].map(minutes);
  const windows: Spans[] = [[span(0, 100), span(200, 300)]];
  const freezes: Spans[] = [[span(40, 60)], [span(60, 70), span(250, 400)]];
  assert.equal(of(windows, freezes, 10), [
    [10, 40],
    [70, 100],
    [200, 250],
  ]);
  assert.equal(of(null, freezes, 50), [
    [70, 250],
    [400, Infinity],
  ]);
  assert.equal(of(windows, [], 50), [
    [50, 100],
    [200, 300],
  ]);
});

const at = (minute: number, more: Partial<Situation>): Situation => ({
  nowMs: minute * MINUTE_MS,
  windows: null,
  freezes: [],
  estimateMs: null,
  waitingSinceMs: null,
  ...more,
});
const told = (situation: Situation) => {
  const { verdict, ...rest } = judge(situation);
  const { reason, untilMs } = rest as { reason?: string; untilMs?: number | null };
  return [verdict, reason, typeof untilMs === 'number' ? untilMs / MINUTE_MS : untilMs];
};

const nights: Spans[] = [[span(100, 130), span(200, 320), span(1_000, 1_030)]];

const CASES: Record<string, [situation: Situation, is: unknown[]]> = {
  'without a window work begins at any time': [at(0, {}), ['go', undefined, undefined]],
  'with one that is not open it waits for it': [at(0, { windows: nights }), ['wait', 'OUTSIDE_WINDOW', 100]],
  'in one it begins': [at(100, { windows: nights }), ['go', undefined, undefined]],
  'at its last moment too, if nothing is known of how long it takes': [
    at(129, { windows: nights }),
    ['go', undefined, undefined],
  ],
  'work that just fits begins': [
    at(110, { windows: nights, estimateMs: 20 * MINUTE_MS }),
    ['go', undefined, undefined],
  ],
  'work that does not fit waits for a window that is long enough': [
    at(110, { windows: nights, estimateMs: 20 * MINUTE_MS + 1 }),
    ['wait', 'WORK_DOES_NOT_FIT', 200],
  ],
  'and looks past those that are too short': [
    at(0, { windows: nights, estimateMs: 60 * MINUTE_MS }),
    ['wait', 'OUTSIDE_WINDOW', 200],
  ],
  'two short windows that touch are long enough together': [
    at(100, { windows: [[span(100, 130)], [span(130, 160)]], estimateMs: 60 * MINUTE_MS }),
    ['go', undefined, undefined],
  ],
  'work that takes longer than every window is left out': [
    at(0, { windows: nights, estimateMs: 121 * MINUTE_MS }),
    ['skip', 'WINDOW_TOO_SHORT', undefined],
  ],
  'a freeze does not make a window too short': [
    at(200, { windows: nights, estimateMs: 60 * MINUTE_MS, freezes: [[span(210, 300)]] }),
    ['wait', 'WORK_DOES_NOT_FIT', undefined],
  ],
  'a freeze holds what has no window': [at(50, { freezes: [[span(40, 60)]] }), ['wait', 'FREEZE', 60]],
  'work that would run into a freeze waits until after it': [
    at(35, { freezes: [[span(40, 60)]], estimateMs: 6 * MINUTE_MS }),
    ['wait', 'WORK_DOES_NOT_FIT', 60],
  ],
  'no window will open any more': [at(1_031, { windows: nights }), ['wait', 'OUTSIDE_WINDOW', null]],
  'one minute before 30 days of waiting it waits': [
    at(30 * DAY_MINUTES - 1, { windows: [[]], waitingSinceMs: 0 }),
    ['wait', 'OUTSIDE_WINDOW', null],
  ],
  'after 30 days of waiting it is left out': [
    at(30 * DAY_MINUTES, { windows: [[]], waitingSinceMs: 0 }),
    ['skip', 'WINDOW_NEVER_OPENED', undefined],
  ],
};

for (const [title, [situation, is]] of Object.entries(CASES))
  test(title, () => {
    const got = told(situation);
    // When no later opening fits, the answer names the next one at all, or none.
    assert.equal(is[2] === undefined ? got.slice(0, 2) : got, is[2] === undefined ? is.slice(0, 2) : is);
  });

test.run();
