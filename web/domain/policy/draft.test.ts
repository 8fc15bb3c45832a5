import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bodyOf, changesOf, draftOf, faultsOf, newDraft, previewBodyOf } from './draft.ts';
import { targetText, withPart } from '../job/target.ts';
import type { Policy } from './read.ts';
import { doesText, nextText, runStatus } from './texts.ts';

const test = suite('the form of a policy');

const NOW = new Date('2026-01-15T12:00:00.000Z');
const RRULE = 'DTSTART;TZID=Europe/Berlin:20260113T220000\nRRULE:FREQ=MONTHLY;BYDAY=2TU';
const kept = {
  id: 'a',
  name: 'Web',
  state: 'active',
  timezone: 'Europe/Berlin',
  rrule: RRULE,
  days_after: 3,
  target: { tags: ['web'] },
  mode: 'security',
  exclude: ['kernel'],
  reboot: 'if_required',
  respect_windows: true,
  health_gate: { pre: true, post: false, soak_secs: 600, pre_timeout_secs: 3_600 },
  waves: [{ count: 1, soak_secs: 1_800 }, { percent: 10 }],
  max_parallel: 50,
  failure_budget_percent: 5,
  rollback_on_failure: false,
  strict_sources: true,
  catch_up: true,
  max_late_secs: 7_200,
  plan_lead_secs: 86_400,
  next_local_start: '2026-01-16T22:00:00',
} as unknown as Policy;

test('a new policy names what it must, and else only what is out of the usual', () => {
  const draft = { ...newDraft(NOW, 'UTC'), name: ' Web ', target: { tags: ['web'] } };
  assert.equal(bodyOf(draft), {
    name: 'Web',
    timezone: 'UTC',
    rrule: 'DTSTART;TZID=UTC:20260116T220000\nRRULE:FREQ=MONTHLY;BYDAY=2TU',
    target: { tags: ['web'] },
    mode: 'security',
    reboot: 'if_required',
    waves: [{ count: 1 }, { percent: 10 }],
  });
});

test('what is filled in again and not touched changes nothing; what is touched is sent alone', () => {
  const draft = draftOf(kept, NOW);
  assert.is(changesOf(kept, draft, NOW), null);
  assert.equal(changesOf(kept, { ...draft, name: 'DB' }, NOW), { name: 'DB' });
  const wishes = { ...draft.wishes, waves: [], budget: null, exclude: '' };
  assert.equal(changesOf(kept, { ...draft, wishes }, NOW), {
    waves: [],
    failure_budget_percent: null,
    exclude: [],
  });
  const starts = { ...draft.starts, daysAfter: 0 };
  assert.equal(changesOf(kept, { ...draft, starts }, NOW), { days_after: 0 });
});

test('a watch after the work comes back as it was asked for', () => {
  const { wishes } = draftOf(kept, NOW);
  assert.equal(wishes.checks, { before: true, after: true, soakSecs: 600, waitSecs: null });
});

test('what is wrong is said at its field', () => {
  const draft = draftOf(kept, NOW);
  assert.equal(faultsOf(draft), {});
  const waves = [{ percent: 60 }, { percent: 50 }];
  const wrong = {
    ...draft,
    name: ' ',
    target: {},
    maxLateSecs: 60,
    planLeadSecs: null,
    wishes: { ...draft.wishes, waves },
    starts: { ...draft.starts, timezone: 'Mars' },
  };
  const { starts, ...others } = faultsOf(wrong);
  assert.equal(Object.keys(others).sort(), ['maxLateSecs', 'name', 'planLeadSecs', 'target', 'waves']);
  assert.equal(Object.keys(starts ?? {}), ['timezone']);
});

test('a preview is asked for once the times are complete, with hosts as soon as some are named', () => {
  const draft = draftOf(kept, NOW);
  const times = { timezone: 'Europe/Berlin', rrule: RRULE, days_after: 3 };
  assert.equal(previewBodyOf(draft), { ...times, target: { tags: ['web'] } });
  assert.equal(previewBodyOf({ ...draft, target: {} }), times);
  assert.is(previewBodyOf({ ...draft, starts: { ...draft.starts, time: '' } }), null);
});

test('a part of the target that names nothing is none: the manager refuses an empty list', () => {
  const target = { tags: ['web'], host_ids: ['a'] };
  assert.equal(withPart(target, { tags: [] }), { host_ids: ['a'] });
  assert.equal(withPart({}, { group_ids: ['b'] }), { group_ids: ['b'] });
});

test('hosts, times and outcomes in words', () => {
  const nameOf = (id: string): string | null => (id === 'p' ? 'Production' : null);
  const target = { group_ids: ['p', 'q'], tags: ['web', 'db'], host_ids: ['h'] };
  assert.is(
    targetText(target, nameOf),
    'group Production, 1 group, hosts with one of the tags web, db, and 1 host',
  );
  assert.is(targetText({}, nameOf), 'no hosts in your scope');
  assert.is(
    doesText(kept, nameOf),
    'Applies security patches to hosts with the tag web. Schedule: The second Tuesday of the month at 22:00, plus 3 days, Europe/Berlin.',
  );
  assert.is(nextText(kept), 'Fri, 16 Jan 2026 at 22:00, Europe/Berlin');
  assert.equal(runStatus({ state: 'completed', run_job_state: 'failed' }), ['bad', 'Failed']);
  assert.equal(runStatus({ state: 'completed', run_job_state: null }), ['ok', 'Nothing to do']);
  assert.equal(runStatus({ state: 'failed', run_job_state: null }), ['bad', 'Not started']);
});

test.run();
