import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  accountId,
  approving,
  ask,
  audited,
  must,
  outcome,
  planned,
  read,
  type Approval,
  type Schemas,
  type World,
} from './approvals.testing.ts';

/** Approvals that end without being given: denied, withdrawn or expired. */
export function approvalsEnd(test: Test<World>): void {
  test('what is denied or withdrawn ends, says why, and can be asked for again', async ({ kit }) => {
    const planJobId = await planned(kit, [0]);
    const asked = await ask(kit, 'olga', planJobId);
    assert.is(
      await outcome(kit, 'olga', `POST /approvals/${asked.id}/deny`, { body: { reason: 'no' + 'pe' } }),
      '403 APPROVER_NOT_ALLOWED',
    );
    const denied = await must<Approval>(kit, 'otto', `POST /approvals/${asked.id}/deny`, {
      body: { reason: 'Not before Sunday.' },
    });
    assert.equal(
      [denied.state, denied.message, denied.decided_by?.username],
      ['denied', 'Not before Sunday.', 'otto'],
    );
    assert.is(
      await outcome(kit, 'bert', `POST /approvals/${asked.id}/approve`, approving(asked)),
      '409 APPROVAL_NOT_WAITING',
    );
    await kit.clock.advance(1_000);
    const second = await ask(kit, 'olga', planJobId);
    assert.is(await outcome(kit, 'otto', `POST /approvals/${second.id}/withdraw`), '403 FORBIDDEN');
    const withdrawn = await must<Approval>(kit, 'olga', `POST /approvals/${second.id}/withdraw`);
    assert.is(withdrawn.state, 'withdrawn');
    assert.is(
      await outcome(kit, 'olga', `POST /approvals/${second.id}/withdraw`),
      '409 APPROVAL_NOT_WAITING',
    );
    const list = await must<Schemas['ApprovalList']>(kit, 'rita', 'GET /approvals?limit=1');
    assert.equal([list.total, list.approvals[0]?.id], [2, second.id], 'the latest decision first');
    const third = await ask(kit, 'olga', planJobId);
    const first = await must<Schemas['ApprovalList']>(kit, 'rita', 'GET /approvals?limit=1');
    assert.is(first.approvals[0]?.id, third.id, 'what waits comes first');
    const rest = await must<Schemas['ApprovalList']>(
      kit,
      'rita',
      `GET /approvals?cursor=${first.next_cursor}`,
    );
    assert.equal(
      rest.approvals.map(({ id }) => id),
      [second.id, asked.id],
    );
    assert.equal(
      [(await audited(kit, 'approval.denied'))[0]?.by, (await audited(kit, 'approval.withdrawn'))[0]?.by],
      ['otto', 'olga'],
    );
  });

  test('an approval ends with its plan, with its start, and when the plan was run otherwise', async ({
    kit,
  }) => {
    const planJobId = await planned(kit, [0, 1]);
    const soon = new Date(kit.clock.now().getTime() + 3_600_000).toISOString();
    const first = await ask(kit, 'olga', planJobId, { host_ids: [kit.hosts[0]?.id] });
    const scheduled = await ask(kit, 'olga', planJobId, { schedule_at: soon });
    const second = await ask(kit, 'olga', planJobId, { host_ids: [kit.hosts[1]?.id] });
    assert.is(scheduled.expires_at, soon);
    await must(kit, 'otto', 'POST /jobs', {
      body: { from_plan_job_id: planJobId, host_ids: [kit.hosts[0]?.id] },
    });
    const ended = await read(kit, first);
    assert.equal([ended.state, ended.reason], ['expired', 'PLAN_ALREADY_RUN']);
    assert.is((await read(kit, scheduled)).state, 'expired', 'it held the same host');
    assert.is((await read(kit, second)).state, 'waiting', 'it held another one');

    const again = await ask(kit, 'olga', planJobId, { schedule_at: soon });
    await kit.clock.advance(3_600_000);
    assert.is(
      await outcome(kit, 'otto', `POST /approvals/${again.id}/approve`, approving(again)),
      '409 APPROVAL_NOT_WAITING',
    );
    await kit.until(async () => (await read(kit, again)).state === 'expired', 120_000);
    assert.is((await read(kit, again)).reason, 'START_PASSED');

    await kit.ctx.tx(({ knex }) =>
      knex('approvals_approvals').where('id', second.id).update({ expires_at: kit.clock.now() }),
    );
    await kit.until(async () => (await read(kit, second)).state === 'expired', 120_000);
    assert.is((await read(kit, second)).reason, 'PLAN_EXPIRED');
  });

  test('a requester who is disabled, and an approver who is demoted, get nothing done', async ({ kit }) => {
    const planJobId = await planned(kit, [0, 1], 'bert');
    const asked = await ask(kit, 'gone', planJobId);
    const change = async (who: 'gone' | 'less', body: object) =>
      must(kit, 'admin', `PUT /users/${await accountId(kit, who)}`, { body });
    await change('less', { role: 'reporter' });
    const path = `POST /approvals/${asked.id}/approve`;
    assert.is(await outcome(kit, 'less', path, approving(asked)), '403 FORBIDDEN');
    await change('gone', { disabled: true });
    assert.is(await outcome(kit, 'admin', path, approving(asked)), '409 APPROVAL_NOT_WAITING');
    const ended = await read(kit, asked);
    assert.equal([ended.state, ended.reason, ended.run_job_id], ['expired', 'REQUESTER_GONE', null]);
  });
}
