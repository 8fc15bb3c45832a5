import { actors, definePlugin } from '#sdk';
import type { ApprovalFacts, ApprovalsService } from './api.ts';
import { approvalCommands } from './commands.ts';
import { approvalErrors } from './errors.ts';
import { createTables } from './migrations/001_create_tables.ts';
import { ApprovalModel, RuleModel } from './models.ts';
import { approvalRoutes } from './routes.ts';
import { approvalRetention, approverSection } from './settings.ts';
import { beforeCreate, beforeHosts, beforeRound, holdersOf, REASONS } from './service/gate.ts';
import { withdrawIn } from './service/moves.ts';
import { requestApproval } from './service/request.ts';
import { groupUses, keepGroup, rulesFor } from './service/rules.ts';
import { cleanUpApprovals, noteRun, sweepApprovals } from './service/runs.ts';

const SWEEP_EVERY_MS = 30_000;
const DAY_MS = 86_400_000;

/** Which jobs need a second person, and who approved them. An approval covers a plan and all options of its run. */
export const approvalsPlugin = definePlugin({
  name: 'approvals',
  requires: ['hosts', 'identity', 'patching', 'users?'],
  settings: [approvalRetention, approverSection],
  migrations: [createTables],
  errors: approvalErrors,
  // Without this plugin, one person alone could do what takes two.
  gate: {
    by: 'approval rules',
    enabled: ({ reader }) => RuleModel.query(reader).where('enabled', 1).resultSize(),
  },
  commands: approvalCommands,
  setup(ctx) {
    ctx.settings.inUpdate(approverSection, async (_tx, { by }) =>
      actors.requireFresh(by.actor, ctx.clock.now()),
    );
    ctx.core.patching.declareReasons('approvals', REASONS);
    const service: ApprovalsService = {
      rulesFor: (question) => rulesFor(ctx, question),
      request: async (request) =>
        factsOf(await requestApproval(ctx, { request, scope: 'all', address: null })),
      withdraw: (tx, id, by) => withdrawIn(ctx, tx, id, by),
      find: async (id) => {
        const row = await ApprovalModel.query(ctx.db.reader).findById(id);
        return row ? factsOf(row) : null;
      },
    };
    return {
      service,
      routes: approvalRoutes(ctx),
      jobs: {
        'approvals.sweep': { everyMs: SWEEP_EVERY_MS, run: () => sweepApprovals(ctx) },
        'approvals.cleanUp': { everyMs: DAY_MS, run: () => cleanUpApprovals(ctx) },
      },
      hooks: {
        'hosts.groupUses': async ({ groupId }) => ({ uses: await groupUses(ctx, groupId) }),
        'patching.beforeCreate': (question) => beforeCreate(ctx, question),
        'patching.beforeHost': (question) => beforeHosts(ctx, question),
        'patching.beforeRound': (question) => beforeRound(ctx, question),
        'patching.holders': async ({ jobId }) => ({ holders: await holdersOf(ctx, jobId) }),
      },
      steps: {
        'hosts.groupDeleted': (tx, { group }) => keepGroup(tx, group.id),
        'patching.jobCreated': (tx, fact) => noteRun(ctx, tx, fact),
      },
    };
  },
});

function factsOf(row: ApprovalModel): ApprovalFacts {
  const { id, state, reason, message, decidedByName, runJobId, planJobId, expiresAt } = row;
  return { id, state, reason, message, decidedByName, runJobId, planJobId, expiresAt };
}
