import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CheckStatus } from './status.ts';
import { look, newWatch, type Seen, type Watch } from './watch.ts';

const test = suite('how the checks of a host do after the work');

const MINUTE_MS = 60_000;
const seen = (id: string, status: CheckStatus, atWork = false): Seen => ({
  id,
  name: id,
  status,
  message: '',
  atWork,
});

/** Looks every ten seconds; returns what the last look said, and the watch. */
function walk(
  looks: readonly (readonly Seen[])[],
  {
    redBefore = [],
    soakMs = 0,
    everyMs = 10_000,
  }: { redBefore?: string[]; soakMs?: number; everyMs?: number } = {},
): { kinds: string[]; watch: Watch } {
  let watch = newWatch(0);
  const kinds = looks.map((now, index) => {
    const step = look(watch, { nowMs: index * everyMs, seen: now, redBefore, soakMs });
    watch = step.watch;
    return step.verdict.kind === 'waiting' ? step.verdict.why : step.verdict.kind;
  });
  return { kinds, watch };
}

const times = (count: number, ...checks: Seen[]): Seen[][] => Array.from({ length: count }, () => checks);

test('all pass: done at once, or after the soak', () => {
  assert.equal(walk(times(1, seen('a', 'passing'))).kinds, ['passed']);
  const soaked = walk(times(4, seen('a', 'passing')), { soakMs: 30_000 }).kinds;
  assert.equal(soaked, ['soaking', 'soaking', 'soaking', 'passed']);
});

test('a clock that is set back by a year during the watch delays it by no more than a look', () => {
  const yearMs = 365 * 1_440 * MINUTE_MS;
  const begun = look(newWatch(yearMs), {
    nowMs: yearMs,
    seen: [seen('a', 'passing')],
    redBefore: [],
    soakMs: 30_000,
  });
  let { watch } = begun;
  const kinds = [0, 10_000, 20_000, 30_000].map((nowMs) => {
    const step = look(watch, { nowMs, seen: [seen('a', 'passing')], redBefore: [], soakMs: 30_000 });
    watch = step.watch;
    return step.verdict.kind;
  });
  assert.equal(kinds, ['soaking', 'soaking', 'soaking', 'passed']);
});

test('after the clock was set back by a year, checks that never come up, or stay unknown, still end the watch', () => {
  const yearMs = 365 * 1_440 * MINUTE_MS;
  const last = (status: CheckStatus, looks: number): string => {
    let { watch } = look(newWatch(yearMs), {
      nowMs: yearMs,
      seen: [seen('a', status)],
      redBefore: [],
      soakMs: 0,
    });
    let kind = '';
    for (let at = 0; at < looks; at++) {
      const step = look(watch, {
        nowMs: at * MINUTE_MS,
        seen: [seen('a', status)],
        redBefore: [],
        soakMs: 0,
      });
      ({ watch } = step);
      kind = step.verdict.kind;
    }
    return kind;
  };
  assert.is(last('failing', 3), 'failed');
  assert.is(last('unknown', 17), 'unknown');
});

test('what has not passed since the work has a minute to come up; then two failures in a row fail the host', () => {
  const coming = walk([...times(5, seen('a', 'failing')), ...times(1, seen('a', 'passing'))]).kinds;
  assert.equal(coming, [...Array.from({ length: 5 }, () => 'failing'), 'passed']);
  assert.equal(walk(times(7, seen('a', 'failing'))).kinds.slice(-2), ['failing', 'failed']);
});

test('what has passed since the work and fails twice in a row fails the host; once does not', () => {
  const [up, down] = [seen('a', 'passing'), seen('a', 'failing')];
  const once = walk([[up], [down], [up], [down], [up]], { soakMs: MINUTE_MS }).kinds;
  assert.equal(once, ['soaking', 'failing', 'soaking', 'failing', 'soaking']);
  assert.equal(walk([[up], [down], [down]], { soakMs: MINUTE_MS }).kinds, ['soaking', 'failing', 'failed']);
});

test('what was red before the work does not count, what is unknown always does', () => {
  const checks = [seen('old', 'failing'), seen('new', 'passing')];
  assert.equal(walk(times(1, ...checks), { redBefore: ['old'] }).kinds, ['passed']);
  assert.equal(walk(times(1, seen('old', 'unknown')), { redBefore: ['old'] }).kinds, ['unknown']);
  const failing = walk(times(8, ...checks), { redBefore: ['new'] }).kinds;
  assert.is(failing.at(-1), 'failed');
});

test('unknown is never green, and ends the host after a quarter of an hour without a break', () => {
  const step = { everyMs: MINUTE_MS };
  const dark = seen('a', 'unknown');
  const { kinds, watch } = walk(times(15, dark), step);
  assert.equal(new Set(kinds), new Set(['unknown']));
  const last = look(watch, { nowMs: 15 * MINUTE_MS, seen: [dark], redBefore: [], soakMs: 0 });
  assert.is(last.verdict.kind, 'unknown');
  assert.ok('checks' in last.verdict && !('why' in last.verdict), 'it is over');
  const broken = walk([...times(10, dark), [seen('a', 'passing')], ...times(10, dark)], {
    ...step,
    soakMs: MINUTE_MS,
  });
  const end = look(broken.watch, { nowMs: 21 * MINUTE_MS, seen: [dark], redBefore: [], soakMs: MINUTE_MS });
  assert.is(end.verdict.kind, 'waiting');
});

test('the clock of the soak stands still while something is unknown or the host that is asked is at work', () => {
  const [up, dark, busy] = [seen('a', 'passing'), seen('a', 'unknown'), seen('a', 'failing', true)];
  const { kinds } = walk([[up], [up], [busy], [busy], [dark], [up], [up], [up]], { soakMs: 30_000 });
  assert.equal(kinds, ['soaking', 'soaking', 'atWork', 'atWork', 'unknown', 'soaking', 'soaking', 'passed']);
});

test('an hour in which nobody looked is not an hour of passing', () => {
  const { kinds } = walk(times(3, seen('a', 'passing')), { soakMs: 10 * MINUTE_MS, everyMs: 60 * MINUTE_MS });
  assert.equal(kinds, ['soaking', 'soaking', 'soaking']);
});

test.run();
