import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { judgeEndings, type Judged } from './expiry.ts';

const NOW = new Date('2026-01-15T12:00:00Z');
const HOUR_MS = 3_600_000;
const inDays = (days: number): Date => new Date(NOW.getTime() + days * 24 * HOUR_MS);

const ending = (kind: Judged['kind'], days: number, more: Partial<Judged> = {}): Judged => ({
  kind,
  subject: `${kind} ${days}`,
  name: 'x',
  hostId: null,
  startsAt: inDays(-76),
  endsAt: inDays(days),
  issuerEndsAt: null,
  isLeaving: false,
  ...more,
});

/** How many days before its end it is told of; null: not at all. */
const thresholdOf = (one: Judged): number | null => judgeEndings([one], NOW)[0]?.threshold ?? null;

test('what renews by itself is told of when half of the time for it is over, and the rest a month before', () => {
  const days = [200, 180, 90, 31, 30, 14.1, 14, 7.5, 7, 1, 0.5, 0, -3];
  const told = (kind: Judged['kind']) => days.map((left) => thresholdOf(ending(kind, left)));
  const internal = [null, null, null, null, null, null, 14, 14, 7, 1, 1, 0, 0];
  assert.equal(told('host'), internal);
  assert.equal(told('manager'), internal);
  assert.equal(told('listener'), internal);
  assert.equal(told('custom'), [null, null, null, null, 30, 30, 14, 14, 7, 1, 1, 0, 0]);
  assert.equal(told('root'), [null, 180, 90, 90, 30, 30, 14, 14, 7, 1, 1, 0, 0]);
  assert.equal(
    [7, 6, 4, 2, 1, 0].map((left) => thresholdOf(ending('revocation_list', left))),
    [null, null, 4, 4, 1, 0],
    'it lives seven days and is signed anew after one',
  );
});

test('a certificate that ends with its root was renewed as well as could be: the root is told of instead', () => {
  const issuerEndsAt = inDays(10);
  assert.is(thresholdOf(ending('host', 10, { issuerEndsAt })), null);
  assert.is(thresholdOf(ending('host', 9, { issuerEndsAt })), 14);
  assert.is(thresholdOf(ending('root', 10)), 14);
});

test('the most urgent comes first, each with what to do about it', () => {
  const all = [
    ending('root', 80, { name: 'old', isLeaving: true }),
    ending('host', 3, { name: 'web-1', hostId: 'h' }),
    ending('host', -1, { name: 'web-2' }),
    ending('custom', 200),
  ];
  const told = judgeEndings(all, NOW);
  assert.equal(
    told.map(({ name, daysLeft, threshold }) => [name, daysLeft, threshold]),
    [
      ['web-2', 0, 0],
      ['web-1', 3, 7],
      ['old', 80, 90],
    ],
  );
  assert.match(told[0]?.todo ?? '', /^Start the agent of web-2/);
  assert.match(told[1]?.todo ?? '', /^See that the agent of web-1 runs/);
  assert.match(told[2]?.todo ?? '', /^Finish the replacement of the root old/);
});

test.run();
