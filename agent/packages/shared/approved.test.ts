import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkApproved } from './approved.ts';
import type { PlanEntry } from '../backend.ts';
import { planHash, undoingPlan } from './plan.ts';

const test = suite('what an approved plan allows');

const upgrade = (name: string, to = '2', from = '1'): PlanEntry => ({
  action: 'upgrade',
  name,
  arch: 'amd64',
  from,
  to,
});
const removal: PlanEntry = { action: 'remove', name: 'old', arch: 'amd64', from: '1', to: null };
const approved = [upgrade('a'), upgrade('b'), removal];

/** The error code for this plan when `unmet` of the approved entries are not yet done; null when it is allowed. */
async function refusal(
  plan: PlanEntry[],
  unmet: PlanEntry[],
  interrupted: PlanEntry[] | null = approved,
): Promise<string | null> {
  const options = { planHash: planHash(approved), maxAgeSecs: null, interrupted: async () => interrupted };
  const failure = await checkApproved(undoingPlan(plan), options, { log: () => {} }, () => unmet);
  return failure?.code ?? null;
}

test('the very plan is allowed, whatever else is known', async () => {
  assert.is(await refusal([...approved], approved, null), null);
});

test('what is left after an interruption is allowed, also when nothing is left', async () => {
  assert.is(await refusal([upgrade('b'), removal], [upgrade('b'), removal]), null);
  assert.is(await refusal([], []), null);
});

test('without an interrupted job of that very plan it is not', async () => {
  assert.is(await refusal([upgrade('b')], [upgrade('b')], null), 'PLAN_CHANGED');
  assert.is(await refusal([upgrade('b')], [upgrade('b')], [upgrade('a'), upgrade('b')]), 'PLAN_CHANGED');
});

test('anything else than what is left is not allowed', async () => {
  const left = [upgrade('b'), removal];
  for (const other of [
    [upgrade('b', '3'), removal],
    [upgrade('b', '2', '1.5'), removal],
    [{ ...upgrade('b'), arch: 'i386' }, removal],
    [...left, upgrade('c')],
    [upgrade('b'), { ...removal, name: 'b' }],
  ])
    assert.is(await refusal(other, left), 'PLAN_CHANGED', JSON.stringify(other));
});

test('an entry that neither stands at its target nor is in the plan has gone elsewhere meanwhile', async () => {
  assert.is(await refusal([upgrade('b')], [upgrade('b'), removal]), 'PLAN_CHANGED');
  assert.is(await refusal([], [upgrade('a')]), 'PLAN_CHANGED');
});

test.run();
