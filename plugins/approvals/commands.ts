import { commands } from '#sdk';
import type { ApprovalModel } from './models.ts';
import { RuleChangeModel } from './models.ts';
import { lockedWaiting, move } from './service/moves.ts';
import { applyChange, lockedChange } from './service/ruleChanges.ts';

const USAGE = 'ID --reason "WHY"';
const LEAST_REASON = 10;
const MOST_REASON = 500;

/** The way out in an emergency, when there is nobody left to ask. */
export const approvalCommands: readonly commands.Command[] = [
  {
    name: 'approvals override',
    usage: USAGE,
    summary:
      'approves a request, or confirms a rule change, without a second approver; audited with the reason',
    async run(ctx, words) {
      const { id, reason } = parsed(words);
      const change = await RuleChangeModel.query(ctx.db.reader).findById(id);
      if (change) await overrideChange(ctx, change, reason);
      else await overrideApproval(ctx, id, reason);
      return 0;
    },
  },
];

function parsed([id, flag, reason, ...rest]: readonly string[]): { id: string; reason: string } {
  if (id === undefined || flag !== '--reason' || reason === undefined || rest.length > 0)
    throw new commands.UsageError(`usage: approvals override ${USAGE}`);
  if (reason.trim().length < LEAST_REASON || reason.length > MOST_REASON)
    throw new commands.UsageError(`the reason must have ${LEAST_REASON} to ${MOST_REASON} characters`);
  return { id, reason };
}

/** The run is made by a running manager, within half a minute. */
async function overrideApproval(ctx: commands.CommandContext, id: string, reason: string): Promise<void> {
  const row = await ctx.tx(
    async (tx) => {
      const waiting = await lockedWaiting(ctx, tx, id);
      const set = { message: reason, decidedById: null, decidedByName: ctx.actor.name, overridden: true };
      const by = { actor: ctx.actor, address: null };
      return move(ctx, tx, {
        row: waiting,
        to: 'approved',
        set,
        action: 'approval.overridden',
        by,
        reason,
      });
    },
    { name: 'approvals.override' },
  );
  ctx.print(`approved without a second approver: ${nameOf(row)}`);
  ctx.print('a running manager makes the run within half a minute');
}

async function overrideChange(
  ctx: commands.CommandContext,
  { ruleId, id: changeId }: RuleChangeModel,
  reason: string,
): Promise<void> {
  const rule = await ctx.tx(
    async (tx) => {
      const locked = await lockedChange(tx, { ruleId, changeId });
      await applyChange(ctx, tx, { ...locked, by: { actor: ctx.actor, address: null }, reason });
      return locked.rule;
    },
    { name: 'approvals.overrideChange' },
  );
  ctx.print(`the change of the rule '${rule.name}' is active, without a second administrator`);
}

const nameOf = ({ name, hostsTotal, operation }: ApprovalModel): string =>
  `${name ?? operation}, ${hostsTotal === 1 ? '1 host' : `${hostsTotal} hosts`}`;
