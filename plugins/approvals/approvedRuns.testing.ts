import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  addRule,
  approving,
  ask,
  call,
  dropRule,
  endOf,
  job,
  jobOf,
  must,
  outcome,
  planned,
  type Approval,
  type Schemas,
  type World,
} from './approvals.testing.ts';
import { cleanUpApprovals } from './service/runs.ts';

const DAY_MS = 86_400_000;

/** What an approval covers, and what needs none. */
export function runsAreCovered(test: Test<World>): void {
  test('a rule that is newer than a job holds at its start, and a deleted host is left out of what was approved', async ({
    kit,
  }) => {
    const at = new Date(kit.clock.now().getTime() + 3_600_000).toISOString();
    const scheduled = await must<Schemas['Job']>(
      kit,
      'olga',
      'POST /jobs',
      job([0], kit, { schedule_at: at }),
    );
    const planJobId = await planned(kit, [1, 2]);
    const asked = await ask(kit, 'olga', planJobId, { schedule_at: at });
    const rule = await addRule(kit, { name: 'Late' });
    const approved = await must<Approval>(
      kit,
      'otto',
      `POST /approvals/${asked.id}/approve`,
      approving(asked),
    );
    await must(kit, 'admin', `DELETE /hosts/${kit.hosts[2]?.id}`).catch(() => undefined);
    const left = await endOf(kit, scheduled.id);
    assert.equal(
      left.hosts?.map(({ state, reason, message }) => [state, reason, message]),
      [
        [
          'skipped',
          'APPROVAL_REQUIRED',
          'The rule “Late” asks for a second approval: the work on this host is not approved.',
        ],
      ],
    );
    const made = await endOf(kit, approved.run_job_id);
    assert.is(made.hosts?.[0]?.state, 'completed');
    // Without the rule, the job that it held back goes on.
    await dropRule(kit, rule);
    await must(kit, 'olga', `POST /jobs/${scheduled.id}/retry`, {});
    assert.is((await endOf(kit, scheduled.id)).hosts?.[0]?.state, 'completed');
  });

  test('an approval ends with its run: a retry by a person needs another, unless it was given for its retries until a time', async ({
    kit,
  }) => {
    await addRule(kit);
    const failing = {
      status: 'failed',
      error: { code: 'CONFLICT', message: 'no', retryable: false },
    } as const;
    const until = new Date(kit.clock.now().getTime() + 3_600_000).toISOString();
    for (const retries of [undefined, until]) {
      const asked = await ask(kit, 'olga', await planned(kit, [0]));
      kit.hosts[0]?.agent.endings.push(failing, failing);
      const body = { approval_hash: asked.approval_hash, retries_until: retries };
      const given = await must<Approval>(kit, 'otto', `POST /approvals/${asked.id}/approve`, { body });
      assert.is(given.retries_until, retries ?? null);
      const retry = `POST /jobs/${given.run_job_id ?? ''}/retry`;
      assert.is((await endOf(kit, given.run_job_id)).state, 'failed');
      if (retries === undefined) assert.is(await outcome(kit, 'olga', retry), '409 APPROVAL_REQUIRED');
      else {
        await must(kit, 'olga', retry, {});
        assert.is((await endOf(kit, given.run_job_id)).hosts?.[0]?.error?.code, 'CONFLICT', 'it was tried');
        await kit.clock.advance(3_600_000);
        assert.is(await outcome(kit, 'olga', retry), '409 APPROVAL_REQUIRED', 'the time is over');
      }
      kit.hosts[0]?.agent.endings.splice(0);
    }
    const asked = await ask(kit, 'olga', await planned(kit, [0]));
    const body = { approval_hash: asked.approval_hash, retries_until: until };
    const path = `POST /approvals/${asked.id}/approve`;
    assert.is(await outcome(kit, 'otto', path, { body }), '400 VALIDATION_FAILED', 'a time in the past');
  });

  test('a run that was approved for a time begins at no other: not when it is cancelled and retried', async ({
    kit,
  }) => {
    await addRule(kit);
    const at = new Date(kit.clock.now().getTime() + 5 * 3_600_000).toISOString();
    const until = new Date(kit.clock.now().getTime() + 9 * 3_600_000).toISOString();
    const asked = await ask(kit, 'olga', await planned(kit, [0]), { schedule_at: at });
    const body = { approval_hash: asked.approval_hash, retries_until: until };
    const { run_job_id: runId } = await must<Approval>(kit, 'otto', `POST /approvals/${asked.id}/approve`, {
      body,
    });
    await must(kit, 'olga', `POST /jobs/${runId ?? ''}/cancel`);
    const again = await must<Schemas['Job']>(kit, 'olga', `POST /jobs/${runId ?? ''}/retry`, {});
    assert.equal([again.state, again.schedule_at, again.counts.pending], ['scheduled', at, 1]);
    const before = kit.hosts[0]?.agent.started.length;
    await kit.clock.advance(3_600_000);
    assert.is(kit.hosts[0]?.agent.started.length, before);
    await kit.until(async () => (await jobOf(kit, runId)).state === 'completed', 5 * 3_600_000);
    assert.ok(kit.clock.now().toISOString() >= at);
  });

  test('a job that paused goes on under its approval only where that holds for its retries', async ({
    kit,
  }) => {
    await addRule(kit);
    const failing = {
      status: 'failed',
      error: { code: 'CONFLICT', message: 'no', retryable: false },
    } as const;
    const asked = await ask(kit, 'olga', await planned(kit, [0, 1]), {
      max_parallel: 1,
      failure_budget_percent: 0,
    });
    kit.hosts[0]?.agent.endings.push(failing);
    const { run_job_id: runId } = await must<Approval>(
      kit,
      'otto',
      `POST /approvals/${asked.id}/approve`,
      approving(asked),
    );
    await kit.until(async () => (await jobOf(kit, runId)).state === 'paused');
    const refused = await call(kit, 'olga', `POST /jobs/${runId ?? ''}/resume`);
    const { error } = refused.body as { error: { code: string; message: string } };
    assert.equal(
      [error.code, error.message],
      [
        'APPROVAL_REQUIRED',
        'The rule “Everything” asks for a second approval, and there is none for another run of this job. Plan again, and request approval of that plan.',
      ],
    );
    assert.equal([(await jobOf(kit, runId)).state, kit.hosts[1]?.agent.endings.length], ['paused', 0]);
  });

  test('plans, refreshes and rollbacks need nobody', async ({ kit }) => {
    await addRule(kit);
    const planJobId = await planned(kit, [0]);
    const asked = await ask(kit, 'olga', planJobId);
    kit.hosts[0]?.agent.endings.push({ changes: [{ name: 'jq', arch: 'amd64', from: '1', to: '2' }] });
    const { run_job_id: runId } = await must<Approval>(
      kit,
      'otto',
      `POST /approvals/${asked.id}/approve`,
      approving(asked),
    );
    assert.is((await endOf(kit, runId)).state, 'completed');
    const undone = await must<Schemas['Job']>(kit, 'olga', `POST /jobs/${runId ?? ''}/rollback`, {});
    assert.is((await endOf(kit, undone.id)).hosts?.[0]?.reason === 'APPROVAL_REQUIRED', false);
    const refresh = await must<Schemas['Job']>(
      kit,
      'olga',
      'POST /jobs',
      job([0], kit, { operation: 'refresh' }),
    );
    assert.is((await endOf(kit, refresh.id)).state, 'completed');
  });

  test('an approval is kept as long as its run has not ended, however old it is', async ({ kit }) => {
    const { knex } = kit.ctx.db;
    await addRule(kit);
    const planJobId = await planned(kit, [0]);
    const at = new Date(kit.clock.now().getTime() + 600_000).toISOString();
    const asked = await ask(kit, 'olga', planJobId, { schedule_at: at });
    const path = `POST /approvals/${asked.id}/approve`;
    const { run_job_id: runId } = await must<Approval>(kit, 'otto', path, approving(asked));
    const age = (): Promise<unknown> =>
      knex('approvals_approvals').update({
        decided_at: new Date(kit.clock.now().getTime() - 4_000 * DAY_MS),
      });
    await age();
    await cleanUpApprovals(kit.ctx);
    assert.is((await endOf(kit, runId)).hosts?.[0]?.state, 'completed');
    await age();
    await cleanUpApprovals(kit.ctx);
    assert.is(await outcome(kit, 'admin', `GET /approvals/${asked.id}`), '404 APPROVAL_NOT_FOUND');
  });

  test('a hold is planned by the manager, approved, and done', async ({ kit }) => {
    await addRule(kit, { operations: ['hold'] });
    const hold = { operation: 'hold', packages: [{ name: 'jq' }] };
    assert.is(await outcome(kit, 'olga', 'POST /jobs', job([0], kit, hold)), '409 APPROVAL_REQUIRED');
    await must(kit, 'olga', 'POST /jobs', job([0], kit));
    const planJobId = await planned(kit, [0], 'olga', hold);
    kit.hosts[0]?.agent.endings.splice(0);
    const asked = await ask(kit, 'olga', planJobId);
    const { run_job_id: runId } = await must<Approval>(
      kit,
      'otto',
      `POST /approvals/${asked.id}/approve`,
      approving(asked),
    );
    assert.is((await endOf(kit, runId)).state, 'completed');
    assert.equal(kit.hosts[0]?.agent.started.at(-1)?.body, { hold: ['jq'] });
  });
}
