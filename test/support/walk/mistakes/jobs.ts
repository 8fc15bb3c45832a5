/** Mistakes with jobs in a certain state: at work, paused, or with a plan that is too large. Written by hand. */
import { planWith } from '../../../../server/pluginTesting.ts';
import { heldJob, pausedJob } from '../valid/work.ts';
import { type World } from '../world.ts';
import { type Mistake, idOf, of } from './made.ts';

const REASON = 'The shop is down and nobody answers.';
/** This many upgrades of packages with names this long are more than the manager keeps of a plan. */
const MANY = 10_000;
const LONG = 'p'.repeat(100);

const here = ({ ids }: World) => ({ path: { id: ids['here'] ?? '' } });

/** Keeps the first host at work for a job for the time being. */
async function atWork(w: World) {
  const id = await heldJob(w);
  w.ids['here'] = id;
  return () => {
    w.kit.hosts[0]?.agent.end();
    return w.kit.runJob(id);
  };
}

/** Keeps a job of two hosts paused for the time being; the caller of `scoped` sees one of them. */
async function paused(w: World) {
  const id = await pausedJob(w);
  w.ids['here'] = id;
  return async () => {
    await w.walker.must('endJob', { path: { id } });
    await w.kit.runJob(id);
  };
}

/** The same, while a rule asks a second person for what the job does. */
async function pausedUnderRule(w: World) {
  const takeBack = await paused(w);
  const rule = await idOf(w, 'createApprovalRule', { body: { name: 'Patches', operations: ['patch'] } });
  return async () => {
    // Its deletion would need a second person.
    await w.kit.ctx.db.knex('approvals_rules').where('id', rule).delete();
    await takeBack();
  };
}

/** A plan of one host that had to be cut. */
async function cutPlan(w: World): Promise<void> {
  const upgrade = Array.from({ length: MANY }, (_, at) => ({
    name: `${LONG}${at}`,
    arch: 'amd64',
    from: '1',
    to: '2',
  }));
  w.kit.hosts[1]?.agent.endings.push({ plan: { ...planWith('c'.repeat(64)), upgrade } });
  const body = { operation: 'patch', target: { host_ids: [w.kit.hosts[1]?.id] }, dry_run: true };
  w.ids['here'] = await idOf(w, 'createJob', { body });
  await w.kit.runJob(w.ids['here']);
}

const fromPlan = ({ ids }: World) => ({ body: { from_plan_job_id: ids['here'] } });

export const jobMistakes: readonly Mistake[] = [
  {
    code: 'PLAN_TOO_LARGE',
    status: 409,
    before: cutPlan,
    at: { createJob: fromPlan, requestApproval: fromPlan },
  },
  {
    code: 'JOB_OUT_OF_SCOPE',
    status: 403,
    during: paused,
    at: {
      rollbackJob: (w, { scoped }) => ({ ...here(w), body: { scope: 'all' }, bearer: scoped }),
      retryJob: (w, { scoped }) => ({ ...here(w), body: {}, bearer: scoped }),
    },
  },
  {
    code: 'APPROVAL_REQUIRED',
    status: 409,
    during: pausedUnderRule,
    at: { resumeJob: here, retryJob: (w) => ({ ...here(w), body: {} }) },
  },
  {
    code: 'DELIVERY_NOT_DEAD',
    status: 409,
    at: {
      // The paused job from above has failed, and a webhook was told so.
      async sendNotificationAgain(w) {
        let sent = '';
        await w.kit.until(async () => {
          const { deliveries } = await w.walker.must<{ deliveries: { id: string }[] }>(
            'listNotificationDeliveries',
            { query: { state: 'sent' } },
          );
          sent = deliveries[0]?.id ?? '';
          return sent !== '';
        });
        return { path: { deliveryId: sent } };
      },
    },
  },
  { code: 'JOB_NOT_PAUSED', status: 409, during: atWork, at: { resumeJob: here, endJob: here } },
  {
    code: 'JOB_NOT_RETRYABLE',
    status: 409,
    during: atWork,
    at: { retryJob: (w) => ({ ...here(w), body: {} }) },
  },
  {
    code: 'JOB_NOT_ACCEPTABLE',
    status: 409,
    during: atWork,
    at: {
      acceptJobHosts: (w) => ({ ...here(w), body: { host_ids: [w.kit.hosts[0]?.id], reason: REASON } }),
    },
  },
  {
    code: 'JOB_NOT_ROLLBACKABLE',
    status: 409,
    during: atWork,
    at: { rollbackJob: (w) => ({ ...here(w), body: {} }) },
  },
  {
    code: 'OVERRIDE_EXISTS',
    status: 409,
    during: atWork,
    at: {
      async overrideWindows(w) {
        const call = { ...here(w), body: { gate: 'freeze', reason: REASON } };
        await w.walker.must('overrideWindows', call);
        return call;
      },
    },
  },
  {
    code: 'HEALTH_CHECK_OVERRIDE_EXISTS',
    status: 409,
    during: atWork,
    at: {
      async overrideHealthChecks(w) {
        const call = { ...here(w), body: { reason: REASON } };
        await w.walker.must('overrideHealthChecks', call);
        return call;
      },
    },
  },
  {
    code: 'HOST_BUSY',
    status: 409,
    during: atWork,
    at: { deleteHost: ({ kit }) => ({ path: { id: kit.hosts[0]?.id ?? '' } }) },
  },
  {
    code: 'POLICY_RUN_ACTIVE',
    status: 409,
    // Its first host works for another job, so its run cannot end.
    during: atWork,
    at: {
      async runPolicyNow(w, made) {
        const call = of('widePolicy', 'policyId')(made);
        await w.walker.must('runPolicyNow', call);
        return call;
      },
    },
  },
];
