import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decide, type Due } from './decide.ts';
import type { Start } from './schedule.ts';

const test = suite('what becomes of a start');

const MINUTE_MS = 60_000;
const BASE_MS = Date.parse('2026-01-15T00:00:00Z');
const at = (minute: number): Date => new Date(BASE_MS + minute * MINUTE_MS);
const start = (minute: number): Start => ({
  startsAt: at(minute),
  localStart: at(minute).toISOString().slice(0, 19),
  clockChange: null,
});

/** A policy that is due at minute 1,000, starts every hour and may be three hours late. */
const due = (minute: number, more: Partial<Due> = {}): Due => ({
  now: at(minute),
  next: start(1_000),
  isPaused: false,
  skipped: null,
  overlaps: null,
  passed: [1_060, 1_120, 1_180, 1_240, 1_300]
    .filter((one) => one <= minute && one >= minute - 180)
    .map(start),
  catchUp: false,
  maxLateMs: 180 * MINUTE_MS,
  isUnderRule: false,
  ...more,
});

/** `1000 schedule`, `1000 START_MISSED`, then the time up to which all is decided; or the time of the next look. */
const told = (asked: Due): string[] => {
  const minutes = (date: Date): number => (date.getTime() - BASE_MS) / MINUTE_MS;
  const decision = decide(asked);
  if (decision.kind === 'wait') return [`look at ${minutes(decision.lookAt)}`];
  return [
    ...decision.runs.map((run) => `${minutes(run.start.startsAt)} ${run.skipped?.reason ?? run.cause}`),
    `up to ${minutes(decision.upTo)}`,
  ];
};

const skipped = { startsAt: at(1_000), by: 'olga' };
const CASES: Record<string, [asked: Due, is: string[]]> = {
  'at its start it runs': [due(1_000), ['1000 schedule', 'up to 1000']],
  'a few minutes late is on time': [due(1_005), ['1000 schedule', 'up to 1000']],
  'before its start nothing is done without a rule': [due(990), ['look at 1000']],
  'under a rule it is planned before': [due(990, { isUnderRule: true }), ['1000 schedule', 'up to 1000']],
  'but not while it is paused': [due(990, { isUnderRule: true, isPaused: true }), ['look at 1000']],
  'nor when its start is left out': [due(990, { isUnderRule: true, skipped }), ['look at 1000']],
  'nor while the run before is at work, which is looked at again': [
    due(990, { isUnderRule: true, overlaps: 'it is at work' }),
    ['look at 995'],
  ],
  'not later than at the start': [
    due(998, { isUnderRule: true, overlaps: 'it is at work' }),
    ['look at 1000'],
  ],
  'a start that a person left out': [due(1_000, { skipped }), ['1000 SKIPPED_BY_PERSON', 'up to 1000']],
  'of another start that says nothing': [
    due(1_000, { skipped: { startsAt: at(940), by: 'olga' } }),
    ['1000 schedule', 'up to 1000'],
  ],
  'a pause': [due(1_000, { isPaused: true }), ['1000 POLICY_PAUSED', 'up to 1000']],
  'the run before is at work': [due(1_000, { overlaps: 'it is' }), ['1000 RUN_OVERLAPS', 'up to 1000']],
  'no manager was there, and nothing is made up for': [due(1_030), ['1000 START_MISSED', 'up to 1030']],
  'it is made up for': [due(1_030, { catchUp: true }), ['1000 catch_up', 'up to 1000']],
  'at the last moment too': [due(1_180, { catchUp: true, passed: [] }), ['1000 catch_up', 'up to 1000']],
  'and not a minute later': [due(1_181, { catchUp: true, passed: [] }), ['1000 START_MISSED', 'up to 1181']],
  'of many only the latest is, once': [
    due(1_210, { catchUp: true }),
    ['1000 START_MISSED', '1180 catch_up', 'up to 1180'],
  ],
  'the latest may be on time: then it is no catching up': [
    due(1_182),
    ['1000 START_MISSED', '1180 schedule', 'up to 1180'],
  ],
  'a paused policy has missed nothing': [
    due(1_030, { isPaused: true }),
    ['1000 POLICY_PAUSED', 'up to 1030'],
  ],
  'what is made up for may overlap, too': [
    due(1_030, { catchUp: true, overlaps: 'it is' }),
    ['1000 RUN_OVERLAPS', 'up to 1000'],
  ],
};

for (const [title, [asked, is]] of Object.entries(CASES)) test(title, () => assert.equal(told(asked), is));

test.run();
