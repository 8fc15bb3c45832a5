import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { AgentIdentity } from '../identity/identity.ts';
import { certificateFacts } from './certificateFacts.ts';
import { daysLeft } from './text.ts';

const test = suite('what the agent says of its certificate');

const DAY_MS = 86_400_000;
const FROM = Date.parse('2026-08-01T00:00:00Z');
const TO = FROM + 90 * DAY_MS;

/** Of a certificate of ninety days, so many days after its end, or before it. */
function factsAt(daysAfterEnd: number): ReturnType<typeof certificateFacts> {
  const certificate = { validFromDate: new Date(FROM), validToDate: new Date(TO), serialNumber: 'A1' };
  const identity = { identity: { certificate }, trust: { roots: [], below: [] } } as unknown as AgentIdentity;
  return certificateFacts(identity, new Date(TO + daysAfterEnd * DAY_MS));
}

test('each state begins where it should: renewed after two thirds, and by itself up to thirty days after the end', () => {
  const states = [-91, -90, -27, -26.9, 0, 0.1, 30, 30.1].map((days) => [days, factsAt(days).state]);
  assert.equal(states, [
    [-91, 'future'],
    [-90, 'valid'],
    [-27, 'valid'],
    [-26.9, 'expiring'],
    [0, 'expiring'],
    [0.1, 'expired'],
    [30, 'expired'],
    [30.1, 'lapsed'],
  ]);
});

test('days are told as left until the end, and as past from then on', () => {
  assert.is(daysLeft(factsAt(-1.5)), 'until 2026-10-30, 1 days left');
  assert.is(daysLeft(factsAt(0)), 'until 2026-10-30, 0 days left');
  assert.is(daysLeft(factsAt(2)), 'ended 2026-10-30, 2 days ago');
});

test.run();
